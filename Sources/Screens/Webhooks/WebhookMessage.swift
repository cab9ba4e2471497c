internal import JSONText
internal import MessageDigest

/// The content of a message. All attempts send the same.
package struct WebhookMessage: Sendable, Equatable {
  /// `webhook-id`, by which a receiver recognises a repetition.
  package let id: String
  package let event: String
  /// Seconds since 1970 UTC.
  package let at: Double
  /// The body, as JSON text.
  package let body: String
  /// The trace of the change, as `traceparent`; nil without one.
  package let trace: String?

  package init(id: String, event: String, at: Double, body: String, trace: String? = nil) {
    self.trace = trace
    self.id = id
    self.event = event
    self.at = at
    self.body = body
  }
}

extension WebhookMessage {
  /// The message about an audit entry. Its id depends only on the webhook and the entry, so receivers recognize a
  /// repetition.
  init(_ event: WebhookEvent, _ entry: AuditEntry, to webhook: String, trace: String?) {
    var data: JSONObject = [:]
    switch event {
    case .published, .rolledBack, .deleted, .scheduled, .scheduleCancelled, .scheduleFailed:
      data["route"] = .string(entry.subject)
    default: data["name"] = .string(entry.subject)
    }
    if let version = entry.version { data["version"] = .number(JSONNumber(version)) }
    data["by"] = .string(entry.by)
    if let message = entry.message { data["message"] = .string(message) }
    data["auditEntry"] = .number(JSONNumber(entry.id))
    let parts: JSONValue = [
      .string(webhook), .number(JSONNumber(entry.id)), .double(entry.at), .string(entry.action.rawValue),
      .string(entry.subject),
    ]
    let digest = SHA256Digest(of: parts.serialized()).hexadecimal(prefix: 16)
    self.init(id: "msg_" + digest, event, at: entry.at, data, trace: trace)
  }

  /// A test message.
  package static func test(at time: Double) -> WebhookMessage {
    var random = SystemRandomNumberGenerator()
    let id = "msg_test" + String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
    return WebhookMessage(
      id: id, .test, at: time, ["message": "This is a test of the webhook."], trace: nil)
  }

  private init(id: String, _ event: WebhookEvent, at time: Double, _ data: JSONObject, trace: String?) {
    let body: JSONObject = [
      "type": .string(event.rawValue), "timestamp": .string(Timestamp.text(time)), "data": .object(data),
    ]
    self.init(id: id, event: event.rawValue, at: time, body: JSONValue.object(body).text, trace: trace)
  }
}
