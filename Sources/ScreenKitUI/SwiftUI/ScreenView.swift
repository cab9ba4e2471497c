#if canImport(SwiftUI)
  public import ScreenKit
  public import SwiftUI

  /// A screen of the server, which stays up to date as long as the view exists.
  ///
  /// ```swift
  /// ScreenView("home", client: client).viewCatalog(catalog)
  /// ```
  ///
  /// Without a content of your own it is a ``ScreenList``, with a progress view while it loads, and a button to try
  /// again when there is nothing to show.
  public struct ScreenView: View {
    @StateObject private var model: ScreenModel
    private let content: @MainActor (ScreenModel) -> AnyView

    /// Creates a view that shows the screen as a ``ScreenList``.
    /// - Parameters:
    ///   - route: The route, such as `menu/noodles`. Give the view the route as its `id` if it can change.
    ///   - client: The client that fetches the screen.
    public init(_ route: String, client: ScreenClient) {
      self.init(route, client: client) { Self.list($0) }
    }

    /// Creates a view with a content of your own for each phase.
    ///
    /// ```swift
    /// ScreenView("home", client: client) { model in
    ///   switch model.phase {
    ///   case .loading: HomeSkeleton()
    ///   case .content, .stale: ScreenList(model)
    ///   case .failed(let error): ErrorPage(error) { model.retry() }
    ///   }
    /// }
    /// ```
    /// - Parameters:
    ///   - route: The route, such as `menu/noodles`. Give the view the route as its `id` if it can change.
    ///   - client: The client that fetches the screen.
    ///   - content: What to show.
    public init<Content: View>(
      _ route: String, client: ScreenClient,
      @ViewBuilder content: @escaping @MainActor (ScreenModel) -> Content
    ) {
      _model = StateObject(wrappedValue: ScreenModel(route, client: client))
      self.content = { AnyView(content($0)) }
    }

    /// The content, which follows the screen. It is laid out in the direction of the screen's language, if the server
    /// says one.
    public var body: some View {
      let isRightToLeft = model.phase.snapshot?.isRightToLeft
      content(model)
        .transformEnvironment(\.layoutDirection) { direction in
          if let isRightToLeft { direction = isRightToLeft ? .rightToLeft : .leftToRight }
        }
        .task { await model.run() }
    }

    /// A list, a progress view, or an error with a button.
    @ViewBuilder
    private static func list(_ model: ScreenModel) -> some View {
      switch model.phase {
      case .loading: ProgressView()
      case .content, .stale: ScreenList(model)
      case .failed(let error):
        VStack {
          Text(error.message)
          Button("Try again") { model.retry() }
        }
      }
    }
  }
#endif
