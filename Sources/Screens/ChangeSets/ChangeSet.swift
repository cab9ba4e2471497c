import JSONText

/// Changes of several screens and documents that are previewed, published and rolled back as one.
///
/// Requests under its path `/c/NAME` see these changes on top of the currently published content.
package struct ChangeSet: Sendable {
  /// The maximum number of change sets, those that are published included.
  package static let maximumCount = 500
  /// The maximum number of changes in one set.
  package static let maximumChanges = 5000
  /// The maximum size of the contents of one set as JSON text without uploaded pictures, in bytes.
  package static let maximumBytes = 8 << 20
  /// The maximum size of the contents of all sets together, in bytes.
  package static let maximumTotalBytes = 64 << 20
  /// The maximum size of the uploaded pictures of one set in Base64, in bytes.
  package static let maximumUploadBytes = 32 << 20

  package let name: String
  package var message: String?
  /// The name of the token that made the set.
  package let by: String
  /// Seconds since 1970 UTC.
  package let createdAt: Double
  /// The server's revision when the set was created.
  package let baseRevision: Int
  /// When the set is deleted automatically, in seconds since 1970 UTC; nil for never.
  package var expiresAt: Double?
  package var schedule: Draft.Schedule?
  /// Nil while the set is open.
  package var publication: Publication?
  /// Rises with every change of the set.
  package internal(set) var serial = 1
  /// The ``serial`` since which the contents of ``changes`` are what they are.
  var contentSerial = 1
  /// The last verdict of each person, oldest first.
  package var verdicts: [ChangeSetVerdict] = []
  /// The links for people without a token that were not revoked, oldest first. Some may have expired.
  var guests: [ChangeSetGuest] = []
  /// The number of the newest link.
  var lastGuest = 0
  /// The highest ``ProposedChange/edits`` of the changes that were removed from the set. A new change counts on from
  /// it: a reused version number would let an old entity tag match new content.
  private(set) var highestRemovedEdit = 0
  package var changes: [ChangeSubject: ProposedChange] = [:]

  /// When and by whom a set was published, and what that changed.
  package struct Publication: Sendable, Equatable {
    /// Seconds since 1970 UTC.
    package let at: Double
    package let by: String
    /// The published version of each screen whose content changed.
    package let versions: [Route: Int]
    /// The documents that it changed.
    package let documents: Set<ChangeSubject>

    /// Whether the publication changed a subject.
    func changed(_ subject: ChangeSubject) -> Bool {
      if case .screen(let route) = subject { versions[route] != nil } else { documents.contains(subject) }
    }
  }

  package init(name: String, message: String?, by: String, createdAt: Double, baseRevision: Int) {
    self.name = name
    self.message = message
    self.by = by
    self.createdAt = createdAt
    self.baseRevision = baseRevision
  }

  /// The number of the next write of a subject.
  func nextEdit(of subject: ChangeSubject) -> Int { (changes[subject]?.edits ?? highestRemovedEdit) + 1 }

  /// Removes the change of a subject.
  mutating func removeChange(of subject: ChangeSubject) {
    guard let change = changes.removeValue(forKey: subject) else { return }
    highestRemovedEdit = max(highestRemovedEdit, change.edits)
  }

  package var isOpen: Bool { publication == nil }

  var bytes: Int { changes.reduce(0) { $1.key.isUpload ? $0 : $0 + $1.value.bytes } }

  var uploadBytes: Int { changes.reduce(0) { $1.key.isUpload ? $0 + $1.value.bytes : $0 } }

  /// When the set is published or deleted automatically, in seconds since 1970 UTC; nil for never.
  var dueAt: Double? {
    let publication = schedule.flatMap { $0.failure == nil ? $0.at : nil }
    // A scheduled set does not expire before its publication. A published set stays, so that it can be rolled back.
    return publication ?? (isOpen ? expiresAt : nil)
  }

  /// The drafts in the set, sorted by route.
  package var drafts: [Route] {
    changes.keys.compactMap { if case .draft(let route) = $0 { route } else { nil } }.sorted()
  }

  /// The changes that publishing the set makes, sorted by path.
  package var publishableChanges: [(subject: ChangeSubject, change: ProposedChange)] {
    changes.filter { if case .draft = $0.key { false } else { true } }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The message for the versions and audit entries of a publication or rollback of the set.
  func note(_ message: String?) -> String {
    (message ?? self.message).map { "\($0) (change set \(name))" } ?? "change set \(name)"
  }
}

// MARK: Stored form

extension ChangeSet {
  /// Reads the set without its changes, which are documents of their own.
  init?(name: String, _ json: JSONValue) {
    guard let by = json["by"]?.stringValue, let at = json["createdAt"]?.numberValue?.doubleValue else {
      return nil
    }
    self.init(
      name: name, message: json["message"]?.stringValue, by: by, createdAt: at,
      baseRevision: json["baseRevision"]?.numberValue?.intValue ?? 0)
    serial = json["serial"]?.numberValue?.intValue ?? 1
    contentSerial = json["contentSerial"]?.numberValue?.intValue ?? serial
    verdicts = (json["verdicts"]?.arrayValue ?? []).compactMap { ChangeSetVerdict($0) }
    guests = (json["guests"]?.arrayValue ?? []).compactMap { ChangeSetGuest($0) }
    lastGuest = json["lastGuest"]?.numberValue?.intValue ?? 0
    highestRemovedEdit = json["lastGivenUp"]?.numberValue?.intValue ?? 0
    expiresAt = json["expiresAt"]?.numberValue?.doubleValue
    if let schedule = json["schedule"], let at = schedule["at"]?.numberValue?.doubleValue {
      let rollout = RolloutOptions(stored: schedule["rollout"])
      self.schedule = Draft.Schedule(
        at: at, by: schedule["by"]?.stringValue ?? by, message: schedule["message"]?.stringValue,
        rollout: rollout ?? .none,
        // Without its guard, the set would reach everybody at once.
        failure: schedule["failure"]?.stringValue ?? (rollout == nil ? "its guard cannot be read" : nil))
    }
    if let publication = json["publication"], let at = publication["at"]?.numberValue?.doubleValue {
      var versions: [Route: Int] = [:]
      for member in publication["versions"]?.objectValue ?? [:] {
        guard let route = try? Route(stored: member.name) else { continue }
        versions[route] = member.value.numberValue?.intValue
      }
      let documents = (publication["documents"]?.arrayValue ?? []).compactMap { path in
        path.stringValue.flatMap { ChangeSubject(path: $0) }
      }
      self.publication = Publication(
        at: at, by: publication["by"]?.stringValue ?? by, versions: versions, documents: Set(documents))
    }
  }

  var json: JSONValue {
    var object: JSONObject = [
      "by": .string(by), "createdAt": .double(createdAt), "baseRevision": .number(JSONNumber(baseRevision)),
      "serial": .number(JSONNumber(serial)),
    ]
    if contentSerial != serial { object["contentSerial"] = .number(JSONNumber(contentSerial)) }
    if !verdicts.isEmpty { object["verdicts"] = .array(verdicts.map(\.json)) }
    if !guests.isEmpty { object["guests"] = .array(guests.map(\.json)) }
    if lastGuest > 0 { object["lastGuest"] = .number(JSONNumber(lastGuest)) }
    if highestRemovedEdit > 0 { object["lastGivenUp"] = .number(JSONNumber(highestRemovedEdit)) }
    if let message { object["message"] = .string(message) }
    if let expiresAt { object["expiresAt"] = .double(expiresAt) }
    if let schedule {
      var plan: JSONObject = ["at": .double(schedule.at), "by": .string(schedule.by)]
      if let message = schedule.message { plan["message"] = .string(message) }
      if let rollout = schedule.rollout.json { plan["rollout"] = rollout }
      if let failure = schedule.failure { plan["failure"] = .string(failure) }
      object["schedule"] = .object(plan)
    }
    if let publication {
      var versions: JSONObject = [:]
      for (route, version) in publication.versions.sorted(by: { $0.key < $1.key }) {
        versions[route.name] = .number(JSONNumber(version))
      }
      object["publication"] = [
        "at": .double(publication.at), "by": .string(publication.by), "versions": .object(versions),
        "documents": .array(publication.documents.sorted().map { .string($0.path) }),
      ]
    }
    return .object(object)
  }

  /// The name of a change among the stored documents of ``DocumentKind/proposedChange``.
  func documentName(of subject: ChangeSubject) -> String { name + "/" + subject.path }

  /// The set and the subject of a stored change; nil for any other text.
  static func parse(documentName: String) -> (set: String, subject: ChangeSubject)? {
    guard let slash = documentName.firstIndex(of: "/"),
      let subject = ChangeSubject(path: String(documentName[documentName.index(after: slash)...]))
    else { return nil }
    return (String(documentName[..<slash]), subject)
  }
}
