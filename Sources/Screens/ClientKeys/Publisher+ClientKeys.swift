package import JSONText

/// Client keys of SDKs.
extension Publisher {
  /// The client keys, sorted by name.
  package var clientKeys: [ClientKey] { state.clientKeys.values.sorted { $0.name < $1.name } }

  /// A client key; nil if there is none of that name.
  package func clientKey(_ name: String) -> ClientKey? { state.clientKeys[name] }

  /// The value lists that conditions refer to, by name.
  package var groups: [String: JSONValue] { state.groups }

  /// Creates or changes a client key. It may name experiments that do not exist yet.
  /// - Returns: whether the key is new.
  /// - Throws: ``ScreensError/invalidBody(_:)``.
  package func setClientKey(
    _ name: String, _ text: [UInt8], by author: Author, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> Bool {
    try writing { (state) throws(ScreensError) in
      try state.require(precondition, .clientKey, name)
      let document = try JSONDocument(body: text)
      let key: ClientKey
      do throws(InvalidDocument) {
        key = try ClientKey(name: name, document)
      } catch {
        throw .invalidBody(error.diagnostics)
      }
      let old = state.clientKeys[name]
      guard old != key else { return false }
      guard old != nil || state.clientKeys.count < ClientKey.maximumCount else {
        throw .invalidBody(
          Diagnostics(
            Diagnostic(
              .tooMany, at: .root, "there are at most \(ClientKey.maximumCount) client keys",
              hint: "delete keys that are no longer in use")))
      }
      try self.save(self.entry(.setClientKey, name, by: author), by: author) {
        $0.documents[.clientKey] = [name: key.json]
      }
      state.clientKeys[name] = key
      self.makeVisible(state) { $0.didChangeClientKeys() }
      return old == nil
    }
  }

  /// Deletes a client key. SDKs with this key receive no features from then on. If it was the last key, every text is
  /// accepted as a key.
  /// - Throws: ``ScreensError/unknownClientKey(_:nearest:)``.
  package func deleteClientKey(
    _ name: String, by author: Author, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try writing { (state) throws(ScreensError) in
      guard state.clientKeys[name] != nil else {
        throw .unknownClientKey(name, nearest: NearestName.to(name, among: state.clientKeys.keys))
      }
      try state.require(precondition, .clientKey, name)
      try self.save(self.entry(.deleteClientKey, name, by: author), by: author) {
        $0.documents[.clientKey] = [name: JSONValue?.none]
      }
      state.clientKeys[name] = nil
      self.makeVisible(state) { $0.didChangeClientKeys() }
    }
  }
}
