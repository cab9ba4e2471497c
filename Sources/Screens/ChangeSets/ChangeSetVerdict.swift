import JSONText

/// What somebody who has looked at a change set thinks of it.
package struct ChangeSetVerdict: Sendable, Equatable {
  package enum Decision: String, Sendable, CaseIterable {
    case approved
    case changesRequested = "changes-requested"
  }

  /// The maximum length of a message, in Unicode scalars.
  package static let maximumMessageLength = 2000
  /// The maximum number of verdicts on a set. A new one then replaces the oldest.
  package static let maximumCount = 100

  package let decision: Decision
  /// The name of the token.
  package let by: String
  /// Seconds since 1970 UTC.
  package let at: Double
  package let message: String?
  /// The ``ChangeSet/contentSerial`` of what was looked at.
  let serial: Int
}

extension ChangeSet {
  /// Whether a verdict is on what the set changes now.
  package func isCurrent(_ verdict: ChangeSetVerdict) -> Bool { verdict.serial == contentSerial }
}

extension ChangeSetService {
  /// Stores a verdict on an open set, in place of what the same person thought before.
  /// - Returns: the set with the verdict.
  /// - Throws: ``ScreensError/unknownChangeSet(_:nearest:)``, ``ScreensError/changeSetPublished(_:)``.
  package func judge(
    _ name: String, _ decision: ChangeSetVerdict.Decision, message: String?, by author: Author,
    precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> ChangeSetReview {
    try publisher.writing { (state) throws(ScreensError) in
      var set = try state.openChangeSet(name)
      try self.require(precondition, name, state)
      set.verdicts.removeAll { $0.by == author.name }
      set.verdicts = set.verdicts.suffix(ChangeSetVerdict.maximumCount - 1)
      set.verdicts.append(
        ChangeSetVerdict(
          decision: decision, by: author.name, at: publisher.clock(), message: message,
          serial: set.contentSerial))
      let told = author.saying(decision.rawValue + (message.map { ": " + $0 } ?? ""))
      let judged = set
      try publisher.save(.reviewChangeSet, name, by: told) {
        $0.documents[.changeSet] = [name: .some(judged.json)]
      }
      state.changeSets[name] = judged
      publisher.makeVisible(state)
      return self.review(of: judged, state)
    }
  }
}

// MARK: Stored form

extension ChangeSetVerdict {
  init?(_ json: JSONValue) {
    guard let decision = json["decision"]?.stringValue.flatMap({ Decision(rawValue: $0) }),
      let by = json["by"]?.stringValue, let at = json["at"]?.numberValue?.doubleValue,
      let serial = json["serial"]?.numberValue?.intValue
    else { return nil }
    self.init(decision: decision, by: by, at: at, message: json["message"]?.stringValue, serial: serial)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "decision": .string(decision.rawValue), "by": .string(by), "at": .double(at),
      "serial": .number(JSONNumber(serial)),
    ]
    if let message { object["message"] = .string(message) }
    return .object(object)
  }
}
