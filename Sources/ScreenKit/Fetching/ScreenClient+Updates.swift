import Foundation

extension ScreenClient {
  /// A screen as it is now, and each time that it becomes another.
  ///
  /// What is stored comes first, unless the policy looks to the network first; then what the server has. From there the
  /// server's events say when to ask again, and where there are none, a look now and then does. Who is slow gets the
  /// newest alone. A request that fails is a warning, and is made again later.
  /// - Returns: snapshots; the sequence ends by throwing when the screen is not there or was deleted.
  public nonisolated func updates(
    of route: String, policy: CachePolicy? = nil
  ) -> AsyncThrowingStream<ScreenSnapshot<Value>, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var follower = ScreenFollower(self, route) { continuation.yield($0) }
        do {
          try await follower.run(policy: policy ?? configuration.policy)
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
