package import JSONText
package import SchemaCompatibility
package import Screens

/// The change of a view type, a wire format, a preview template or a group between two folders.
package struct DocumentChange: Sendable {
  package let subject: ChangeSubject
  package let effect: ScreenChange.Effect
  /// The differences of a changed document; empty for a created or deleted one.
  package let differences: [ValueDifference]
  /// The compatibility of a changed view type, for screens and for apps.
  package internal(set) var compatibility: [CompatibilityReport] = []
  /// The supported releases whose own schema of a changed view type does not accept all of its content.
  package internal(set) var broken: [BrokenRelease] = []

  package var isBreaking: Bool { !broken.isEmpty || compatibility.contains { $0.verdict == .breaking } }

  /// Compares two documents; nil if they are equal.
  init?(_ kind: DocumentKind, _ name: String, from old: JSONValue?, to new: JSONValue?) {
    guard old != new else { return nil }
    subject = .document(kind, name)
    effect = old == nil ? .created : new == nil ? .deleted : .updated
    differences = if let old, let new { ValueDifference.all(from: old, to: new) } else { [] }
  }

  /// Why a changed view type is not compatible, and the location in the new schema.
  package var reasons: [(verdict: CompatibilityVerdict, location: JSONPointer, text: String)] {
    compatibility.flatMap { report in
      report.reasons.map {
        (
          $0.verdict, $0.new.pointer,
          "\($0.verdict.rawValue) for \(report.direction.rawValue): \($0.sentence)"
        )
      }
    }
      + broken.map { broken in
        let reason = broken.report.reasons.first
        let why = reason.map { ": \($0.sentence)" } ?? ""
        return (
          .breaking, reason?.new.pointer ?? .root,
          "\(broken.release) could not decode all content\(why)"
        )
      }
  }
}

extension CompatibilityReason {
  /// The message with its hint.
  fileprivate var sentence: String { message + (hint.map { "; \($0)" } ?? "") }
}
