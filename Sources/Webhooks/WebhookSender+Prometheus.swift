package import Prometheus

extension WebhookSender {
  package func add(to text: inout PrometheusText) {
    let counts = counts
    text.add(
      "marquee_webhook_messages_delivered_total", .counter,
      "Messages that webhooks have accepted since the start.", [.init([], UInt64(counts.delivered))])
    text.add(
      "marquee_webhook_attempts_failed_total", .counter,
      "Attempts to send a message to a webhook that failed.",
      [.init([], UInt64(counts.failedAttempts))])
    text.add(
      "marquee_webhook_messages_pending", .gauge, "Messages to webhooks that wait for their next attempt.",
      [.init([], UInt64(max(0, counts.pending)))])
  }
}
