internal import JSONText

/// Comments on the items of screens. Those of a change set are stored by the server beside the set, so that a comment
/// changes nothing in it.
package struct CommentService: Sendable {
  let publisher: Publisher

  /// Who reads and writes comments.
  package enum Reader: Sendable {
    case member
    /// A person with a link to a change set, who sees only the screens that it changes, and no drafts.
    case guest
  }

  /// Stores the comments.
  private var server: Publisher { publisher.origin?.server ?? publisher }

  /// The comments on a screen.
  /// - Throws: ``ScreensError/unknownRoute(_:nearest:)``, ``ScreensError/deleted(_:)``.
  package func thread(of route: Route, for reader: Reader) throws(ScreensError) -> CommentThread {
    let place = place(of: route)
    return CommentThread(
      server.state.comments[place] ?? [:], items: try knownItems(of: place, for: reader).present)
  }

  /// Adds a comment. In a full list, it takes the place of the oldest resolved one.
  /// - Parameter precondition: whether to continue, given the present comments.
  /// - Throws: ``ScreensError/invalidBody(_:)`` for an item that the screen does not have, and if there are too many.
  package func add(
    _ new: NewComment, on route: Route, by author: Author, _ reader: Reader,
    precondition: (CommentThread) throws(ScreensError) -> Void
  ) throws(ScreensError) -> ScreenComment {
    let place = place(of: route)
    let items = try knownItems(of: place, for: reader)
    return try server.writing { (state) throws(ScreensError) in
      try self.requireOpenSet(of: place, state)
      let present = state.comments[place] ?? [:]
      try precondition(CommentThread(present, items: items.present))
      guard items.commentable.contains(ExactString(new.item)) else {
        throw new.unknownItem(of: route, among: items.commentable.map(\.text))
      }
      if case .guest = reader { try self.requireRoomForGuests(new, of: place.changeSet, state) }
      let removed = try self.removedComment(for: new, present, state)
      let comment = ScreenComment(
        number: (present.keys.max() ?? 0) + 1, item: new.item, pointer: new.pointer, text: new.text,
        by: author.name, createdAt: server.clock())
      try self.store(comment, removing: removed, at: place, .comment, by: author, &state)
      return comment
    }
  }

  /// Marks a comment as done. It stays in the list.
  /// - Throws: ``ScreensError/unknownDocument(_:nearest:)``.
  package func resolve(
    _ number: Int, of route: Route, by author: Author, _ reader: Reader,
    precondition: (CommentThread) throws(ScreensError) -> Void
  ) throws(ScreensError) -> ScreenComment {
    let place = place(of: route)
    let items = try knownItems(of: place, for: reader)
    return try server.writing { (state) throws(ScreensError) in
      try self.requireOpenSet(of: place, state)
      let present = state.comments[place] ?? [:]
      guard var comment = present[number] else {
        throw .unknownDocument(.document(.comment, String(number)), nearest: nil)
      }
      try precondition(CommentThread(present, items: items.present))
      guard comment.resolution == nil else { return comment }
      comment.resolution = ScreenComment.Resolution(at: server.clock(), by: author.name)
      try self.store(comment, removing: nil, at: place, .resolveComment, by: author, &state)
      return comment
    }
  }

  // MARK: Steps

  private func place(of route: Route) -> ScreenComment.Place {
    ScreenComment.Place(route: route, changeSet: publisher.origin?.changeSet)
  }

  /// The ids of the items that are in the screen now, and of those that can have a comment: those that are published,
  /// too, so that the removal of an item can be discussed.
  private func knownItems(
    of place: ScreenComment.Place, for reader: Reader
  ) throws(ScreensError) -> (present: Set<ExactString>, commentable: Set<ExactString>) {
    let route = place.route
    if case .guest = reader {
      let set = place.changeSet.flatMap { server.state.changeSets[$0] }
      guard set?.changes[.screen(route)] != nil else { throw .unknownRoute(route, nearest: nil) }
    }
    let draft: JSONValue? =
      if case .member = reader { try publisher.drafts.storedDraft(of: route)?.definition } else { nil }
    let own: JSONValue?
    var failure: ScreensError?
    do throws(ScreensError) {
      own = try publisher.state.definition(of: route)
    } catch {
      (own, failure) = (nil, error)
    }
    let published = place.changeSet == nil ? nil : try? server.state.definition(of: route)
    let known = [draft, own, published].compactMap(\.self)
    if known.isEmpty, server.state.comments[place] == nil, let failure { throw failure }
    return (
      (draft ?? own)?.idsOfAllItems ?? [], known.reduce(into: []) { $0.formUnion($1.idsOfAllItems) }
    )
  }

  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``, ``ScreensError/changeSetPublished(_:)``: the comments of a
  ///   published set can only be read.
  private func requireOpenSet(
    of place: ScreenComment.Place, _ state: PublishedState
  ) throws(ScreensError) {
    if let set = place.changeSet { _ = try state.openChangeSet(set) }
  }

  /// - Throws: ``ScreensError/invalidBody(_:)`` if the guests of a change set have written as much as they may.
  private func requireRoomForGuests(
    _ new: NewComment, of changeSet: String?, _ state: PublishedState
  ) throws(ScreensError) {
    let count = state.comments.reduce(0) { count, list in
      list.key.changeSet != changeSet
        ? count : count + list.value.values.count { $0.by == ScreenComment.guest }
    }
    guard count >= ScreenComment.maximumGuestCount else { return }
    throw new.refusal(
      .tooMany, "text",
      "the guests of a change set have at most \(ScreenComment.maximumGuestCount) comments", hint: nil)
  }

  /// The comment that a new one replaces; nil while there is room.
  /// - Throws: ``ScreensError/invalidBody(_:)`` without room.
  private func removedComment(
    for new: NewComment, _ present: [Int: ScreenComment], _ state: PublishedState
  ) throws(ScreensError) -> Int? {
    let total = state.comments.values.reduce(0) { $0 + $1.count }
    guard present.count >= ScreenComment.maximumCount || total >= ScreenComment.maximumTotalCount else {
      return nil
    }
    if let oldest = present.values.filter({ $0.resolution != nil }).map(\.number).min() { return oldest }
    let message =
      present.count >= ScreenComment.maximumCount
      ? "a screen has at most \(ScreenComment.maximumCount) comments"
      : "there are at most \(ScreenComment.maximumTotalCount) comments"
    throw new.refusal(.tooMany, "text", message, hint: "resolve those that are done: a new one replaces them")
  }

  private func store(
    _ comment: ScreenComment, removing removed: Int?, at place: ScreenComment.Place,
    _ action: AuditEntry.Action, by author: Author, _ state: inout PublishedState
  ) throws(ScreensError) {
    var changes = StoreChanges()
    changes.documents[.comment][place.documentName(of: comment.number)] = .some(comment.json)
    if let removed { changes.documents[.comment][place.documentName(of: removed)] = .some(nil) }
    let note = author.message ?? comment.item
    let told = author.saying(place.changeSet.map { "\(note) (change set \($0))" } ?? note)
    let documents = changes.documents
    try server.save(action, place.route.name, by: told) { $0.documents = documents }
    server.take(changes)
    state = server.state
  }
}

extension Publisher {
  /// The comments on items of screens.
  package var comments: CommentService { CommentService(publisher: self) }
}

extension StoreChanges {
  /// Deletes the comments of a change set.
  mutating func deleteComments(of changeSet: String, _ state: PublishedState) {
    for (place, comments) in state.comments where place.changeSet == changeSet {
      for number in comments.keys { documents[.comment][place.documentName(of: number)] = .some(nil) }
    }
  }
}
