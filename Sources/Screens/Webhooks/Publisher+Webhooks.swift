internal import JSONText

/// Webhooks.
extension Publisher {
  /// The webhooks, sorted by name.
  package var webhooks: [Webhook] { state.webhooks.values.sorted { $0.name < $1.name } }

  /// - Throws: ``ScreensError/unknownWebhook(_:nearest:)``.
  package func webhook(_ name: String) throws(ScreensError) -> Webhook {
    let webhooks = state.webhooks
    guard let webhook = webhooks[name] else {
      throw .unknownWebhook(name, nearest: NearestName.to(name, among: webhooks.keys))
    }
    return webhook
  }

  /// Creates or changes a webhook. A changed one keeps its secret unless the document has another.
  /// - Returns: the webhook, and whether it is new.
  /// - Throws: ``ScreensError/invalidBody(_:)``.
  package func setWebhook(
    _ name: String, _ text: [UInt8], by author: Author
  ) throws(ScreensError) -> (webhook: Webhook, isNew: Bool) {
    try writing { (state) throws(ScreensError) in
      let document = try JSONDocument(body: text)
      let old = state.webhooks[name]
      let webhook: Webhook
      do throws(InvalidDocument) {
        webhook = try Webhook(name: name, document, knownSecret: old?.secret)
      } catch {
        throw .invalidBody(error.diagnostics)
      }
      guard old != webhook else { return (webhook, false) }
      guard old != nil || state.webhooks.count < Webhook.maximumCount else {
        throw .invalidBody(
          Diagnostics(
            Diagnostic(
              .tooMany, at: .root, "there are at most \(Webhook.maximumCount) webhooks",
              hint: "delete those that are no longer in use")))
      }
      try self.save(self.entry(.setWebhook, name, by: author), by: author) {
        $0.documents[.webhook] = [name: webhook.json]
      }
      state.webhooks[name] = webhook
      self.makeVisible(state)
      return (webhook, old == nil)
    }
  }

  /// - Throws: ``ScreensError/unknownWebhook(_:nearest:)``.
  package func deleteWebhook(_ name: String, by author: Author) throws(ScreensError) {
    try writing { (state) throws(ScreensError) in
      guard state.webhooks[name] != nil else {
        throw .unknownWebhook(name, nearest: NearestName.to(name, among: state.webhooks.keys))
      }
      try self.save(self.entry(.deleteWebhook, name, by: author), by: author) {
        $0.documents[.webhook] = [name: JSONValue?.none]
      }
      state.webhooks[name] = nil
      self.makeVisible(state)
    }
  }

  /// The id of the audit entry from which messages are due on a server that has stored none: the first one of the
  /// newest entries that set a webhook; nil without entries.
  package func firstWebhookPosition() throws(StoreError) -> Int? {
    let entries = try store.audit(before: nil, limit: 500)
    return (entries.last { $0.action == .setWebhook } ?? entries.first)?.id
  }

  /// The messages of the audit entries after a position.
  /// - Parameters:
  ///   - position: the id of the last entry whose messages are stored.
  ///   - limit: the maximum number of entries to read.
  /// - Returns: the messages, oldest first, and the id of the last entry that was read; nil without new entries.
  package func webhookMessages(
    after position: Int, limit: Int
  ) throws(StoreError) -> (messages: [(webhook: String, message: WebhookMessage)], position: Int)? {
    // The ids have no gaps, so this page ends right after the position or begins there.
    guard let newest = try store.audit(before: nil, limit: 1).first, newest.id > position else { return nil }
    let end = min(newest.id, position + limit)
    let entries = try store.audit(before: end + 1, limit: end - position).filter { $0.id > position }
    let webhooks = self.webhooks
    var messages: [(webhook: String, message: WebhookMessage)] = []
    for entry in entries.sorted(by: { $0.id < $1.id }) {
      guard !webhooks.isEmpty, let event = try event(of: entry) else { continue }
      for webhook in webhooks where webhook.events.contains(event) {
        messages.append((webhook.name, WebhookMessage(event, entry, trace: traces.trace(of: entry))))
      }
    }
    return (messages, end)
  }

  private func event(of entry: AuditEntry) throws(StoreError) -> WebhookEvent? {
    var isRollback = false
    if entry.action == .publish, let version = entry.version, let route = try? Route(entry.subject) {
      let summary = try store.versions(of: route, before: version + 1, limit: 1).first
      isRollback = summary?.number == version && summary?.record.via == .rollback
    }
    return WebhookEvent(entry.action, isRollback: isRollback)
  }
}

extension WebhookMessage {
  init(_ event: WebhookEvent, _ entry: AuditEntry, trace: String?) {
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
    self.init(event, at: entry.at, data, trace: trace)
  }

  /// A message for somebody who wants to see one.
  package static func test(at time: Double) -> WebhookMessage {
    WebhookMessage(.test, at: time, ["message": "This is a test of the webhook."], trace: nil)
  }

  private init(_ event: WebhookEvent, at time: Double, _ data: JSONObject, trace: String?) {
    var random = SystemRandomNumberGenerator()
    let id =
      "msg_" + String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
      + String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
    let body: JSONObject = [
      "type": .string(event.rawValue), "timestamp": .string(Timestamp.text(time)), "data": .object(data),
    ]
    self.init(id: id, event: event.rawValue, at: time, body: JSONValue.object(body).text, trace: trace)
  }
}
