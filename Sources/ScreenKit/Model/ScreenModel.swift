import Foundation

#if canImport(Combine)
  public import Combine
#endif

/// The model of a view that shows a screen: it loads the screen, follows its changes, and says what to show.
///
/// `ScreenView` of ScreenKitUI has one. With UIKit, create a model in the view controller:
///
/// ```swift
/// let model = ScreenModel("home", client: client)
/// model.onChange = { isAnimated in show(model.phase, isAnimated) }
/// model.appear()
/// ```
///
/// All logic is in a value that is tested as a dialogue; this class performs the actions that it returns.
@MainActor
public final class ScreenModel {
  /// The route of the screen.
  public let route: String
  /// Called after each change; the parameter says whether to animate it.
  public var onChange: (@MainActor (_ isAnimated: Bool) -> Void)?
  /// Nil for a model that shows one phase.
  private let client: ScreenClient?
  private let policy: CachePolicy
  private var state = ScreenState()
  private var following: Task<Void, Never>?
  private var refreshing: Task<Void, Never>?
  private var loading: Task<Void, Never>?
  /// The content that was drawn last, and the seconds that it took.
  private var drawn: (content: [String?], seconds: Double)?
  /// The tasks that are in ``run()``. SwiftUI can start one before the earlier one has ended.
  private var runs = 0

  #if canImport(Combine)
    /// Publishes before each change.
    public let objectWillChange = ObservableObjectPublisher()
  #endif

  /// Creates a model. It begins to load when the view appears.
  /// - Parameters:
  ///   - route: The route, such as `menu/noodles`.
  ///   - client: The client that fetches the screen.
  ///   - policy: How to choose between cache and server for the first snapshot. By default the cached screen is shown
  ///     until the server's has arrived.
  public init(_ route: String, client: ScreenClient, policy: CachePolicy = .staleWhileRevalidate) {
    self.route = route
    self.client = client
    self.policy = policy
  }

  /// Creates a model that shows one phase and asks no server, such as one for a preview.
  ///
  /// ```swift
  /// let offline = ScreenModel(showing: .failed(ScreenError(.noResponse, "The device is offline.")))
  /// ```
  public init(showing phase: ScreenPhase) {
    route = phase.snapshot?.screen.route ?? ""
    client = nil
    policy = .cacheOnly
    state = ScreenState(showing: phase)
  }

  deinit {
    following?.cancel()
    refreshing?.cancel()
    loading?.cancel()
  }

  /// What to show.
  public var phase: ScreenPhase { state.phase }
  /// Whether a refresh is in progress.
  public var isRefreshing: Bool { state.isRefreshing }
  /// Whether the next page is being loaded.
  public var isLoadingPage: Bool { state.isLoadingPage }
  /// Whether the last change is to be animated.
  public private(set) var isAnimated = false

  /// Loads and follows the screen until the task is cancelled. SwiftUI's `.task` runs it as long as the view exists.
  public func run() async {
    runs += 1
    appear()
    // A stream without elements ends when the task is cancelled.
    let (never, source) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    source.finish()
    runs -= 1
    if runs == 0 { disappear() }
  }

  /// Begins to load and follow the screen. Call it when the view appears.
  public func appear() {
    // The user can have changed while the view was not visible.
    if let client { perform { $0.began(user: client.userNumber.value) } }
    perform { $0.appear() }
  }

  /// Ends all requests and keeps what is shown. Call it when the view disappears.
  public func disappear() { perform { $0.disappear() } }

  /// Asks the server for the screen now, and returns when it is there.
  public func refresh() async {
    perform { $0.refresh() }
    await refreshing?.value
  }

  /// Tries again after ``ScreenPhase/failed(_:)``.
  public func retry() { perform { $0.retry() } }

  /// Says that the view has drawn what the model shows. The views of ScreenKitUI call it. Call it in a view of your own
  /// after each change, so that a rollout of the screen learns how long its draw takes.
  public func didDraw() {
    guard let client, let snapshot = phase.snapshot, let origin = snapshot.origin else { return }
    let content = [snapshot.etag, snapshot.version.map(String.init)]
    // A screen that the server confirms was drawn from the cache: that took as long.
    let seconds =
      drawn.flatMap { $0.content == content ? $0.seconds : nil }
      ?? client.options.clock.now.timeIntervalSince(origin.receivedAt)
    drawn = (content, seconds)
    client.drew(snapshot, after: seconds)
  }

  /// Loads the next page, if there is one. Call it when the last item appears.
  public func loadNextPage() { perform { $0.loadNextPage() } }

  // MARK: Actions

  private func perform(_ verb: (inout ScreenState) -> [ScreenState.Action]) {
    // A model that shows one phase has nothing to do.
    guard let client else { return }
    #if canImport(Combine)
      objectWillChange.send()
    #endif
    for action in verb(&state) { perform(action, with: client) }
  }

  private func perform(_ action: ScreenState.Action, with client: ScreenClient) {
    switch action {
    case .follow:
      following?.cancel()
      let events = client.events(of: route, policy: policy)
      following = Task { [weak self] in
        do {
          for try await event in events {
            try Task.checkCancellation()
            guard let self else { return }
            perform { $0.happened(event) }
          }
          try Task.checkCancellation()
          self?.perform { $0.ended(nil) }
        } catch let error as ScreenError {
          if !Task.isCancelled { self?.perform { $0.ended(error) } }
        } catch {
          // Cancelled: the view has disappeared.
        }
      }
    case .stop:
      for task in [following, refreshing, loading] { task?.cancel() }
    case .refresh(let generation):
      refreshing = Task { [weak self, route] in
        let result = await Self.result { try await client.screen(route, policy: .networkOnly) }
        guard let result else { return }
        if case .success(let snapshot) = result { await client.willShow(snapshot) }
        self?.perform { $0.refreshed(result, generation: generation) }
      }
    case .loadPage(let page, let generation):
      loading = Task { [weak self] in
        let result = await Self.result { try await client.nextPage(after: page) }
        guard let result else { return }
        self?.perform { $0.loadedPage(result, generation: generation) }
      }
    case .show(let isAnimated):
      self.isAnimated = isAnimated
      if let snapshot = phase.snapshot { client.shows(snapshot) }
      onChange?(isAnimated)
    }
  }

  /// Returns the result of a request; nil when it was cancelled.
  private nonisolated static func result<Value: Sendable>(
    _ request: @Sendable () async throws -> Value
  ) async -> Result<Value, ScreenError>? {
    do {
      return .success(try await request())
    } catch let error as ScreenError {
      return .failure(error)
    } catch {
      return nil
    }
  }
}

#if canImport(Combine)
  extension ScreenModel: @MainActor ObservableObject {}
#endif
