import Foundation

extension ScreenClient {
  /// Follows a screen: yields it now and after each change.
  ///
  /// The first snapshot depends on the policy. With ``CachePolicy/cacheFirst`` and
  /// ``CachePolicy/staleWhileRevalidate`` it is the cached screen, and the server's follows. With
  /// ``CachePolicy/networkFirst`` it is the server's, or the cached one when the request fails. With
  /// ``CachePolicy/cacheOnly`` the sequence ends after the cached screen.
  ///
  /// After that the client listens to the server's events, or polls when there are none. Up to 64 live
  /// screens of a client share one event stream. A failed request is logged and repeated, with delays that double up to
  /// ``Options/pollInterval``. A slow consumer gets only the newest snapshot. After ``setUser(_:attributes:arm:)`` the
  /// screen of the new user follows.
  ///
  /// ```swift
  /// for try await snapshot in client.updates(of: "home") {
  ///   show(snapshot.screen)
  /// }
  /// ```
  ///
  /// A ``ScreenModel`` does this for a view, and keeps what the view shows meanwhile.
  /// - Parameters:
  ///   - route: The route, such as `menu/noodles`.
  ///   - policy: How to choose between cache and server for the first snapshot; by default ``Options/policy``.
  /// - Returns: A sequence of snapshots. It throws ``ScreenError`` when the screen does not exist or was deleted, or is
  ///   not cached under ``CachePolicy/cacheOnly``. It ends when its task is cancelled.
  public nonisolated func updates(
    of route: String, policy: CachePolicy? = nil
  ) -> AsyncThrowingStream<ScreenSnapshot, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      follow(route, policy: policy, continuation, isOfModel: false) { event in
        if case .snapshot(let snapshot) = event { snapshot } else { nil }
      }
    }
  }

  /// Follows a screen for a ``ScreenModel``. Under ``CachePolicy/cacheOnly`` it goes on with the cached screen of each
  /// further user.
  nonisolated func events(
    of route: String, policy: CachePolicy
  ) -> AsyncThrowingStream<LiveEvent, any Error> {
    AsyncThrowingStream { follow(route, policy: policy, $0, isOfModel: true) { $0 } }
  }

  /// Follows a screen of the present user, then of each further one. A loop of an earlier user ends at once, whether it
  /// waits for the server or before a retry.
  private nonisolated func follow<Element>(
    _ route: String, policy: CachePolicy?,
    _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, isOfModel: Bool,
    element: @escaping @Sendable (LiveEvent) -> Element?
  ) {
    let report = { @Sendable (event: LiveEvent) in
      if let element = element(event) { continuation.yield(element) }
    }
    let task = Task {
      var loop: Task<Void, Never>?
      for await user in await users() {
        loop?.cancel()
        report(.began(user: user))
        loop = Task {
          var updates = UpdateLoop(
            self, route, policy: policy ?? options.policy, user: user, isOfModel: isOfModel, report: report)
          do {
            try await updates.run()
            if !isOfModel { await perform(for: user) { continuation.finish() } }
          } catch is CancellationError {
            // The user has changed, or the screen has no observer any more.
          } catch {
            await perform(for: user) { continuation.finish(throwing: error) }
          }
        }
      }
      loop?.cancel()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
