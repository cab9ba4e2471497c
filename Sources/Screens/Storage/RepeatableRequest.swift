package import JSONText

/// Identifies a request that may be sent again: its `Idempotency-Key` and its content
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
package struct RequestIdentity: Sendable, Hashable {
  /// How long a store remembers a request, in seconds.
  package static let lifetime = 86_400.0

  /// The SHA-256 digest of the sender's name and the key, in hexadecimal. Stores do not hold the key itself.
  package let id: String
  /// The SHA-256 digest of method, target and body, in hexadecimal.
  package let content: String

  package init(id: String, content: String) {
    self.id = id
    self.content = content
  }
}

/// A stored request, to answer its repetitions.
package struct RepeatableRequest: Sendable, Equatable {
  /// ``RequestIdentity/content`` of the first request.
  package let content: String
  /// The revision of the changes that it made.
  package let revision: Int
  /// The first audit entry of its changes; nil if it changed nothing.
  package let effect: Effect?
  /// Nil if the process ended between the change and the response.
  package let response: KeptResponse?

  /// What a request did.
  package struct Effect: Sendable, Equatable {
    package let action: String
    package let subject: String
    package let version: Int?

    package init(action: String, subject: String, version: Int?) {
      self.action = action
      self.subject = subject
      self.version = version
    }

    package init(_ entry: AuditEntry) {
      self.init(action: entry.action.rawValue, subject: entry.subject, version: entry.version)
    }

    package var json: JSONValue {
      var object: JSONObject = ["action": .string(action), "subject": .string(subject)]
      if let version { object["version"] = .number(JSONNumber(version)) }
      return .object(object)
    }

    package init?(json: JSONValue) {
      guard let action = json["action"]?.stringValue, let subject = json["subject"]?.stringValue else {
        return nil
      }
      self.init(action: action, subject: subject, version: json["version"]?.numberValue?.intValue)
    }
  }

  package init(content: String, revision: Int, effect: Effect?, response: KeptResponse?) {
    self.content = content
    self.revision = revision
    self.effect = effect
    self.response = response
  }
}
