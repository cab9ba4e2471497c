import JSONText

extension DocumentKind {
  /// An address that receives messages about changes, with its secret.
  package static let webhook = DocumentKind(
    "webhook", noun: "webhook", maximumCount: Webhook.maximumCount,
    Contents(
      all: { $0.webhooks.mapValues(\.json) },
      document: { $0.webhooks[$1]?.json },
      read: { name, json, state in
        state.webhooks[name] = try Webhook(name: name, try JSONDocument(of: json), knownSecret: nil)
      },
      remove: { $1.webhooks[$0] = nil }))
}
