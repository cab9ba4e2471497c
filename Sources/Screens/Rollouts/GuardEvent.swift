package import Assignment
import JSONText

/// An event that a guard compares between the sides of a rollout.
package struct GuardEvent: Sendable, Equatable {
  /// The events that apps report without any declaration, in the order of their names in the documentation.
  package static let builtIn: [GuardEvent] = [
    GuardEvent(name: drawn, kind: .good), GuardEvent(name: settled, kind: .good),
    GuardEvent(name: "unknown-view-type", kind: .bad), GuardEvent(name: "content-failed", kind: .bad),
    GuardEvent(name: "item-unreadable", kind: .bad), GuardEvent(name: "value-not-shown", kind: .bad),
    GuardEvent(name: "no-cell", kind: .bad), GuardEvent(name: "crash-after-screen", kind: .bad),
    GuardEvent(name: slow, kind: .bad),
  ]
  /// A screen was drawn; reported with the time that it took.
  package static let drawn = "drawn"
  /// A screen was still shown without an error after a while. Compared in both directions.
  package static let settled = "settled"
  /// Derived from the times of ``drawn``.
  package static let slow = "slow"
  /// The maximum number of events that are not built in.
  package static let maximumOwnCount = 8

  package let name: String
  package let kind: EventKind

  /// Whether the event counts in the test only some time after its screen was served. A side that is later by a second
  /// would otherwise seem to have fewer.
  var isDelayed: Bool { kind == .good }

  static func builtIn(named name: String) -> GuardEvent? { builtIn.first { $0.name == name } }

  var json: JSONValue { ["name": .string(name), "kind": .string(kind.rawValue)] }

  init(name: String, kind: EventKind) {
    self.name = name
    self.kind = kind
  }
}
