package import Prometheus

extension SpanExporter {
  package func add(to text: inout PrometheusText) {
    let counts = counts
    text.add(
      "marquee_otlp_spans_sent_total", .counter, "Spans that the collector has accepted.",
      [.init([], UInt64(counts.sent))])
    text.add(
      "marquee_otlp_spans_dropped_total", .counter, "Spans dropped because the collector did not take them.",
      [.init([], UInt64(counts.dropped))])
  }
}
