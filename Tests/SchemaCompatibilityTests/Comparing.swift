import JSONSchema
import JSONText

@testable import SchemaCompatibility

/// A comparison of two schemas from text.
func comparison(
  _ old: String, _ new: String, others: [String: String] = [:], newOthers: [String: String]? = nil,
  limits: CompatibilityLimits = CompatibilityLimits()
) throws -> SchemaComparison {
  try SchemaComparison(
    old: version(old, others: others), new: version(new, others: newOthers ?? others), limits: limits)
}

func version(_ text: String, others: [String: String]) throws -> SchemaVersion {
  var documents: [String: JSONDocument] = [:]
  for (name, other) in others { documents["marquee:/types/" + name] = try JSONDocument(Array(other.utf8)) }
  return try SchemaVersion(
    JSONDocument(Array(text.utf8)), uri: "marquee:/types/CARD.json", others: documents)
}

extension CompatibilityReport {
  /// The reasons, for tests: `verdict code path: message | hint | example`.
  var lines: [String] {
    reasons.map { reason in
      "\(reason.verdict.rawValue) \(reason.code.rawValue) \(reason.path): \(reason.message)"
        + (reason.hint.map { " | \($0)" } ?? "") + (reason.example.map { " | \($0.text)" } ?? "")
    }
  }
}
