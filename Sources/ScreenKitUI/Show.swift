#if canImport(SwiftUI)
  public import ScreenKit
  public import SwiftUI

  #if canImport(UIKit)
    public import UIKit
  #endif

  /// An entry of a ``ViewCatalog``: what shows the items of one view type.
  public struct Show: Sendable {
    /// The view type; nil for the fallback.
    let viewType: String?
    let register: @Sendable (inout ViewRegistry) -> Void
    private(set) var view: (@MainActor (AnyContent) -> AnyView?)?
    #if canImport(UIKit)
      private(set) var configuration: (@MainActor (AnyContent) -> (any UIContentConfiguration)?)?
    #endif

    /// Shows the items of a view type with SwiftUI.
    /// - Parameters:
    ///   - type: The content type.
    ///   - view: The view of a content.
    public init<Content: ViewObject, Body: View>(
      _ type: Content.Type, @ViewBuilder view: @escaping @MainActor (Content) -> Body
    ) {
      self.init(Content.viewType, type, as: { $0 }, view: view)
    }

    /// Shows the items of a view type with SwiftUI, after a conversion.
    ///
    /// Use it for contents that the app prepares, and for types that do not conform to `ViewObject`.
    /// - Parameters:
    ///   - viewType: The view type.
    ///   - type: The content type that the server sends.
    ///   - content: Converts the content. An item for which it throws becomes an unknown one.
    ///   - view: The view of a converted content.
    public init<Sent: Decodable & Sendable, Content: Hashable & Sendable, Body: View>(
      _ viewType: String, _ type: Sent.Type, as content: @escaping @Sendable (Sent) throws -> Content,
      @ViewBuilder view: @escaping @MainActor (Content) -> Body
    ) {
      self.init(viewType) { $0.register(viewType, type, as: content) }
      self.view = { $0.content(as: Content.self).map { AnyView(view($0)) } }
    }

    init(_ viewType: String?, register: @escaping @Sendable (inout ViewRegistry) -> Void = { _ in }) {
      self.viewType = viewType
      self.register = register
    }

    init(fallback view: @escaping @MainActor (UnknownContent) -> AnyView) {
      self.init(nil)
      self.view = { $0.content(as: UnknownContent.self).map(view) }
    }

    #if canImport(UIKit)
      /// Shows the items of a view type in cells of UIKit.
      /// - Parameters:
      ///   - type: The content type.
      ///   - cell: The configuration of the cell of a content, such as a `UIListContentConfiguration`.
      public init<Content: ViewObject>(
        _ type: Content.Type, cell: @escaping @MainActor (Content) -> any UIContentConfiguration
      ) {
        self.init(Content.viewType) { $0.register(type) }
        configuration = { $0.content(as: Content.self).map(cell) }
      }

      /// Shows the items of a view type in a view of the app's own, inside a cell of UIKit.
      /// - Parameters:
      ///   - type: The content type.
      ///   - make: Creates the view of a new cell.
      ///   - update: Shows a content in the view. It is called again when the cell is reused.
      public init<Content: ViewObject, Hosted: UIView>(
        _ type: Content.Type, view make: @escaping @MainActor () -> Hosted,
        update: @escaping @MainActor (Hosted, Content) -> Void
      ) {
        self.init(type) { content in HostedConfiguration(make: make) { update($0, content) } }
      }

      init(fallbackCell cell: @escaping @MainActor (UnknownContent) -> any UIContentConfiguration) {
        self.init(nil)
        configuration = { $0.content(as: UnknownContent.self).map(cell) }
      }
    #endif
  }

  /// The entry of a ``ViewCatalog`` for items that no other entry shows: those of a newer server, and those whose
  /// content could not be decoded. Without it, such items take no space.
  public struct Fallback: Sendable {
    let entry: Show

    /// Shows unknown items with SwiftUI.
    public init<Body: View>(@ViewBuilder view: @escaping @MainActor (UnknownContent) -> Body) {
      entry = Show(fallback: { AnyView(view($0)) })
    }

    #if canImport(UIKit)
      /// Shows unknown items in cells of UIKit.
      public init(cell: @escaping @MainActor (UnknownContent) -> any UIContentConfiguration) {
        entry = Show(fallbackCell: cell)
      }
    #endif
  }
#endif
