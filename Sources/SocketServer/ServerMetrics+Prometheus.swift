package import Prometheus

extension ServerMetrics {
  package func add(to text: inout PrometheusText) {
    text.add(
      "marquee_http_responses_total", .counter, "Responses by status, including those to malformed requests.",
      responses.sorted { $0.key < $1.key }.map { .init([("status", String($0.key))], $0.value) })
    text.add("marquee_connections_open", .gauge, "Connections open now.", [.init([], open)])
    text.add("marquee_connections_accepted_total", .counter, "Connections accepted.", [.init([], accepted)])
    text.add(
      "marquee_connections_refused_total", .counter, "Connections refused because there were too many.",
      [.init([], refused)])
    text.add("marquee_bytes_read_total", .counter, "Bytes read.", [.init([], bytesRead)])
    text.add("marquee_bytes_written_total", .counter, "Bytes written.", [.init([], bytesWritten)])
    text.add(
      "marquee_requests_malformed_total", .counter, "Requests that could not be parsed.",
      [.init([], malformed)])
    text.add("marquee_timeouts_total", .counter, "Connections closed after a timeout.", [.init([], timedOut)])
    text.add(
      "marquee_http_request_duration_seconds", .histogram,
      "Time from the request to the response, in seconds.", histogram)
  }

  /// Bucket n of the counters holds the requests that took less than 2ⁿ microseconds.
  private var histogram: [PrometheusText.Sample] {
    var samples: [PrometheusText.Sample] = []
    var total: UInt64 = 0
    for (power, count) in latency.enumerated() {
      total += count
      let isLast = power == latency.count - 1
      let bound = isLast ? "+Inf" : "\(Double(UInt64(1) << UInt64(power)) / 1_000_000)"
      samples.append(.init([("le", bound)], suffix: "_bucket", value: String(total)))
    }
    samples.append(.init(suffix: "_sum", value: String(Double(latencyMicroseconds) / 1_000_000)))
    samples.append(.init(suffix: "_count", value: String(total)))
    return samples
  }
}
