import JSONText

/// A link to a change set for people without a token. The set keeps what the link allows, not its text.
package struct ChangeSetGuest: Sendable, Equatable {
  /// The maximum number of links to a set that have not expired.
  package static let maximumCount = 100

  /// Identifies the link in its set. No later link gets the same number.
  package let number: Int
  /// The name of the token that made the link.
  package let by: String
  /// Milliseconds since 1970 UTC: a link can last for a second.
  package let expiry: Int
  package let mayComment: Bool

  package var expiresAt: String { Timestamp.text(Double(expiry) / 1000) }

  /// - Parameter now: seconds since 1970 UTC.
  package func isExpired(at now: Double) -> Bool { Double(expiry) <= now * 1000 }
}

extension ChangeSetService {
  /// The links to a set that have not expired, oldest first.
  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``.
  package func guests(of name: String) throws(ScreensError) -> [ChangeSetGuest] {
    let now = publisher.clock()
    return try publisher.state.changeSet(name).guests.filter { !$0.isExpired(at: now) }
  }

  /// The link of a number, and the set to which it belongs; nil if there is no such set.
  package func guest(_ number: Int, of name: String) -> (set: ChangeSetState, link: ChangeSetGuest?)? {
    publisher.state.changeSets[name].map { set in
      (ChangeSetState(set, revision: publisher.revision), set.guests.first { $0.number == number })
    }
  }

  /// Adds a link to an open set. The set keeps its serial, because its changes stay the same.
  /// - Parameter expiry: milliseconds since 1970 UTC.
  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``, ``ScreensError/changeSetPublished(_:)``,
  ///   ``ScreensError/invalidBody(_:)`` if there are too many.
  package func inviteGuest(
    to name: String, until expiry: Int, mayComment: Bool, by author: Author,
    precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> (set: ChangeSetState, link: ChangeSetGuest) {
    try publisher.writing { (state) throws(ScreensError) in
      var set = try state.openChangeSet(name)
      try self.require(precondition, name, state)
      let now = publisher.clock()
      set.guests.removeAll { $0.isExpired(at: now) }
      guard set.guests.count < ChangeSetGuest.maximumCount else {
        throw .invalidBody(
          Diagnostics(
            Diagnostic(
              .tooMany, at: .root, "a change set has at most \(ChangeSetGuest.maximumCount) guest links",
              hint: "revoke those that are no longer needed")))
      }
      set.lastGuest += 1
      let link = ChangeSetGuest(
        number: set.lastGuest, by: author.name, expiry: expiry, mayComment: mayComment)
      set.guests.append(link)
      let note = "until \(link.expiresAt)" + (mayComment ? ", may comment" : "")
      try self.storeGuests(of: set, .inviteGuest, note, by: author, &state)
      return (ChangeSetState(set, revision: publisher.currentRevision), link)
    }
  }

  /// Ends a link.
  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``, ``ScreensError/unknownGuest(_:of:)``.
  package func revokeGuest(
    _ number: Int, of name: String, by author: Author, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) {
    try publisher.writing { (state) throws(ScreensError) in
      var set = try state.changeSet(name)
      try self.require(precondition, name, state)
      guard set.guests.contains(where: { $0.number == number }) else { throw .unknownGuest(number, of: name) }
      set.guests.removeAll { $0.number == number }
      try self.storeGuests(of: set, .revokeGuest, "link \(number)", by: author, &state)
    }
  }

  private func storeGuests(
    of set: ChangeSet, _ action: AuditEntry.Action, _ note: String, by author: Author,
    _ state: inout PublishedState
  ) throws(ScreensError) {
    let told = author.saying(author.message.map { "\($0) (\(note))" } ?? note)
    try publisher.save(action, set.name, by: told) { $0.documents[.changeSet] = [set.name: .some(set.json)] }
    state.changeSets[set.name] = set
    publisher.makeVisible(state)
  }
}

// MARK: Stored form

extension ChangeSetGuest {
  init?(_ json: JSONValue) {
    guard let number = json["number"]?.numberValue?.intValue, let by = json["by"]?.stringValue,
      let expiry = json["expiry"]?.numberValue?.intValue, let mayComment = json["mayComment"]?.boolValue
    else { return nil }
    self.init(number: number, by: by, expiry: expiry, mayComment: mayComment)
  }

  var json: JSONValue {
    [
      "number": .number(JSONNumber(number)), "by": .string(by), "expiry": .number(JSONNumber(expiry)),
      "mayComment": .bool(mayComment),
    ]
  }
}
