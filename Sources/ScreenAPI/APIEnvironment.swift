/// What the API needs to know of the server that it runs in.
package struct APIEnvironment: Sendable {
  /// The version of the program.
  package let version: String
  /// What writes need, `Authorization: Bearer TOKEN`.
  package let adminToken: String
  /// Adds the server's own counters to those of the screens.
  package let metrics: @Sendable (inout PrometheusText) -> Void
  /// Runs work that may wait for the disk, off the loops.
  package let offload: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Runs work after so many milliseconds, off the loops. Waiting takes no thread.
  package let later: Later

  package typealias Later = @Sendable (Int, @escaping @Sendable () -> Void) -> Void

  package init(
    version: String, adminToken: String, metrics: @escaping @Sendable (inout PrometheusText) -> Void,
    offload: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    later: @escaping Later
  ) {
    self.version = version
    self.adminToken = adminToken
    self.metrics = metrics
    self.offload = offload
    self.later = later
  }
}
