import OutgoingHTTP
import Telemetry
import Testing

@Suite struct SpanExporterTests {
  @Test func `spans beyond the limit are dropped and counted`() {
    let exporter = SpanExporter(
      endpoint: "http://127.0.0.1:1", client: OutgoingClient(allowsPrivateAddresses: true), version: "0",
      resource: [], describe: { ($0, nil) }
    ) { _ in }
    let span = Span(
      parent: nil, method: "GET", target: "/screens/home?user=1", status: 200,
      client: nil, userAgent: nil, bytes: 1, start: 1, end: 2)
    for _ in 0..<SpanExporter.maximumWaiting + 10 { exporter.add(span) }
    #expect(exporter.counts.dropped == 10)
    // What waits at the end, and cannot be sent, is dropped, too.
    exporter.stop()
    #expect(exporter.counts.dropped == SpanExporter.maximumWaiting + 10)
    #expect(exporter.counts.sent == 0)
  }
}
