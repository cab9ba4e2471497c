import SocketServer

/// Counters in the text format of Prometheus (exposition format 0.0.4).
enum PrometheusText {
  static func text(_ metrics: ServerMetrics) -> String {
    var lines: [String] = []
    func family(_ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: String)])
    {
      lines.append("# HELP \(name) \(help)")
      lines.append("# TYPE \(name) \(type)")
      for sample in samples { lines.append("\(name)\(sample.labels) \(sample.value)") }
    }
    family(
      "marquee_http_responses_total", "counter", "Answers by status.",
      metrics.responses.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", "\($0.value)") })
    family("marquee_connections_open", "gauge", "Connections open now.", [("", "\(metrics.open)")])
    family(
      "marquee_connections_accepted_total", "counter", "Connections accepted.", [("", "\(metrics.accepted)")])
    family(
      "marquee_connections_refused_total", "counter", "Connections refused for being too many.",
      [("", "\(metrics.refused)")])
    family("marquee_bytes_read_total", "counter", "Bytes read.", [("", "\(metrics.bytesRead)")])
    family("marquee_bytes_written_total", "counter", "Bytes written.", [("", "\(metrics.bytesWritten)")])
    family(
      "marquee_requests_malformed_total", "counter", "Requests that could not be read.",
      [("", "\(metrics.malformed)")])
    family("marquee_timeouts_total", "counter", "Connections closed on time.", [("", "\(metrics.timedOut)")])
    lines += histogram(metrics)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Bucket n of the counters holds what took less than 2ⁿ microseconds.
  private static func histogram(_ metrics: ServerMetrics) -> [String] {
    let name = "marquee_http_request_duration_seconds"
    var lines = ["# HELP \(name) Time from a request to its answer.", "# TYPE \(name) histogram"]
    var total: UInt64 = 0
    for (power, count) in metrics.latency.enumerated() {
      total += count
      let isLast = power == metrics.latency.count - 1
      let bound = isLast ? "+Inf" : "\(Double(UInt64(1) << UInt64(power)) / 1_000_000)"
      lines.append("\(name)_bucket{le=\"\(bound)\"} \(total)")
    }
    lines.append("\(name)_sum \(Double(metrics.latencyMicroseconds) / 1_000_000)")
    lines.append("\(name)_count \(total)")
    return lines
  }
}
