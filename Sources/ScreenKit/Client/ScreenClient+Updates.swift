import Foundation

extension ScreenClient {
  /// Follows a screen: yields it now and after each change.
  ///
  /// The first snapshot depends on the policy. With ``CachePolicy/cacheFirst`` and
  /// ``CachePolicy/staleWhileRevalidate`` it is the cached screen, and the server's follows. With
  /// ``CachePolicy/networkFirst`` it is the server's, or the cached one when the request fails. With
  /// ``CachePolicy/cacheOnly`` the sequence ends after the cached screen.
  ///
  /// After that the client listens to the server's event stream, or polls when there is none. A failed request
  /// becomes a warning and is repeated later. A slow consumer gets only the newest snapshot.
  ///
  /// ```swift
  /// for try await snapshot in client.updates(of: "home") {
  ///   dataSource.driver.apply(snapshot.screen)
  /// }
  /// ```
  /// - Parameters:
  ///   - route: The route, such as `menu/noodles`.
  ///   - policy: How to choose between cache and server for the first snapshot; by default
  ///     ``ScreenClientConfiguration/policy``.
  /// - Returns: A sequence of snapshots. It throws ``ScreenClientError`` when the screen does not exist or was deleted,
  ///   or is not cached under ``CachePolicy/cacheOnly``. It ends when its task is cancelled.
  public nonisolated func updates(
    of route: String, policy: CachePolicy? = nil
  ) -> AsyncThrowingStream<ScreenSnapshot<Value>, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var loop = UpdateLoop(self, route) { continuation.yield($0) }
        do {
          try await loop.run(policy: policy ?? configuration.policy)
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
}
