internal import DequeModule
internal import Synchronization

/// The traces of the latest changes, for webhook messages about them. A message that another process sends has no
/// trace.
final class ChangeTraces: Sendable {
  /// The number of changes to remember.
  private static let maximumCount = 1000

  private struct Key: Hashable {
    let at: Double
    let action: AuditEntry.Action
    let subject: String

    init(_ entry: AuditEntry) {
      at = entry.at
      action = entry.action
      subject = entry.subject
    }
  }

  private let state = Mutex<(traces: [Key: String], order: Deque<Key>)>(([:], []))

  func keep(_ trace: String, of entry: AuditEntry) {
    state.withLock { state in
      let key = Key(entry)
      if state.traces.updateValue(trace, forKey: key) == nil { state.order.append(key) }
      if state.order.count > Self.maximumCount, let oldest = state.order.popFirst() {
        state.traces[oldest] = nil
      }
    }
  }

  /// The trace of a change, as `traceparent`.
  func trace(of entry: AuditEntry) -> String? { state.withLock { $0.traces[Key(entry)] } }
}
