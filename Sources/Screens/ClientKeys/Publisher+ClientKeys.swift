package import JSONText

/// Client keys of SDKs.
extension Publisher {
  /// The client keys, sorted by name.
  package var clientKeys: [ClientKey] { state.clientKeys.values.sorted { $0.name < $1.name } }

  /// A client key; nil if there is none of that name.
  package func clientKey(_ name: String) -> ClientKey? { state.clientKeys[name] }

  /// The value lists that conditions refer to, by name.
  package var groups: [String: JSONValue] { state.groups }
}
