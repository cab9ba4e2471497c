package import JSONText

/// Webhooks and the messages to them.
package struct WebhookService: Sendable {
  let publisher: Publisher

  /// The webhooks, sorted by name.
  package var all: [Webhook] { publisher.state.webhooks.values.sorted { $0.name < $1.name } }

  /// - Throws: ``ScreensError/unknownDocument(_:nearest:)``.
  package func named(_ name: String) throws(ScreensError) -> Webhook {
    let webhooks = publisher.state.webhooks
    guard let webhook = webhooks[name] else {
      throw .unknown(.webhook, name, among: webhooks.keys)
    }
    return webhook
  }

  /// Creates or changes a webhook. A changed one keeps its secret unless the document has another.
  /// - Returns: the webhook, and whether it is new.
  /// - Throws: ``ScreensError/invalidBody(_:)``.
  package func set(
    _ name: String, _ text: [UInt8], by author: Author, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> (webhook: Webhook, isNew: Bool) {
    try publisher.writing { (state) throws(ScreensError) in
      try state.require(precondition, .webhook, name)
      let document = try JSONDocument(body: text)
      let old = state.webhooks[name]
      let webhook: Webhook
      do throws(InvalidDocument) {
        webhook = try Webhook(name: name, document, knownSecret: old?.secret)
      } catch {
        throw .invalidBody(error.diagnostics)
      }
      guard old != webhook else { return (webhook, false) }
      try publisher.documents.store(.webhook, name, webhook.json, by: author, &state)
      return (webhook, old == nil)
    }
  }

  /// The webhooks and the newest audit entry, both from one state; nil without entries. An entry that another node adds
  /// after changing a webhook is therefore never combined with the old webhook.
  private func webhooksWithNewestEntry() throws(StoreError) -> (webhooks: [Webhook], newest: AuditEntry?) {
    do {
      return try publisher.withoutWriters { () throws(ScreensError) in
        try publisher.stored { (store) throws(StoreError) in (all, try store.newestKnownAuditEntry()) }
      }
    } catch {
      guard case .store(let reason) = error else { throw .unavailable("the audit cannot be read") }
      throw reason
    }
  }

  /// The id of the audit entry after which messages begin if no position is stored: the first entry of the last hour
  /// that sets a webhook, or else the newest entry; nil without entries. A server with restored or moved data therefore
  /// does not send old messages again.
  package func firstPosition() throws(StoreError) -> Int? {
    guard let newest = try webhooksWithNewestEntry().newest else { return nil }
    let entries = try publisher.store.audit(before: newest.id + 1, limit: 500)
    return entries.last { $0.action == .set(.webhook) && $0.at > publisher.clock() - 3600 }?.id ?? newest.id
  }

  /// The messages of the audit entries after a position.
  /// - Parameters:
  ///   - position: the id of the last entry whose messages are stored.
  ///   - limit: the maximum number of entries to read.
  /// - Returns: the messages, oldest first, and the id of the last entry that was read; nil without new entries. The
  ///   position is lower than before if the audit is another one, because a backup was restored.
  package func messages(
    after position: Int, limit: Int
  ) throws(StoreError) -> (messages: [(webhook: String, message: WebhookMessage)], position: Int)? {
    let (webhooks, last) = try webhooksWithNewestEntry()
    guard let newest = last?.id, newest != position else { return nil }
    // A node that lags behind the others knows fewer entries. A store that is not shared has lost some.
    if newest < position { return publisher.store is any SharedStore ? nil : ([], newest) }
    let end = min(newest, position + limit)
    let entries = try publisher.store.audit(before: end + 1, limit: end - position).filter {
      $0.id > position
    }
    // The ids have no gaps. A copy of a shared store may lack old entries.
    guard entries.count == end - position else {
      throw .unavailable("the audit entries after \(position) cannot be read now")
    }
    var messages: [(webhook: String, message: WebhookMessage)] = []
    for entry in entries.sorted(by: { $0.id < $1.id }) {
      guard !webhooks.isEmpty, let event = event(of: entry) else { continue }
      for webhook in webhooks where webhook.events.contains(event) {
        messages.append(
          (
            webhook.name,
            WebhookMessage(event, entry, to: webhook.name, trace: publisher.traces.trace(of: entry))
          ))
      }
    }
    return (messages, end)
  }

  /// The event of an entry. A version that cannot be read counts as published.
  private func event(of entry: AuditEntry) -> WebhookEvent? {
    var isRollback = false
    if entry.action == .publish, let version = entry.version, let route = try? Route(stored: entry.subject) {
      let summary = try? publisher.store.versions(of: route, before: version + 1, limit: 1).first
      isRollback =
        summary?.number == version && [.rollback, .guard].contains(summary?.record.via)
    }
    return WebhookEvent(entry.action, isRollback: isRollback)
  }
}

extension Publisher {
  /// The webhooks.
  package var webhooks: WebhookService { WebhookService(publisher: self) }
}
