import Foundation

/// What a live screen reports.
enum LiveEvent: Sendable {
  case snapshot(ScreenSnapshot)
  /// The server confirmed the screen that was reported last.
  case confirmed(ScreenSnapshot)
  /// A request failed. The client tries again.
  case failed(ScreenError)
  /// The screen of a user is loaded. Snapshots that were reported before are another user's.
  case began(user: Int)
}

/// Follows one screen of one user. It ends when the user changes.
struct UpdateLoop {
  private let client: ScreenClient
  private let route: String
  private let policy: CachePolicy
  private let user: Int
  /// Whether a ``ScreenModel`` shows the screen.
  private let isOfModel: Bool
  private let report: @Sendable (LiveEvent) -> Void
  private var current: ScreenSnapshot?
  /// Consecutive failures of requests.
  private var failures = 0
  /// Asks for another fetch after a failed one.
  private var retry: Task<Void, Never>?

  /// - Parameter user: The number of the user. What arrives after a change of the user is not reported.
  init(
    _ client: ScreenClient, _ route: String, policy: CachePolicy, user: Int, isOfModel: Bool,
    report: @escaping @Sendable (LiveEvent) -> Void
  ) {
    self.client = client
    self.route = route
    self.policy = policy
    self.user = user
    self.isOfModel = isOfModel
    self.report = report
  }

  /// Runs until the screen is gone or the task is cancelled.
  /// - Throws: ``ScreenError`` when the screen does not exist or was deleted, or is not cached under
  ///   ``CachePolicy/cacheOnly``; `CancellationError`.
  mutating func run() async throws {
    defer { retry?.cancel() }
    try await begin()
    if policy == .cacheOnly { return }
    let signals = await client.live.follow(route)
    if failures == 0 { await client.live.fetched(route, current?.version) }
    await scheduleRetry()
    for await signal in signals {
      switch signal {
      case .announced: if await client.live.newestVersion(of: route) != current?.version { try await fetch() }
      case .check: try await fetch()
      case .deleted:
        try await client.forget(route)
        throw ScreenError.gone
      }
      await scheduleRetry()
    }
    throw CancellationError()
  }

  /// Reports the first snapshot, as the policy says.
  private mutating func begin() async throws {
    if policy == .cacheFirst || policy == .staleWhileRevalidate || policy == .cacheOnly {
      if let cached = try await client.cached(route) { await show(cached) }
      if policy == .cacheOnly {
        if current == nil { throw ScreenError.notCached }
        return
      }
    }
    try await fetch(fallingBackToCache: policy == .networkFirst)
  }

  /// Fetches the screen and shows it when it has changed.
  private mutating func fetch(fallingBackToCache: Bool = false) async throws {
    do {
      let snapshot = try await client.screen(route, policy: fallingBackToCache ? .networkFirst : .networkOnly)
      if snapshot.isCached {
        failures += 1
      } else {
        failures = 0
        await client.live.fetched(route, snapshot.version)
      }
      if current == nil || snapshot.etag == nil || snapshot.etag != current?.etag {
        await show(snapshot)
      } else {
        current = snapshot
        // A model draws it again, and its crash would be one of the confirmed screen.
        if isOfModel { await client.willShow(snapshot) } else { await client.didConfirm(snapshot) }
        await happened(.confirmed(snapshot))
      }
    } catch let error as ScreenError where error.allowsCachedScreen {
      failures += 1
      client.warn(.requestFailed, route, error)
      await happened(.failed(error))
    }
  }

  /// Asks for another fetch after a delay, if the last one failed. An event that arrives earlier leads to a fetch, too.
  private mutating func scheduleRetry() async {
    retry?.cancel()
    guard failures > 0 else { return }
    let delay = await client.live.fetchDelay(after: failures)
    retry = Task { [client, route] in
      do {
        try await client.options.clock.sleep(seconds: delay)
        await client.live.check(route)
      } catch {
        // Cancelled: a later fetch has replaced this one, or the screen has no observer.
      }
    }
  }

  private mutating func show(_ snapshot: ScreenSnapshot) async {
    current = snapshot
    if isOfModel { await client.willShow(snapshot) }
    await happened(.snapshot(snapshot))
  }

  private func happened(_ event: LiveEvent) async {
    await client.perform(for: user) { [report] in report(event) }
  }
}
