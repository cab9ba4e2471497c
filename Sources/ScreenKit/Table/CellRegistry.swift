/// The cells of an app: for each view type its content and its view.
///
/// With `CellRegistry<AnyContent>` one registration is enough: it also says how the content is decoded, and
/// ``views`` is the registry for a client. With a value type of your own, such as an enum, register the
/// contents in a ``ViewRegistry`` too.
///
/// ```swift
/// let cells = CellRegistry<AnyContent>()
/// cells.register { OneLineView(frame: .zero) }
/// ```
@MainActor
public final class CellRegistry<Value: Hashable & Sendable> {
  private var registrations: [String: CellRegistration<Value>] = [:]
  var decoders = ViewRegistry<AnyContent> { AnyContent(UnknownContent(viewType: $0, content: $1)) }
  var placeholder: CellRegistration<Value>?
  private let onWarning: WarningSink?

  /// Creates an empty registry.
  /// - Parameter onWarning: Receives the problems of registrations and cells.
  public init(onWarning: WarningSink? = nil) { self.onWarning = onWarning }

  /// Registers a view under a view type.
  /// - Parameters:
  ///   - viewType: The view type.
  ///   - content: Returns the part of the value that the view shows; nil when the view does not accept the
  ///     value, which becomes a warning.
  ///   - view: Creates a view for a new cell.
  public func register<View: ConfigurableView>(
    _ viewType: String, content: @escaping @MainActor (Value) -> View.Content?,
    view: @escaping @MainActor () -> View
  ) {
    add(viewType, CellRegistration(delegate: nil, content: content, makeView: view))
  }

  /// Registers a view under a view type, with a delegate.
  /// - Parameters:
  ///   - viewType: The view type.
  ///   - delegate: The delegate, held weakly.
  ///   - content: Returns the part of the value that the view shows; nil when the view does not accept the
  ///     value, which becomes a warning.
  ///   - view: Creates a view for a new cell.
  /// - Throws: ``CellRegistryError/delegateIsNotAnObject(_:)``.
  public func register<View: ConfigurableView>(
    _ viewType: String, delegate: View.Delegate, content: @escaping @MainActor (Value) -> View.Content?,
    view: @escaping @MainActor () -> View
  ) throws(CellRegistryError) {
    guard let delegate = WeakDelegate(delegate) else {
      throw .delegateIsNotAnObject(String(describing: View.Delegate.self))
    }
    add(viewType, CellRegistration(delegate: delegate, content: content, makeView: view))
  }

  /// Registers the view for cells of view types that have no view. Without it such cells stay empty.
  /// - Parameters:
  ///   - content: Returns the part of the value that the view shows; nil when the view does not accept the
  ///     value.
  ///   - view: Creates a view for a new cell.
  public func registerPlaceholder<View: ConfigurableView>(
    content: @escaping @MainActor (Value) -> View.Content?, view: @escaping @MainActor () -> View
  ) {
    placeholder = CellRegistration(delegate: nil, content: content, makeView: view)
  }

  func add(_ viewType: String, _ registration: CellRegistration<Value>) {
    guard registrations.updateValue(registration, forKey: viewType) != nil else { return }
    warn(
      ScreenWarning(
        .replacedRegistration, viewType: viewType,
        message: "the view type is registered twice; the later registration replaces the earlier one"))
  }

  func registration(of viewType: String) -> CellRegistration<Value>? { registrations[viewType] }

  func warn(_ warning: ScreenWarning) { onWarning?(warning) }

  /// The view types that have a cell, sorted.
  public var viewTypes: [String] { registrations.keys.sorted() }
}
