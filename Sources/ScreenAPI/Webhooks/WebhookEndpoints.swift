import AdminModel
import HTTPWire
import JSONText
import Screens

/// Webhooks and their deliveries: `/admin/webhooks`.
enum WebhookEndpoints {
  static let all: [Endpoint] = [list, get, set, delete, test, retry]

  static let list = Endpoint(
    .get, "/admin/webhooks", "listWebhooks", .webhooks, "The webhooks, without their secrets",
    access: .token(.read), reading: .isPublisher,
    responses: [.json("The webhooks", WebhookPage.self)],
    validation: .entityTag
  ) { api, isPublisher in
    .json(
      WebhookPage(webhooks: api.publisher.webhooks.all.map { WebhookSummary($0, withWholeURL: isPublisher) }))
  }

  static let get = Endpoint(
    .get, "/admin/webhooks/{name}", "getWebhook", .webhooks,
    "A webhook with its deliveries, newest first", access: .token(.read),
    reading: .webhookName, .before, .limit, .isPublisher,
    responses: [.json("The webhook", WebhookDetails.self, headers: [.webhookTag])],
    problems: [.unknownWebhook, .storeUnavailable]
  ) { (api, name, before, limit, isPublisher) throws(ScreensError) in
    let webhook = try api.publisher.webhooks.named(name)
    let deliveries = try api.deliveries { (store) throws(StoreError) in
      try store.deliveries(of: name, before: before, limit: limit)
    }
    var response = HTTPResponse.json(
      WebhookDetails(
        summary: WebhookSummary(webhook, withWholeURL: isPublisher),
        deliveries: (deliveries ?? []).map { DeliveryDetails($0) }))
    response.add("ETag", EntityTag.of(webhook.json.serialized()))
    return response
  }

  static let set = Endpoint(
    .put, "/admin/webhooks/{name}", "setWebhook", .webhooks,
    "Creates or changes a webhook. A changed one keeps its secret unless the body has another.",
    access: .token(.publish), effect: .stores, reading: .webhookName, .author, .precondition,
    .body(.newWebhook, "The URL, the secret, and the events to send."),
    responses: [
      .json("The webhook was changed", WebhookWithSecret.self),
      .json(201, "The webhook was created", WebhookWithSecret.self),
    ], isSecret: true
  ) { (api, name, author, precondition, body) throws(ScreensError) in
    let (webhook, isNew) = try api.publisher.webhooks.set(
      name, body, by: author, precondition: { precondition.allows($0) })
    return .json(
      WebhookWithSecret(summary: WebhookSummary(webhook, withWholeURL: true), secret: webhook.secret),
      isNew ? 201 : 200)
  }

  static let delete = Endpoint(
    .delete, "/admin/webhooks/{name}", "deleteWebhook", .webhooks,
    "Deletes a webhook. Its pending messages are not sent.", access: .token(.publish), effect: .stores,
    reading: .webhookName, .author, .precondition,
    responses: [.json("The webhook was deleted", NamedReference.self)],
    problems: [.unknownWebhook]
  ) { (api, name, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .webhook, name, by: author, precondition: { precondition.allows($0) })
    _ = try api.deliveries { (store) throws(StoreError) in try store.forget(webhook: name) }
    return .json(NamedReference(name: name))
  }

  static let test = Endpoint(
    .post, "/admin/webhooks/{name}/test", "testWebhook", .webhooks,
    "Sends a message of the type test", access: .token(.publish), effect: .stores, reading: .webhookName,
    responses: [.json(202, "The message is stored and will be sent", DeliveryDetails.self)],
    problems: [.unknownWebhook, .notInSession, .storeUnavailable]
  ) { (api, name) throws(ScreensError) in
    _ = try api.publisher.webhooks.named(name)
    let message = WebhookMessage.test(at: api.publisher.now)
    let delivery = try api.deliveries { (store) throws(StoreError) in try store.store(message, to: name) }
    guard let delivery else { return Problem.sendsNothing.response }
    return .json(DeliveryDetails(delivery), 202)
  }

  static let retry = Endpoint(
    .post, "/admin/webhooks/{name}/deliveries/{id}/retry", "retryDelivery", .webhooks,
    "Sends a message again, with the same id", access: .token(.publish), effect: .stores,
    reading: .webhookName, .id(of: "a delivery"),
    responses: [.json(202, "The message will be sent", DeliveryDetails.self)],
    problems: [.unknownWebhook, .unknownDelivery, .notInSession, .storeUnavailable]
  ) { (api, name, id) throws(ScreensError) in
    _ = try api.publisher.webhooks.named(name)
    let now = api.publisher.now
    let delivery = try api.deliveries { (store) throws(StoreError) -> WebhookDelivery? in
      guard var delivery = try store.delivery(id), delivery.webhook == name else { return nil }
      delivery.state = .pending
      delivery.attempts = 0
      delivery.nextAttempt = now
      try store.update(delivery, claimedUntil: nil)
      return delivery
    }
    switch delivery {
    case nil: return Problem.sendsNothing.response
    case .some(nil):
      return Problem(.unknownDelivery, "the webhook \(quoted(name)) has no delivery \(id)").response
    case .some(.some(let delivery)): return .json(DeliveryDetails(delivery), 202)
    }
  }
}

extension ScreenAPI {
  /// Runs a body with the store of deliveries; nil in a session or a change set, which send no messages.
  fileprivate func deliveries<Value>(
    _ body: (any DeliveryStore) throws(StoreError) -> Value
  ) throws(ScreensError) -> Value? {
    guard serving.sessions != nil, let store = environment.deliveries else { return nil }
    do throws(StoreError) {
      return try body(store)
    } catch {
      throw .store(error)
    }
  }
}

extension Problem {
  fileprivate static var sendsNothing: Problem {
    Problem(.notInSession, "sessions and change sets send no messages; use the path of the server")
  }
}

extension Parameter where Value == String {
  fileprivate static var webhookName: Self {
    let maximumLength = 100
    return path(
      "name", "The name of a webhook.",
      .string(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maximumLength: maximumLength)
    ) { text in
      let isValid =
        text.utf8.count <= maximumLength && text.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._-]*/#) != nil
      return isValid ? text : nil
    }
  }
}

extension Parameter where Value == Bool {
  /// Whether the sender may change webhooks.
  fileprivate static var isPublisher: Self {
    Parameter([]) { _, arguments, _ in (arguments.bearer?.scope ?? .read) >= .publish }
  }
}

extension HeaderDeclaration {
  fileprivate static let webhookTag = HeaderDeclaration(
    "ETag", "Names this state of the webhook, whatever its deliveries are, for If-Match.")
}

// MARK: JSON

extension WebhookSummary {
  /// The path and query of a URL can be secrets: many services expect their key there.
  fileprivate init(_ webhook: Webhook, withWholeURL: Bool) {
    self.init(
      name: webhook.name, url: withWholeURL ? webhook.url : webhook.origin,
      events: webhook.events.map(\.rawValue))
  }
}

extension DeliveryDetails {
  fileprivate init(_ delivery: WebhookDelivery) {
    self.init(
      id: delivery.id, message: delivery.message.id, event: delivery.message.event,
      at: Timestamp.text(delivery.message.at), state: delivery.state.rawValue, attempts: delivery.attempts,
      nextAttempt: delivery.state == .pending ? Timestamp.text(delivery.nextAttempt) : nil,
      status: delivery.status, failure: delivery.failure)
  }
}

extension Schema {
  fileprivate static let newWebhook = Schema.named(
    "NewWebhook",
    .closedObject(
      .required("url", .string, "An http or https URL."),
      .optional("secret", .string, "whsec_ and 24 to 64 bytes in Base64; generated by default."),
      .required("events", .array(.choice(WebhookEvent.listed.map(\.rawValue)), from: 1))))
}
