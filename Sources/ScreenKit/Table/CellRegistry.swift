/// The cells of an app, each registered once and in one place: its view type, its content and its view.
///
/// With `CellRegistry<AnyContent>` that is all there is to do, as the registrations also say how contents are decoded
/// (``views``). With a value of the app's own, such as an enum, its contents are registered in a ``ViewRegistry``.
@MainActor
public final class CellRegistry<Value: Hashable & Sendable> {
  private var registrations: [String: CellRegistration<Value>] = [:]
  var decoders = ViewRegistry<AnyContent> { AnyContent(UnknownContent(viewType: $0, content: $1)) }
  var placeholder: CellRegistration<Value>?
  private let onWarning: WarningSink?

  /// An empty registry; `onWarning` hears of registrations that are replaced, and of cells that cannot be filled.
  public init(onWarning: WarningSink? = nil) { self.onWarning = onWarning }

  /// Registers a view for a view type, with the part of the value that it shows.
  /// - Parameter content: nil for a value that the view does not show; a warning says so.
  public func register<View: ConfigurableView>(
    _ viewType: String, content: @escaping @MainActor (Value) -> View.Content?,
    view: @escaping @MainActor () -> View
  ) {
    add(viewType, CellRegistration(delegate: nil, content: content, makeView: view))
  }

  /// Registers a view for a view type, with its delegate, which is held weakly.
  /// - Throws: ``CellRegistryError`` when the delegate is no object.
  public func register<View: ConfigurableView>(
    _ viewType: String, delegate: View.Delegate, content: @escaping @MainActor (Value) -> View.Content?,
    view: @escaping @MainActor () -> View
  ) throws(CellRegistryError) {
    guard let delegate = WeakDelegate(delegate) else {
      throw .delegateIsNoObject(String(describing: View.Delegate.self))
    }
    add(viewType, CellRegistration(delegate: delegate, content: content, makeView: view))
  }

  /// Registers the view for cells of view types that have none; without it such cells stay empty.
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
        message: "the view type was registered before, and is replaced"))
  }

  func registration(of viewType: String) -> CellRegistration<Value>? { registrations[viewType] }

  func warn(_ warning: ScreenWarning) { onWarning?(warning) }

  /// The view types that have a cell, sorted.
  public var viewTypes: [String] { registrations.keys.sorted() }
}
