import Foundation
import HTTPWire
import Logging
import ScreenAPI
import Screens
import SocketServer

/// The sockets, and the API that answers their requests.
struct Listener: Sendable {
  let port: Int
  let url: URL
  let queues = RequestQueues()
  private let server: SocketServer<ScreenAPI>
  private let metrics: MetricsSource

  /// Listens on the address of the configuration. Requests are answered from now on.
  init(
    _ configuration: Marquee.Configuration, proxies: TrustedProxies, token: ServerToken,
    publication: LoadedPublication, stores: OpenedStores, messages: OutgoingMessages,
    upstream: UpstreamBackend?
  ) throws(StartError) {
    let metrics = MetricsSource()
    self.metrics = metrics
    let api = Self.api(
      configuration, token: token, publication: publication, stores: stores, messages: messages,
      upstream: upstream, metrics: metrics, queues: queues)
    server = SocketServer(
      configuration: Self.sockets(configuration, proxies: proxies, messages: messages), handler: api)
    do throws(ListenError) {
      port = try server.start()
    } catch {
      throw StartError("\(error)")
    }
    url = try configuration.url(port: port)
    metrics.set { [server] in server.metrics }
    publication.serving.address.set(host: configuration.host, port: port)
  }

  /// The number of event loops.
  static func loopCount(_ configuration: Marquee.Configuration) -> Int {
    var sockets = ServerConfiguration()
    sockets.loops = configuration.loops
    return sockets.loopCount
  }

  private static func sockets(
    _ configuration: Marquee.Configuration, proxies: TrustedProxies, messages: OutgoingMessages
  ) -> ServerConfiguration {
    var sockets = ServerConfiguration()
    sockets.host = configuration.host
    sockets.port = configuration.port
    sockets.loops = configuration.loops
    sockets.trustedProxies = proxies
    sockets.limits = configuration.upstream == nil ? .api : .apiWithUpstream
    let log = configuration.logsAccess ? AccessLog(logger: configuration.logger) : nil
    // Without a reader, the sockets do not record requests.
    if log != nil || messages.recordsRequests {
      sockets.accessLog = { record in
        log?(record)
        messages.add(record)
      }
    }
    return sockets
  }

  private static func api(
    _ configuration: Marquee.Configuration, token: ServerToken, publication: LoadedPublication,
    stores: OpenedStores, messages: OutgoingMessages, upstream: UpstreamBackend?, metrics: MetricsSource,
    queues: RequestQueues
  ) -> ScreenAPI {
    let node = stores.node
    let environment = APIEnvironment(
      version: Marquee.version, adminToken: token.text,
      metrics: { text in
        metrics.add(to: &text)
        node?.addMetrics(to: &text)
        messages.addMetrics(to: &text)
        upstream?.add(to: &text)
      },
      offload: { queues.requests.async(execute: $0) },
      offloadAdmin: { queues.admin.add($0) }, offloadWrite: { queues.writes.add($0) },
      offloadCompute: { queues.computations.add($0) }, offloadPreview: { queues.previews.add($0) },
      storeHealth: { node?.health ?? StoreHealth() }, deliveries: stores.deliveries,
      reports: ReportRecorder(store: stores.reports),
      consoleHost: configuration.hasConsole ? configuration.host : nil,
      upstream: upstream, later: { queues.later($0, $1) })
    node?.share(environment.presence)
    return ScreenAPI(
      publisher: publication.publisher, serving: publication.serving, environment: environment)
  }

  /// Accepts no more requests, finishes those that were received, and closes all connections.
  /// - Parameter deadline: the time after which connections that are still open are reset.
  func drain(within deadline: Duration) async {
    await server.drain(deadline: deadline)
    server.stop()
    // Breaks a reference cycle: metrics → server → API → metrics.
    metrics.set { nil }
  }
}
