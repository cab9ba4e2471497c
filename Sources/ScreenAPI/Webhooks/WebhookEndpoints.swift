import HTTPWire
import JSONText
import Screens

/// Webhooks and their deliveries: `/admin/webhooks`.
enum WebhookEndpoints {
  static let all: [Endpoint] = [list, get, set, delete, test, retry]

  static let list = Endpoint(
    .get, "/admin/webhooks", "listWebhooks", .webhooks, "The webhooks, without their secrets",
    access: .token(.read), reading: .isPublisher,
    responses: [.json("The webhooks", .object(.required("webhooks", .array(.webhook))))],
    validation: .entityTag
  ) { api, isPublisher in
    .json([
      "webhooks": .array(api.publisher.webhooks.all.map { .object($0.publicJSON(withWholeURL: isPublisher)) })
    ])
  }

  static let get = Endpoint(
    .get, "/admin/webhooks/{name}", "getWebhook", .webhooks,
    "A webhook with its deliveries, newest first", access: .token(.read),
    reading: .webhookName, .before, .limit, .isPublisher,
    responses: [.json("The webhook", .webhookWithDeliveries, headers: [.webhookTag])],
    problems: [.unknownWebhook, .storeUnavailable]
  ) { (api, name, before, limit, isPublisher) throws(ScreensError) in
    let webhook = try api.publisher.webhooks.named(name)
    var object = webhook.publicJSON(withWholeURL: isPublisher)
    let deliveries = try api.deliveries { (store) throws(StoreError) in
      try store.deliveries(of: name, before: before, limit: limit)
    }
    object["deliveries"] = .array((deliveries ?? []).map(\.json))
    var response = HTTPResponse.json(.object(object))
    response.add("ETag", EntityTag.of(webhook.json.serialized()))
    return response
  }

  static let set = Endpoint(
    .put, "/admin/webhooks/{name}", "setWebhook", .webhooks,
    "Creates or changes a webhook. A changed one keeps its secret unless the body has another.",
    access: .token(.publish), effect: .stores, reading: .webhookName, .author, .precondition,
    .body(.newWebhook, "The URL, the secret, and the events to send."),
    responses: [
      .json("The webhook was changed", .webhookWithSecret),
      .json(201, "The webhook was created", .webhookWithSecret),
    ], isSecret: true
  ) { (api, name, author, precondition, body) throws(ScreensError) in
    let (webhook, isNew) = try api.publisher.webhooks.set(
      name, body, by: author, precondition: { precondition.allows($0) })
    var object = webhook.publicJSON(withWholeURL: true)
    object["secret"] = .string(webhook.secret)
    return .json(.object(object), isNew ? 201 : 200)
  }

  static let delete = Endpoint(
    .delete, "/admin/webhooks/{name}", "deleteWebhook", .webhooks,
    "Deletes a webhook. Its pending messages are not sent.", access: .token(.publish), effect: .stores,
    reading: .webhookName, .author, .precondition,
    responses: [.json("The webhook was deleted", .object(.required("name", .string)))],
    problems: [.unknownWebhook]
  ) { (api, name, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .webhook, name, by: author, precondition: { precondition.allows($0) })
    _ = try api.deliveries { (store) throws(StoreError) in try store.forget(webhook: name) }
    return .json(["name": .string(name)])
  }

  static let test = Endpoint(
    .post, "/admin/webhooks/{name}/test", "testWebhook", .webhooks,
    "Sends a message of the type test", access: .token(.publish), effect: .stores, reading: .webhookName,
    responses: [.json(202, "The message is stored and will be sent", .delivery)],
    problems: [.unknownWebhook, .notInSession, .storeUnavailable]
  ) { (api, name) throws(ScreensError) in
    _ = try api.publisher.webhooks.named(name)
    let message = WebhookMessage.test(at: api.publisher.now)
    let delivery = try api.deliveries { (store) throws(StoreError) in try store.store(message, to: name) }
    guard let delivery else { return Problem.sendsNothing.response }
    return .json(delivery.json, 202)
  }

  static let retry = Endpoint(
    .post, "/admin/webhooks/{name}/deliveries/{id}/retry", "retryDelivery", .webhooks,
    "Sends a message again, with the same id", access: .token(.publish), effect: .stores,
    reading: .webhookName, .deliveryID,
    responses: [.json(202, "The message will be sent", .delivery)],
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
    case .some(.some(let delivery)): return .json(delivery.json, 202)
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

extension Parameter where Value == Int {
  fileprivate static var deliveryID: Self {
    path("id", "The id of a delivery.", .integer(from: 1)) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }
}

// MARK: JSON

extension Webhook {
  /// Everything but the secret. The path and query of a URL can be secrets, too: many services expect their key there.
  fileprivate func publicJSON(withWholeURL: Bool) -> JSONObject {
    [
      "name": .string(name), "url": .string(withWholeURL ? url : origin),
      "events": .array(events.map { .string($0.rawValue) }),
    ]
  }
}

extension WebhookDelivery {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .number(JSONNumber(id)), "message": .string(message.id), "event": .string(message.event),
      "at": .string(Timestamp.text(message.at)), "state": .string(state.rawValue),
      "attempts": .number(JSONNumber(attempts)),
    ]
    if state == .pending { object["nextAttempt"] = .string(Timestamp.text(nextAttempt)) }
    if let status { object["status"] = .number(JSONNumber(status)) }
    if let failure { object["failure"] = .string(failure) }
    return .object(object)
  }
}

extension Schema {
  private static let events = Schema.array(.choice(WebhookEvent.listed.map(\.rawValue)), from: 1)
  private static let members: [Member] = [
    .required("name", .string),
    .required("url", .string, "For a token that cannot change webhooks, only the scheme, host and port."),
    .required("events", events),
  ]

  fileprivate static let webhook = Schema.named("Webhook", .object(members))

  fileprivate static let webhookWithSecret = Schema.named(
    "WebhookWithSecret",
    .object(members + [.required("secret", .string, "The key with which the receiver verifies signatures.")]))

  fileprivate static let newWebhook = Schema.named(
    "NewWebhook",
    .closedObject(
      .required("url", .string, "An http or https URL."),
      .optional("secret", .string, "whsec_ and 24 to 64 bytes in Base64; generated by default."),
      .required("events", events)))

  fileprivate static let delivery = Schema.named(
    "WebhookDelivery",
    .object(
      .required("id", .integer(from: 1)), .required("message", .string, "The id that the receiver sees."),
      .required("event", .string), .required("at", .time),
      .required("state", .choice(["pending", "delivered", "failed"])),
      .required("attempts", .integer(from: 0)),
      .optional("nextAttempt", .time), .optional("status", .integer, "The status of the last response."),
      .optional("failure", .string, "Why the last attempt failed.")))

  fileprivate static let webhookWithDeliveries = Schema.named(
    "WebhookWithDeliveries", .object(members + [.required("deliveries", .array(.delivery))]))
}
