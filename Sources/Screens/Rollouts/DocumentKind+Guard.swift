import JSONText

extension DocumentKind {
  /// The rule by which rollouts advance and stop.
  package static let `guard` = DocumentKind(
    "guard", noun: "guard", folder: "_guards",
    Contents(
      all: { $0.guards.mapValues(\.json) },
      document: { $0.guards[$1]?.json },
      read: { name, json, state in state.guards[name] = try Guard(try JSONDocument(of: json)) },
      remove: { $1.guards[$0] = nil },
      check: { _, document, _ in _ = try Guard(document) }))
}
