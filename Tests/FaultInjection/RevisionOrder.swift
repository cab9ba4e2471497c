/// The comparison of revisions with the order in time.
enum RevisionOrder {
  /// A revision that was learned between two moments.
  private struct Event {
    let revision: Int
    let started: WriteHistory.Moment
    let ended: WriteHistory.Moment
    let name: String
  }

  /// Each acknowledged revision belongs to one write, and rises with time on each node.
  static func findings(_ operations: [WriteOperation]) -> [String] {
    var events: [String: [Event]] = [:]
    var owners: [Int: WriteOperation] = [:]
    var findings: [String] = []
    for operation in operations {
      guard case .acknowledged(_, let revision) = operation.outcome, let ended = operation.ended else {
        continue
      }
      if let owner = owners.updateValue(operation, forKey: revision) {
        findings.append(
          "The \(owner.name) and the \(operation.name) were both acknowledged with revision \(revision).")
      }
      events[operation.node, default: []].append(
        Event(revision: revision, started: operation.started, ended: ended, name: operation.name))
    }
    for (_, events) in events.sorted(by: { $0.key < $1.key }) {
      // The same revision is a finding above.
      for (earlier, later) in falls(events) {
        findings.append(
          """
          The \(later.name) got revision \(later.revision), but started after the \(earlier.name) had ended with \
          revision \(earlier.revision).
          """)
      }
    }
    return findings
  }

  /// The revision of a node never falls while its process lives.
  static func findings(_ observations: [WriteHistory.Observation]) -> [String] {
    let lives = Dictionary(grouping: observations) { "\($0.node) (process \($0.life))" }
    return lives.sorted { $0.key < $1.key }.flatMap { name, observations in
      let events = observations.map {
        Event(revision: $0.revision, started: $0.started, ended: $0.ended, name: name)
      }
      return falls(events).map { earlier, later in
        "The revision of \(name) fell from \(earlier.revision) to \(later.revision)."
      }
    }
  }

  /// The events with a smaller revision than an event that had ended before they started, after the largest of these.
  private static func falls(_ events: [Event]) -> [(earlier: Event, later: Event)] {
    var ended = events.sorted { $0.ended > $1.ended }
    var largest: Event?
    var falls: [(Event, Event)] = []
    for event in events.sorted(by: { $0.started < $1.started }) {
      while let next = ended.last, next.ended < event.started {
        if next.revision > largest?.revision ?? .min { largest = next }
        ended.removeLast()
      }
      if let largest, event.revision < largest.revision { falls.append((largest, event)) }
    }
    return falls
  }
}
