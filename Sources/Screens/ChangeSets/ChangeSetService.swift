package import JSONText

/// Change sets: creating, changing, rebasing and deleting them.
package struct ChangeSetService: Sendable {
  let publisher: Publisher

  /// All change sets, sorted by name.
  package var all: [ChangeSet] { publisher.state.changeSets.values.sorted { $0.name < $1.name } }

  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``.
  package func review(of name: String) throws(ScreensError) -> ChangeSetReview {
    let state = publisher.indexedState()
    return review(of: try state.changeSet(name), state)
  }

  func review(of set: ChangeSet, _ state: PublishedState) -> ChangeSetReview {
    ChangeSetReview(
      set: set, plan: ChangeSetPlan(set.publishableChanges, on: state, gate: publisher.gate),
      conflicts: state.conflicts(of: set))
  }

  /// Checks a precondition against the present set.
  /// - Throws: ``ScreensError/changeSetPreconditionFailed(current:)``.
  func require(
    _ precondition: ChangeSetPrecondition?, _ name: String, _ state: PublishedState
  ) throws(ScreensError) {
    // A review validates the whole set, so only a request with a precondition pays for it.
    guard let precondition else { return }
    let current = state.changeSets[name].map { review(of: $0, state) }
    guard precondition(current) else { throw .changeSetPreconditionFailed(current: current) }
  }

  /// Creates an empty change set.
  /// - Parameter lifetime: the seconds after which it is deleted; nil for never.
  /// - Throws: ``ScreensError/changeSetExists(_:)``, ``ScreensError/invalidBody(_:)`` if there are too many.
  package func create(
    _ name: String, message: String?, lifetime: Int?, by author: Author
  ) throws(ScreensError) -> ChangeSet {
    try publisher.writing { (state) throws(ScreensError) in
      guard state.changeSets[name] == nil else { throw .changeSetExists(name) }
      var set = try self.newChangeSet(name, message, by: author, state)
      set.expiresAt = lifetime.map { publisher.clock() + Double($0) }
      try self.store(set, .createChangeSet, by: author, &state)
      return set
    }
  }

  private func newChangeSet(
    _ name: String, _ message: String?, by author: Author, _ state: PublishedState
  ) throws(ScreensError) -> ChangeSet {
    guard state.changeSets.count < ChangeSet.maximumCount else {
      throw .invalidBody(
        Diagnostics(
          Diagnostic(
            .tooMany, at: .root, "there are at most \(ChangeSet.maximumCount) change sets",
            hint: "delete those that are published or no longer needed")))
    }
    return ChangeSet(
      name: name, message: message ?? author.message, by: author.name, createdAt: publisher.clock(),
      baseRevision: publisher.currentRevision)
  }

  /// Deletes a set. Its published changes stay, but can no longer be rolled back as one.
  package func delete(
    _ name: String, by author: Author, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) {
    try publisher.writing { (state) throws(ScreensError) in
      let set = try state.changeSet(name)
      try self.require(precondition, name, state)
      try self.delete(set, by: author, &state)
    }
  }

  func delete(_ set: ChangeSet, by author: Author, _ state: inout PublishedState) throws(ScreensError) {
    var changes = StoreChanges()
    changes.documents[.changeSet] = [set.name: JSONValue?.none]
    for subject in set.changes.keys {
      changes.documents[.proposedChange][set.documentName(of: subject)] = .some(nil)
    }
    changes.deleteComments(of: set.name, state)
    changes.audit =
      [publisher.entry(.deleteChangeSet, set.name, by: author)] + cancelledSchedule(of: set, by: author)
    try publisher.save(changes, by: author)
    state.changeSets[set.name] = nil
    state.comments = state.comments.filter { $0.key.changeSet != set.name }
    publisher.makeVisible(state)
  }

  /// Stores changes that were made under the path of a set.
  /// - Parameters:
  ///   - serial: the serial of the set that the changes were validated against.
  ///   - base: the published state that they were validated against. What is published since is a conflict.
  /// - Returns: the revision, and the new serial of the set.
  /// - Throws: ``StoreError/outdated`` if another node has changed the set since.
  func save(
    _ new: StoreChanges, in name: String, serial: Int, over base: PublishedState
  ) throws(ScreensError) -> (revision: Int, serial: Int) {
    let saved: (revision: Int, serial: Int)? = try publisher.writing { (state) throws(ScreensError) in
      var set = try state.openChangeSet(name)
      let author = Author(name: new.audit.last?.by ?? set.by, message: new.audit.last?.message)
      let subjects = new.subjects
      // A change of the mock has no subject: change sets do not hold rules and scenarios.
      guard !subjects.isEmpty else { return (publisher.currentRevision, serial) }
      guard set.serial == serial else { return nil }
      let old = set
      for version in new.versions {
        set.changes[.screen(version.route)] = self.change(
          .screen(version.route), to: version.definition, of: set, by: author, base)
      }
      for kind in new.documents.kinds {
        guard kind.path != nil else {
          throw .store(.refused(.cannotHold(kind)))
        }
        for (document, content) in new.documents[kind] {
          let subject = ChangeSubject.document(kind, document)
          set.changes[subject] = self.change(subject, to: content, of: set, by: author, base)
        }
      }
      for (route, draft) in new.drafts {
        set.changes[.draft(route)] = draft.map {
          ProposedChange(
            content: $0.json.serialized(), base: nil, baseVersion: $0.baseVersion, edits: 1, at: $0.savedAt,
            by: $0.by, message: $0.message)
        }
      }
      // The schedule was made for other content.
      if !new.versions.isEmpty || !new.documents.isEmpty { set.schedule = nil }
      try self.requireRoom(for: set, replacing: old, state)
      // The audit says what was written.
      let written = Author(
        name: author.name,
        message: subjects.map(\.path).joined(separator: ", ") + (author.message.map { ": " + $0 } ?? ""))
      try self.store(set, .editChangeSet, by: written, request: new.request, replacing: old, &state)
      return (publisher.currentRevision, set.serial + 1)
    }
    guard let saved else { throw .store(.outdated) }
    return saved
  }

  /// Replaces all changes of a set except its drafts. Content that equals the published content is not a change.
  /// Creates the set if it does not exist.
  /// - Parameters:
  ///   - contents: the new content by subject; nil for a deletion.
  ///   - keepsOthers: whether to keep the changes of other subjects.
  /// - Returns: whether the set is new.
  package func replaceChanges(
    of name: String, by contents: [ChangeSubject: JSONValue?], keepsOthers: Bool, message: String?,
    lifetime: Int?, author: Author, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> Bool {
    try publisher.writing { (state) throws(ScreensError) in
      try self.require(precondition, name, state)
      let isNew = state.changeSets[name] == nil
      let old =
        isNew ? try self.newChangeSet(name, message, by: author, state) : try state.openChangeSet(name)
      var set = old
      // The request cannot name uploaded pictures, so they stay.
      for (subject, _) in old.publishableChanges
      where !subject.isUpload && !(keepsOthers && contents[subject] == nil) {
        set.removeChange(of: subject)
      }
      for (subject, sent) in contents {
        // A published definition has all ids filled in, so fill them in before comparing.
        var content = subject.isScreen ? sent.map { IDFilling.fill($0, state.catalogue) } : sent
        // A definition without translations keeps those that are published, as everywhere.
        if case .screen(let route) = subject, let document = content,
          !ScreenTranslations.isNamed(in: document)
        {
          content = state.translations(of: route).stored(in: document)
        }
        guard state.published(subject).content != content else { continue }
        // The base is the published content: a client that sends complete content means to replace what is there.
        let (base, version) = state.published(subject)
        let isSame = old.changes[subject].map { $0.contentValue == content } ?? false
        let edits = isSame ? old.changes[subject]?.edits ?? 1 : old.nextEdit(of: subject)
        set.changes[subject] = ProposedChange(
          content: content?.serialized(), base: base?.serialized(), baseVersion: version,
          edits: edits,
          at: publisher.clock(), by: author.name, message: author.message)
      }
      set.schedule = nil
      if let message { set.message = message }
      if let lifetime { set.expiresAt = publisher.clock() + Double(lifetime) }
      try self.requireRoom(for: set, replacing: old, state)
      try self.store(
        set, isNew ? .createChangeSet : .editChangeSet, by: author, replacing: isNew ? nil : old, &state)
      return isNew
    }
  }

  /// Rebases a set on the published content. Merges the changes of both sides item by item if they do not conflict.
  /// - Parameter resolutions: the side to keep, by subject. Applies to subjects without a conflict, too.
  /// - Returns: the subjects whose change was rebased or removed, and the remaining conflicts.
  package func rebase(
    _ name: String, resolving resolutions: [ChangeSubject: ChangeSetResolution], by author: Author,
    dryRun: Bool = false, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> (rebased: [ChangeSubject], conflicts: [ChangeSetConflict]) {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      let old = try state.openChangeSet(name)
      try self.require(precondition, name, state)
      var set = old
      var rebased: [ChangeSubject] = []
      let catalogue = state.catalogue(with: old)
      for (subject, change) in old.publishableChanges {
        let (theirs, version) = state.published(subject)
        let (base, ours) = (change.baseValue, change.contentValue)
        if resolutions[subject] == .theirs {
          set.removeChange(of: subject)
        } else if resolutions[subject] == .ours {
          set.changes[subject] = change.with(content: ours, base: theirs, baseVersion: version)
        } else if theirs == ours, theirs != base {
          // The same content was published without the set.
          set.removeChange(of: subject)
        } else if theirs != base {
          let merge = DefinitionMerge(base: base, ours: ours, theirs: theirs, of: subject, in: catalogue)
          guard let merged = merge.merged else { continue }
          // The version is the entity tag, so other content needs another one.
          set.changes[subject] = change.with(
            content: merged, base: theirs, baseVersion: version, edit: set.nextEdit(of: subject))
        } else {
          continue
        }
        rebased.append(subject)
      }
      if !rebased.isEmpty, !dryRun {
        set.schedule = nil
        try self.requireRoom(for: set, replacing: old, state)
        try self.store(set, .rebaseChangeSet, by: author, replacing: old, &state)
      }
      return (rebased, state.conflicts(of: set))
    }
  }

  // MARK: Steps

  /// A new change of a subject in a set. Its base is that of the previous change, or else the published content.
  private func change(
    _ subject: ChangeSubject, to content: JSONValue?, of set: ChangeSet, by author: Author,
    _ state: PublishedState
  ) -> ProposedChange {
    let old = set.changes[subject]
    let (published, version) = state.published(subject)
    return ProposedChange(
      content: content?.serialized(), base: old.map(\.base) ?? published?.serialized(),
      baseVersion: old?.baseVersion ?? version, edits: set.nextEdit(of: subject), at: publisher.clock(),
      by: author.name,
      message: author.message)
  }

  private func requireRoom(
    for set: ChangeSet, replacing old: ChangeSet, _ state: PublishedState
  ) throws(ScreensError) {
    guard set.changes.count <= ChangeSet.maximumChanges else {
      throw .store(.full("a change set holds at most \(ChangeSet.maximumChanges) changes"))
    }
    try requireRoom(for: set, replacing: old, state, \.bytes, ChangeSet.maximumBytes, "content")
    try requireRoom(
      for: set, replacing: old, state, \.uploadBytes, ChangeSet.maximumUploadBytes,
      "uploaded pictures in Base64")
  }

  private func requireRoom(
    for set: ChangeSet, replacing old: ChangeSet, _ state: PublishedState,
    _ bytes: (ChangeSet) -> Int, _ maximum: Int, _ what: String
  ) throws(ScreensError) {
    let (new, before) = (bytes(set), bytes(old))
    // A set that becomes smaller is always stored.
    guard new > before else { return }
    guard new <= maximum else {
      throw .store(.full("a change set holds at most \(maximum) bytes of \(what)"))
    }
    let all = state.changeSets.values.reduce(new - before) { $0 + bytes($1) }
    guard all <= ChangeSet.maximumTotalBytes else {
      throw .store(
        .full("all change sets together hold at most \(ChangeSet.maximumTotalBytes) bytes of \(what)"))
    }
  }

  /// The audit entry for a schedule that ends because its set is changed or deleted; empty without a schedule. A
  /// schedule that has failed had ended before.
  private func cancelledSchedule(of set: ChangeSet, by author: Author) -> [AuditEntry] {
    guard let schedule = set.schedule, schedule.failure == nil else { return [] }
    return [publisher.entry(.cancelChangeSetSchedule, set.name, by: author)]
  }

  /// Stores a set and its new, different and removed changes, and makes it visible to readers.
  private func store(
    _ set: ChangeSet, _ action: AuditEntry.Action, by author: Author, request: RequestIdentity? = nil,
    replacing old: ChangeSet? = nil, _ state: inout PublishedState
  ) throws(ScreensError) {
    var changes = StoreChanges()
    state.changeSets[set.name] = changes.write(set, replacing: old)
    changes.audit = [publisher.entry(action, set.name, by: author)]
    if let old, set.schedule == nil { changes.audit += cancelledSchedule(of: old, by: author) }
    changes.request = request
    try publisher.save(changes, by: author)
    publisher.makeVisible(state)
  }
}

extension Publisher {
  /// The change sets.
  package var changeSets: ChangeSetService { ChangeSetService(publisher: self) }
}

extension StoreChanges {
  /// The subjects of the changes, sorted by path.
  fileprivate var subjects: [ChangeSubject] {
    var subjects = versions.map { ChangeSubject.screen($0.route) } + drafts.keys.map { .draft($0) }
    for kind in documents.kinds { subjects += documents[kind].keys.map { .document(kind, $0) } }
    return subjects.sorted()
  }

  /// Adds a set and its new, different and removed changes to the documents.
  /// - Returns: the set with its new serial.
  mutating func write(_ set: ChangeSet, replacing old: ChangeSet?) -> ChangeSet {
    var set = set
    if let old {
      set.serial += 1
      if set.changes != old.changes { set.contentSerial = set.serial }
    }
    documents[.changeSet][set.name] = .some(set.json)
    for (subject, change) in set.changes where old?.changes[subject] != change {
      documents[.proposedChange][set.documentName(of: subject)] = .some(change.json)
    }
    for subject in (old?.changes ?? [:]).keys where set.changes[subject] == nil {
      documents[.proposedChange][set.documentName(of: subject)] = .some(nil)
    }
    return set
  }
}

extension PublishedState {
  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``.
  func changeSet(_ name: String) throws(ScreensError) -> ChangeSet {
    guard let set = changeSets[name] else {
      throw .unknownChangeSet(name, nearest: NearestName.to(name, among: changeSets.keys))
    }
    return set
  }

  /// A set that can be changed.
  /// - Throws: ``ScreensError/changeSetPublished(_:)``, and what ``changeSet(_:)`` throws.
  func openChangeSet(_ name: String) throws(ScreensError) -> ChangeSet {
    let set = try changeSet(name)
    guard set.isOpen else { throw .changeSetPublished(name) }
    return set
  }
}
