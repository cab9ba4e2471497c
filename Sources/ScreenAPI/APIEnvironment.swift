/// What the API needs to know of the server that it runs in.
package struct APIEnvironment: Sendable {
  /// The version of the program.
  package let version: String
  /// What writes need, `Authorization: Bearer TOKEN`.
  package let adminToken: String
  /// The server's counters in the text format of Prometheus.
  package let metrics: @Sendable () -> String
  /// Runs work that may wait for the disk, off the loops.
  package let offload: @Sendable (@escaping @Sendable () -> Void) -> Void

  package init(
    version: String, adminToken: String, metrics: @escaping @Sendable () -> String,
    offload: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.version = version
    self.adminToken = adminToken
    self.metrics = metrics
    self.offload = offload
  }
}
