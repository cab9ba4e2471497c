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
  /// again when there is nothing to show. The button's title, "Try again", is a key of the app's `Localizable.strings`.
  /// With another route or client, the view shows the other screen.
  public struct ScreenView: View {
    private let route: String
    private let client: ScreenClient
    private let policy: CachePolicy
    private let content: @MainActor (ScreenModel) -> AnyView

    /// Creates a view that shows the screen as a ``ScreenList``.
    /// - Parameters:
    ///   - route: The route, such as `menu/noodles`.
    ///   - client: The client that fetches the screen.
    ///   - policy: How to choose between cache and server for the first snapshot.
    public init(_ route: String, client: ScreenClient, policy: CachePolicy = .staleWhileRevalidate) {
      self.init(route, client: client, policy: policy) { Self.list($0) }
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
    ///   - route: The route, such as `menu/noodles`.
    ///   - client: The client that fetches the screen.
    ///   - policy: How to choose between cache and server for the first snapshot.
    ///   - content: What to show.
    public init<Content: View>(
      _ route: String, client: ScreenClient, policy: CachePolicy = .staleWhileRevalidate,
      @ViewBuilder content: @escaping @MainActor (ScreenModel) -> Content
    ) {
      self.route = route
      self.client = client
      self.policy = policy
      self.content = { AnyView(content($0)) }
    }

    /// The content, which follows the screen. It is laid out in the direction of the screen's language, if the server
    /// says one.
    public var body: some View {
      // A view of another identity has a model of its own.
      FollowedScreen(ScreenModel(route, client: client, policy: policy), client: client, content: content)
        .id(Identity(route: route, client: ObjectIdentifier(client)))
    }

    private struct Identity: Hashable {
      let route: String
      let client: ObjectIdentifier
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

  /// The content of a screen, and the model that lives as long as the view.
  private struct FollowedScreen: View {
    @StateObject private var model: ScreenModel
    @Environment(\.scenePhase) private var scenePhase
    private let client: ScreenClient
    private let content: @MainActor (ScreenModel) -> AnyView

    /// - Parameter model: Called for a new view only.
    init(
      _ model: @autoclosure @escaping () -> ScreenModel, client: ScreenClient,
      content: @escaping @MainActor (ScreenModel) -> AnyView
    ) {
      _model = StateObject(wrappedValue: model())
      self.client = client
      self.content = content
    }

    var body: some View {
      let isRightToLeft = model.phase.snapshot?.isRightToLeft
      content(model)
        .transformEnvironment(\.layoutDirection) { direction in
          if let isRightToLeft { direction = isRightToLeft ? .rightToLeft : .leftToRight }
        }
        .task { await model.run() }
        .task(id: scenePhase) { if scenePhase == .background { await client.didEnterBackground() } }
    }
  }
#endif
