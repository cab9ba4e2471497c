/// Client keys of SDKs.
package struct ClientKeyService: Sendable {
  let publisher: Publisher

  /// The client keys, sorted by name.
  package var all: [ClientKey] { publisher.state.clientKeys.values.sorted { $0.name < $1.name } }

  /// A client key; nil if there is none of that name.
  package func named(_ name: String) -> ClientKey? { publisher.state.clientKeys[name] }
}

extension Publisher {
  /// The client keys of SDKs.
  package var clientKeys: ClientKeyService { ClientKeyService(publisher: self) }
}
