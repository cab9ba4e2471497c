package import Prometheus
package import Screens

/// What the server provides to the API.
package struct APIEnvironment: Sendable {
  /// The version of the program.
  package let version: String
  /// The server's own token, for `Authorization: Bearer TOKEN`.
  package let adminToken: String
  /// Appends the metrics of sockets, store, webhooks and traces to the response of `GET /metrics`.
  package let metrics: @Sendable (inout PrometheusText) -> Void
  /// Runs work on a queue. For work that may block, which would stop a loop.
  package let offload: Offload

  /// Runs work of the admin API that may wait for the store, on a separate queue. Requests of apps are served
  /// even while the store does not answer.
  let offloadAdmin: Offload

  /// Runs work that stores a change, on a separate queue: writers wait for each other, and occupy no threads that reads
  /// need.
  let offloadWrite: Offload

  /// Runs long computations, a few at a time, on a separate queue, so that they hold up nothing else.
  let offloadCompute: Offload

  /// Runs the rendering of a preview on a queue that runs few at a time, so that previews hold up nothing else.
  /// Returns false if too many wait.
  let offloadPreview: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// Runs work after a delay in milliseconds, on a queue. Waiting takes no thread. The result cancels it.
  package let later: Later

  /// Whether the store can be used, for `/health`.
  let storeHealth: @Sendable () -> StoreHealth

  /// The store of deliveries to webhooks; nil for a server that sends none.
  let deliveries: (any DeliveryStore)?

  /// Stores what apps report about rollouts; nil for a server that stores none.
  let reports: ReportRecorder?

  /// The real backend of the app; nil for a server without one.
  let upstream: (any Upstream)?

  /// The slow responses that clients without a token have asked for, within sessions too.
  let slowResponses = SlowResponses()

  /// The definitions that previews show before they are saved.
  let unsavedPreviews = UnsavedPreviews()

  /// Who has which screen open in the console.
  package let presence = Presence()

  /// The console's sessions and its checks of hosts and sign-ins; nil with `--no-console`.
  let console: ConsoleAccess?

  package typealias Offload = @Sendable (@escaping @Sendable () -> Void) -> Void
  package typealias Later = @Sendable (Int, @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// - Parameter consoleHost: the host that the server listens on, for the console; nil without it.
  package init(
    version: String, adminToken: String, metrics: @escaping @Sendable (inout PrometheusText) -> Void,
    offload: @escaping Offload, offloadAdmin: Offload? = nil, offloadWrite: Offload? = nil,
    offloadCompute: Offload? = nil,
    offloadPreview: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = {
      $0()
      return true
    },
    storeHealth: @escaping @Sendable () -> StoreHealth = { StoreHealth() },
    deliveries: (any DeliveryStore)? = nil, reports: ReportRecorder? = nil, consoleHost: String? = nil,
    upstream: (any Upstream)? = nil, later: @escaping Later
  ) {
    self.version = version
    self.adminToken = adminToken
    self.metrics = metrics
    self.offload = offload
    self.later = later
    self.offloadAdmin = offloadAdmin ?? offload
    self.offloadWrite = offloadWrite ?? offload
    self.offloadCompute = offloadCompute ?? offload
    self.offloadPreview = offloadPreview
    self.storeHealth = storeHealth
    self.deliveries = deliveries
    self.reports = reports
    self.upstream = upstream
    console = consoleHost.map { ConsoleAccess(boundHost: $0) }
  }
}

/// Whether the store can be used, and how old this server's copy of it may be.
package struct StoreHealth: Sendable {
  let isAvailable: Bool
  /// The seconds since this server was last known to be up to date with its store; 0 while it is.
  let staleness: Double

  package init(isAvailable: Bool = true, staleness: Double = 0) {
    self.isAvailable = isAvailable
    self.staleness = staleness
  }
}
