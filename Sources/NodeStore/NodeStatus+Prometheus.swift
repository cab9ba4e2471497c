package import Prometheus

extension NodeStatus {
  /// Adds the metrics of the shared store.
  package func add(to text: inout PrometheusText) {
    func count(_ value: Int) -> [PrometheusText.Sample] { [.init([], UInt64(max(value, 0)))] }
    text.add(
      "marquee_store_reconnects_total", .counter, "How often the node lost the shared store.",
      count(lossCount))
    text.add(
      "marquee_store_catch_ups_total", .counter, "How often changes of other nodes were taken over.",
      count(catchUpCount))
    text.add(
      "marquee_store_failed_writes_total", .counter,
      "Changes that the shared store refused, or whose connection broke.", count(writeFailureCount))
    text.add(
      "marquee_store_conflicts_total", .counter,
      "Writes that were validated again, because another node was first.", count(conflictCount))
  }
}
