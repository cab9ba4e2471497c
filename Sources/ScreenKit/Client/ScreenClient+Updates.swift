import Foundation

extension ScreenClient {
  /// Follows a screen: yields it now and after each change.
  ///
  /// The first snapshot depends on the policy. With ``CachePolicy/cacheFirst`` and
  /// ``CachePolicy/staleWhileRevalidate`` it is the cached screen, and the server's follows. With
  /// ``CachePolicy/networkFirst`` it is the server's, or the cached one when the request fails. With
  /// ``CachePolicy/cacheOnly`` the sequence ends after the cached screen.
  ///
  /// After that the client listens to the server's events, or polls when there are none. All live screens of a client
  /// share one event stream. A failed request is logged and repeated later. A slow consumer gets only the newest
  /// snapshot. After ``setUser(_:attributes:)`` the screen of the new user follows.
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
      follow(route, policy: policy, continuation) { event in
        if case .snapshot(let snapshot) = event { snapshot } else { nil }
      }
    }
  }

  /// Follows a screen for a ``ScreenModel``.
  nonisolated func events(
    of route: String, policy: CachePolicy
  ) -> AsyncThrowingStream<LiveEvent, any Error> {
    AsyncThrowingStream { follow(route, policy: policy, $0) { $0 } }
  }

  private nonisolated func follow<Element>(
    _ route: String, policy: CachePolicy?,
    _ continuation: AsyncThrowingStream<Element, any Error>.Continuation,
    element: @escaping @Sendable (LiveEvent) -> Element?
  ) {
    let task = Task {
      var loop = UpdateLoop(self, route, policy: policy ?? options.policy) { event in
        if let element = element(event) { continuation.yield(element) }
      }
      do {
        try await loop.run()
        continuation.finish()
      } catch is CancellationError {
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
