import Foundation

/// What a live screen reports.
enum LiveEvent: Sendable {
  case snapshot(ScreenSnapshot)
  /// The server confirmed the screen that was reported last.
  case confirmed(ScreenSnapshot)
  /// A request failed. The client tries again.
  case failed(ScreenError)
  /// The screen of a user is loaded. Snapshots that were reported for another number are another user's.
  case began(user: Int)
}

/// Follows one screen.
struct UpdateLoop {
  private let client: ScreenClient
  private let route: String
  private let policy: CachePolicy
  private let report: (LiveEvent) -> Void
  private var current: ScreenSnapshot?
  /// The number of the user whose screen is shown.
  private var userNumber = 0

  init(
    _ client: ScreenClient, _ route: String, policy: CachePolicy, report: @escaping (LiveEvent) -> Void
  ) {
    self.client = client
    self.route = route
    self.policy = policy
    self.report = report
  }

  /// Runs until the screen is gone or the task is cancelled.
  /// - Throws: ``ScreenError`` when the screen does not exist or was deleted, or is not cached under
  ///   ``CachePolicy/cacheOnly``; `CancellationError`.
  mutating func run() async throws {
    try await begin()
    if policy == .cacheOnly { return }
    let signals = await client.live.follow(route, from: current?.version)
    // The user can have changed before the screen was followed.
    if await client.userNumber != userNumber { try await beginAgain() }
    for await signal in signals {
      switch signal {
      case .announced: try await fetchAnnounced()
      case .check: try await fetch()
      case .deleted:
        try await client.forget(route)
        throw ScreenError.gone
      case .userChanged: if await client.userNumber != userNumber { try await beginAgain() }
      }
    }
    throw CancellationError()
  }

  private mutating func beginAgain() async throws {
    current = nil
    try await begin()
  }

  /// Reports the first snapshot, as the policy says.
  private mutating func begin() async throws {
    userNumber = await client.userNumber
    report(.began(user: userNumber))
    if policy == .cacheFirst || policy == .staleWhileRevalidate || policy == .cacheOnly {
      if let cached = try await client.cached(route), await client.userNumber == userNumber { show(cached) }
      if policy == .cacheOnly {
        if current == nil { throw ScreenError.notCached }
        return
      }
    }
    try await fetch(fallingBackToCache: policy == .networkFirst)
  }

  /// Fetches the version that an event announced, and tries again until it is there.
  private mutating func fetchAnnounced() async throws {
    var failures = 0
    while await client.live.newestVersion(of: route) != current?.version {
      if try await fetch() { return }
      failures += 1
      try await client.options.clock.sleep(seconds: client.live.retryDelay(after: failures))
    }
  }

  /// Fetches the screen and shows it when it has changed.
  /// - Returns: Whether the fetch succeeded.
  @discardableResult
  private mutating func fetch(fallingBackToCache: Bool = false) async throws -> Bool {
    do {
      let snapshot = try await client.screen(route, policy: fallingBackToCache ? .networkFirst : .networkOnly)
      // The screen is another user's: the signal of the change follows.
      guard await client.userNumber == userNumber else { return true }
      await client.live.note(route, snapshot.version)
      if current == nil || snapshot.etag == nil || snapshot.etag != current?.etag {
        show(snapshot)
      } else {
        current = snapshot
        report(.confirmed(snapshot))
      }
      return true
    } catch let error as ScreenError where error.allowsCachedScreen {
      client.warn(.requestFailed, route, error)
      report(.failed(error))
      return false
    }
  }

  private mutating func show(_ snapshot: ScreenSnapshot) {
    current = snapshot
    report(.snapshot(snapshot))
  }
}
