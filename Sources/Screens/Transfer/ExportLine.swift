import JSONText
import MessageDigest

// The lines of an export, and their parsers.

extension ScreenVersion {
  var line: JSONValue {
    [
      "route": .string(route.name), "number": .number(JSONNumber(number)),
      "publishedAt": .time(record.publishedAt), "by": .string(record.by), "via": .string(record.via.rawValue),
      "message": .text(record.message), "definition": definition ?? .null,
    ]
  }

  init?(line: JSONValue) {
    guard let route = line.route, let number = line["number"]?.numberValue?.intValue, number > 0,
      let time = line["publishedAt"]?.numberValue?.doubleValue, let by = line["by"]?.stringValue,
      let via = line["via"]?.stringValue.flatMap(PublicationRecord.Path.init(rawValue:)),
      let definition = line["definition"]
    else { return nil }
    // `JSONValue?.none`, because `nil` would be the JSON value null.
    let content = definition == .null ? JSONValue?.none : definition
    self.init(
      route: route, number: number, definition: content,
      record: PublicationRecord(
        publishedAt: time, by: by, via: via, message: line["message"]?.stringValue))
  }
}

extension Draft {
  var line: JSONValue {
    var object: JSONObject = [
      "route": .string(route.name), "baseVersion": .number(JSONNumber(baseVersion)),
      "revision": .number(JSONNumber(revision)), "savedAt": .time(savedAt), "by": .string(by),
      "message": .text(message), "definition": definition,
    ]
    if let schedule {
      var plan: JSONObject = [
        "at": .time(schedule.at), "by": .string(schedule.by), "message": .text(schedule.message),
        "failure": .text(schedule.failure),
      ]
      if let rollout = schedule.rollout.json { plan["rollout"] = rollout }
      object["schedule"] = .object(plan)
    }
    return .object(object)
  }

  init?(line: JSONValue) {
    guard let route = line.route, let base = line["baseVersion"]?.numberValue?.intValue,
      let revision = line["revision"]?.numberValue?.intValue,
      let savedAt = line["savedAt"]?.numberValue?.doubleValue, let by = line["by"]?.stringValue,
      let definition = line["definition"]
    else { return nil }
    var schedule: Schedule?
    if let value = line["schedule"] {
      guard let at = value["at"]?.numberValue?.doubleValue, let by = value["by"]?.stringValue,
        let rollout = RolloutOptions(stored: value["rollout"])
      else { return nil }
      schedule = Schedule(
        at: at, by: by, message: value["message"]?.stringValue, rollout: rollout,
        failure: value["failure"]?.stringValue)
    }
    self.init(
      route: route, definition: definition, baseVersion: base, revision: revision, savedAt: savedAt, by: by,
      message: line["message"]?.stringValue, schedule: schedule)
  }
}

extension ImportMark {
  func line(path: String) -> JSONValue {
    [
      "path": .string(path), "content": .string(Hexadecimal.text(of: content)),
      "text": .text(text.map { Hexadecimal.text(of: $0) }),
    ]
  }

  init?(line: JSONValue) {
    guard let content = line["content"]?.stringValue.flatMap(Self.digest) else { return nil }
    self.init(content: content, text: line["text"]?.stringValue.flatMap(Self.digest))
  }

  private static func digest(_ text: String) -> [UInt8]? {
    Hexadecimal.bytes(of: text.utf8).flatMap { $0.count == digestBytes ? $0 : nil }
  }
}

extension AuditEntry {
  var line: JSONValue {
    var object: JSONObject = [
      "at": .time(at), "by": .string(by), "action": .string(action.rawValue), "subject": .string(subject),
    ]
    if let version { object["version"] = .number(JSONNumber(version)) }
    if let message { object["message"] = .string(message) }
    return .object(object)
  }

  init?(line: JSONValue) {
    guard let at = line["at"]?.numberValue?.doubleValue, let by = line["by"]?.stringValue,
      let action = line["action"]?.stringValue.map(Action.init(rawValue:)),
      let subject = line["subject"]?.stringValue
    else { return nil }
    self.init(
      at: at, by: by, action: action, subject: subject, version: line["version"]?.numberValue?.intValue,
      message: line["message"]?.stringValue)
  }
}

extension JSONValue {
  fileprivate static func time(_ seconds: Double) -> JSONValue {
    JSONNumber(seconds).map { .number($0) } ?? .number(JSONNumber(0))
  }

  fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  fileprivate var route: Route? { self["route"]?.stringValue.flatMap { try? Route(stored: $0) } }
}
