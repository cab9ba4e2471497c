import Foundation
import Logging
import OutgoingHTTP
import Prometheus
import ScreenAPI
import SocketServer
import Telemetry
import Webhooks

/// What the server sends to other servers on its own: messages to webhooks, and spans to a collector.
struct OutgoingMessages: Sendable {
  private let webhooks: WebhookSender
  /// Nil for a server that records no spans.
  private let spans: SpanExporter?

  init(_ configuration: Marquee.Configuration, publication: LoadedPublication, stores: OpenedStores) {
    let logger = configuration.logger
    webhooks = WebhookSender(
      publisher: publication.publisher, store: stores.deliveries,
      client: OutgoingClient(allowsPrivateAddresses: configuration.allowsPrivateWebhooks),
      clock: stores.clock
    ) { logger.warning("\($0)") }
    spans = configuration.otlp.map { collector in
      SpanExporter(
        endpoint: collector.absoluteString, client: OutgoingClient(allowsPrivateAddresses: true),
        version: Marquee.version,
        resource: [
          ("service.name", "marquee"), ("service.version", Marquee.version),
          ("service.instance.id", configuration.node),
        ],
        describe: { target in
          (
            SecretRedaction.redacted(target: target),
            ScreenAPI.pathTemplate(of: String(target.prefix { $0 != "?" }))
          )
        }
      ) { logger.warning("\($0)") }
    }
  }

  /// Whether the sockets have to record requests.
  var recordsRequests: Bool { spans != nil }

  /// Adds the span of a request, to be sent later.
  func add(_ record: AccessRecord) {
    if let spans, let span = Span(record) { spans.add(span) }
  }

  func addMetrics(to text: inout PrometheusText) {
    webhooks.add(to: &text)
    spans?.add(to: &text)
  }

  func start() {
    webhooks.start()
    spans?.start()
  }

  /// Ends running attempts, and sends the spans that wait.
  func stop() {
    webhooks.stop()
    spans?.stop()
  }
}
