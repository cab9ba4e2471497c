public import Foundation

/// A client of a Marquee server: fetches screens, caches them, and follows their changes.
///
/// Concurrent requests for the same screen share one HTTP request. Cancelling a task ends its wait at once; the
/// shared request is cancelled when no task waits for it.
///
/// ```swift
/// let client = ScreenClient(server, views: views)
/// let home = try await client.screen("home").screen
/// ```
public actor ScreenClient {
  /// The URL of the server.
  public nonisolated let url: URL
  /// The settings of the client.
  public nonisolated let options: Options
  nonisolated let decoder: ScreenDecoder
  nonisolated let acceptedViewTypes: String
  nonisolated let acceptedLanguages: String
  nonisolated let sender: RequestSender
  nonisolated let cache: any CacheStore
  nonisolated let live: LiveUpdates
  /// Nil if the app wants no reports.
  nonisolated let reporter: Reporter?
  private var urls: ScreenURLs
  /// Counts the changes of the user.
  nonisolated let userNumber = UserNumber()
  /// Those that wait for changes of the user.
  private var userObservers: [UInt64: AsyncStream<Int>.Continuation] = [:]
  private var lastUserObserver: UInt64 = 0
  private var sharedRequests = SharedRequests()

  /// Creates a client.
  /// - Parameters:
  ///   - url: The URL of the server, such as `https://screens.example.com`. It may have a path.
  ///   - views: The view types that the app can show.
  ///   - user: The user's id, from which the server assigns variants; nil sends none.
  ///   - attributes: Attributes for targeting, such as the country.
  ///   - cache: Keeps screens. ``ScreenCache/disk(folder:maximumBytes:maximumAge:)`` keeps them beyond the end of the
  ///     app; the default does not.
  ///   - options: The other settings.
  public init(
    _ url: URL, views: ViewRegistry, user: String? = nil, attributes: [String: String] = [:],
    cache: ScreenCache = .memory(), options: Options = Options()
  ) {
    self.url = url
    self.options = options
    urls = ScreenURLs(url, options, user: user, attributes: attributes, arm: options.arm)
    decoder = ScreenDecoder(
      format: options.format, registry: views, unknown: options.unknown, failed: options.failed)
    acceptedViewTypes = views.viewTypes.joined(separator: ", ")
    acceptedLanguages = AcceptedLanguages.field(options.languages)
    self.cache = cache.store
    sender = RequestSender(options)
    live = LiveUpdates(url, sender)
    reporter = options.sendsReports ? Reporter(ScreenURLs.reports(of: url), sender, cache: cache.store) : nil
  }

  /// Signs a user in or out, for instance after the sign-in screen of the app.
  ///
  /// Requests in progress are sent again for the new user. Live screens are reloaded; a ``ScreenModel`` shows nothing of
  /// the earlier user meanwhile. Screens are cached for each user apart. The server refuses an attribute with the name
  /// of a query parameter of its API; requests then throw ``ScreenError/Code/reservedAttribute``.
  /// - Parameters:
  ///   - user: The user's id, from which the server assigns variants; nil after signing out.
  ///   - attributes: Attributes for targeting, such as the country. The server reads a value that is a JSON number,
  ///     `true` or `false` as such.
  ///   - arm: Returns the arm of a screen that the app has assigned the new user to, as ``Options/arm`` does for the
  ///     first user. The client does not call the closure of an earlier user any more. Nil lets the server assign.
  public func setUser(
    _ user: String?, attributes: [String: String] = [:],
    arm: (@Sendable (_ route: String) -> String?)? = nil
  ) async {
    urls = ScreenURLs(url, options, user: user, attributes: attributes, arm: arm)
    userNumber.increment()
    sharedRequests.fail(with: UserChanged())
    // Before anything is shown to the new user.
    await reporter?.began()
    for observer in userObservers.values { observer.yield(userNumber.value) }
  }

  /// The number of the present user, then of each further one. A slow reader gets only the last one.
  func users() -> AsyncStream<Int> {
    lastUserObserver += 1
    let number = lastUserObserver
    let (users, observer) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    observer.onTermination = { [weak self] _ in Task { await self?.removeUserObserver(number) } }
    userObservers[number] = observer
    observer.yield(userNumber.value)
    return users
  }

  private func removeUserObserver(_ number: UInt64) { userObservers[number] = nil }

  /// Performs an action if the user is still the one of a number. The user does not change meanwhile.
  func perform(for user: Int, _ action: @Sendable () -> Void) { if user == userNumber.value { action() } }

  /// Returns a screen.
  /// - Parameters:
  ///   - route: The route, such as `menu/noodles`.
  ///   - policy: How to choose between cache and server; by default ``Options/policy``.
  /// - Throws: ``ScreenError``; `CancellationError`.
  public func screen(_ route: String, policy: CachePolicy? = nil) async throws -> ScreenSnapshot {
    switch policy ?? options.policy {
    case .networkOnly: return try await fetch(route)
    case .networkFirst:
      do {
        return try await fetch(route)
      } catch let error as ScreenError where error.allowsCachedScreen {
        guard let cached = try await cachedForUser(route) else { throw error }
        warn(.requestFailed, route, error)
        return cached
      }
    case .cacheFirst:
      if let cached = try await cachedForUser(route) { return cached }
      return try await fetch(route)
    case .staleWhileRevalidate:
      guard let cached = try await cachedForUser(route) else { return try await fetch(route) }
      Task {
        do { _ = try await fetch(route) } catch { warn(.requestFailed, route, error) }
      }
      return cached
    case .cacheOnly:
      guard let cached = try await cachedForUser(route) else { throw ScreenError.notCached }
      return cached
    }
  }

  /// Returns the cached screen of the user at the time of the return.
  private func cachedForUser(_ route: String) async throws -> ScreenSnapshot? {
    while true {
      let user = userNumber.value
      let found = try await cached(route)
      if user == userNumber.value { return found }
    }
  }

  func address(_ route: String) throws(ScreenError) -> ScreenAddress {
    try urls.screen(route, viewTypes: decoder.registry.viewTypes, release: options.release)
  }

  /// The user changed while a request was in progress.
  private struct UserChanged: Error {}

  /// Fetches a screen from the server. Concurrent calls for one address share a request.
  func fetch(_ route: String) async throws -> ScreenSnapshot {
    while true {
      do { return try await fetch(route, address(route)) } catch is UserChanged { continue }
    }
  }

  private func fetch(_ route: String, _ address: ScreenAddress) async throws -> ScreenSnapshot {
    try Task.checkCancellation()
    let key = address.cacheKey
    let waiter = sharedRequests.nextWaiterID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The closure runs on the actor without suspension, so a cancellation takes effect before or after it.
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
          return
        }
        guard sharedRequests.join(key, waiter, continuation) else { return }
        let task = Task {
          let result: Result<ScreenSnapshot, any Error>
          do { result = .success(try await load(route, address)) } catch { result = .failure(error) }
          sharedRequests.finish(key, id: waiter, result)
        }
        sharedRequests.setTask(of: key, to: task)
      }
    } onCancel: {
      Task { await self.cancel(key, waiter) }
    }
  }

  private func cancel(_ key: String, _ waiter: UInt64) { sharedRequests.cancel(key, waiter) }

  nonisolated func warn(_ kind: ScreenWarning.Kind, _ route: String, _ error: any Error) {
    options.log(ScreenWarning(kind, path: route, message: String(describing: error)))
  }
}
