import JSONText

extension DocumentKind {
  /// A client key of an SDK, with the experiments that it may read.
  package static let clientKey = DocumentKind(
    "clientKey", noun: "client key", event: .clientKeyChanged, maximumCount: ClientKey.maximumCount,
    Contents(
      all: { $0.clientKeys.mapValues(\.json) },
      document: { $0.clientKeys[$1]?.json },
      read: { name, json, state in
        // If the only key were left out, every text would be accepted as a key. A key without experiments reads nothing.
        state.clientKeys[name] = ClientKey(name: name, experiments: [])
        state.clientKeys[name] = try ClientKey(name: name, try JSONDocument(of: json))
      },
      remove: { $1.clientKeys[$0] = nil },
      check: { name, document, _ in _ = try ClientKey(name: name, document) }))
}
