import Prometheus
import SocketServer
import Synchronization

/// The metrics of the socket server and of the process, for `GET /metrics`.
///
/// The API needs it before the socket server exists, so the socket server is added later.
final class MetricsSource: Sendable {
  private let source = Mutex<@Sendable () -> ServerMetrics?>({ nil })

  func set(_ metrics: @escaping @Sendable () -> ServerMetrics?) { source.withLock { $0 = metrics } }

  func add(to text: inout PrometheusText) {
    source.withLock { $0 }()?.add(to: &text)
    ProcessMetrics.add(to: &text)
  }
}
