/// A store that can be read as a whole, in one consistent state.
package protocol StoreSource: Sendable {
  /// Reads everything: the documents of all kinds, then versions by route and number, drafts, imports, tokens with
  /// their digests, and the audit with its ids.
  /// - Parameter body: receives parts of bounded size, in that order.
  /// - Returns: the store's revision.
  /// - Throws: ``StoreError``, and what `body` throws.
  func readAll(_ body: (StoreChanges) throws -> Void) throws -> Int

  /// The current screens, formats, groups and tokens.
  func contents() throws(StoreError) -> StoreContents
}

/// An empty store that can be filled.
package protocol StoreTarget: Sendable {
  /// Whether the store has never stored anything.
  func isEmpty() throws(StoreError) -> Bool

  /// Stores the parts that `body` passes to its argument in one transaction; nothing if `body` throws.
  /// - Parameter body: returns the revision of the filled store; nil for any.
  /// - Throws: ``StoreError``, and what `body` throws.
  func fill(_ body: ((StoreChanges) throws -> Void) throws -> Int?) throws
}
