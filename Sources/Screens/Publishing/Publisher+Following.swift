/// Following the changes of other nodes that share the store.
extension Publisher {
  /// Takes over what other nodes have changed. Does nothing for a store of this server alone.
  /// - Parameter isCurrent: whether the store is known to have no changes of other nodes. Called while no writer runs.
  /// - Throws: ``ScreensError/store(_:)``.
  package func follow(unless isCurrent: () -> Bool = { false }) throws(ScreensError) {
    guard let shared = store as? any SharedStore else { return }
    try withoutWriters { () throws(ScreensError) in
      // The state in memory is behind the copy if changes could not be taken over.
      if !isCurrent() || shared.revision != self.currentRevision { try self.catchUp(shared) }
      self.showRevision()
    }
  }

  /// Makes sure that readers see every change that was acknowledged before this call, by whatever node. Asks the store
  /// once.
  /// - Throws: ``ScreensError/store(_:)``.
  package func refresh() throws(ScreensError) {
    guard let shared = store as? any SharedStore else { return }
    try withoutWriters { () throws(ScreensError) in
      do throws(StoreError) {
        try shared.confirm()
        // The state in memory is behind the copy if changes could not be taken over.
        if shared.revision == self.currentRevision { return }
      } catch {
        guard error == .outdated else { throw .store(error) }
      }
      try self.catchUp(shared)
      self.showRevision()
    }
  }

  /// Takes over changes. Called by writers only.
  func catchUp(_ shared: any SharedStore) throws(ScreensError) {
    let update = try stored { (_) throws(StoreError) in try shared.catchUp() }
    guard let update else {
      // The store reported these changes before, but loading them failed.
      guard let revision = shared.revision, revision != currentRevision else { return }
      take(try stored { (store) throws(StoreError) in try store.load() })
      return setRevision(revision)
    }
    switch update.content {
    case .changes(let changes): take(changes)
    case .everything(let contents): take(contents)
    }
    setRevision(update.revision)
  }

  private func take(_ contents: StoreContents) {
    var problems: [FileProblem] = []
    let old = state
    var new = PublishedState(contents, reporter: damageReporter, problems: &problems)
    // A store does not hold the assets of the folder.
    new.catalogue.setAssets(old.catalogue.assets)
    tokens.replace(with: contents.tokens)
    let final = new
    makeVisible(final) { observer in
      observer.willReplaceHistory()
      observer.didChange(final.everything)
    }
  }

  /// Shows changes that are stored already. Called by writers only.
  /// - Parameter areProposed: whether they are those of a change set, which may be invalid.
  func take(_ changes: StoreChanges, areProposed: Bool = false) {
    var state = self.state
    let change = state.take(changes, reporter: damageReporter, areProposed: areProposed)
    tokens.take(changes.tokens)
    makeVisible(state) { observer in
      observer.didChange(change)
      if changes.documents.kinds.contains(.clientKey) { observer.didChangeClientKeys() }
    }
  }
}
