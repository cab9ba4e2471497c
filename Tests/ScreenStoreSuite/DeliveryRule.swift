package import Screens
internal import Testing

/// One rule that every ``DeliveryStore`` keeps. The tests of a store run ``all`` of them.
package struct DeliveryRule: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Checks the rule with an empty store.
  package let check: @Sendable (any DeliveryStore) throws -> Void

  package static let all: [DeliveryRule] = [
    DeliveryRule(testDescription: "a new store is empty") { store in
      let position = try store.position()
      #expect(position == nil)
      #expect(try store.claim(without: [], now: 1e9, lease: 60) == nil)
      #expect(try store.deliveries(of: "hook", before: nil, limit: 10).isEmpty)
      #expect(try store.delivery(1) == nil)
      #expect(try store.pendingCount() == 0)
    },
    DeliveryRule(testDescription: "messages are stored once, by whoever knows the position") { store in
      let isFirst = try store.store([("hook", message("a", 1))], from: nil, to: 7)
      #expect(isFirst)
      #expect(try store.position() == 7)
      #expect(try !store.store([("hook", message("b", 2))], from: nil, to: 8))
      #expect(try !store.store([("hook", message("b", 2))], from: 6, to: 8))
      #expect(try store.store([("hook", message("b", 2)), ("other", message("c", 2))], from: 7, to: 9))
      #expect(try store.store([], from: 9, to: 10))
      #expect(try store.position() == 10)
      #expect(try store.deliveries(of: "hook", before: nil, limit: 10).map(\.message.id) == ["b", "a"])
      #expect(try store.pendingCount() == 3)
    },
    DeliveryRule(testDescription: "what is due is claimed by one, until the lease ends") { store in
      for time in [30, 10, 20] { _ = try store.store(message("at \(time)", Double(time)), to: "hook") }
      let first = try store.claim(without: ["other"], now: 25, lease: 60)
      #expect(first?.message.id == "at 10")
      #expect(first?.nextAttempt == 85)
      #expect(try store.claim(without: ["hook", "other"], now: 25, lease: 60) == nil)
      #expect(try store.claim(without: [], now: 25, lease: 60)?.message.id == "at 20")
      #expect(try store.claim(without: [], now: 25, lease: 60) == nil)
      #expect(try store.claim(without: [], now: 84, lease: 60)?.message.id == "at 30")
      #expect(try store.claim(without: [], now: 86, lease: 60)?.message.id == "at 10")
    },
    DeliveryRule(testDescription: "an outcome changes nothing that was changed since the claim") { store in
      let stored = try store.store(message("a", 1), to: "hook")
      guard var claimed = try store.claim(without: [], now: 10, lease: 60) else {
        Issue.record("nothing is due")
        return
      }
      var again = stored
      again.nextAttempt = 11
      try store.update(again, claimedUntil: nil)
      let lease = claimed.nextAttempt
      claimed.state = .failed
      try store.update(claimed, claimedUntil: lease)
      #expect(try store.delivery(stored.id) == again)
      try store.update(claimed, claimedUntil: 11)
      #expect(try store.delivery(stored.id)?.state == .failed)
    },
    DeliveryRule(testDescription: "a clock that was set back does not hold a delivery up") { store in
      _ = try store.store(message("later", 1_000_000), to: "hook")
      let early = try store.claim(without: [], now: 999_000, lease: 60)
      #expect(early == nil)
      #expect(try store.claim(without: [], now: 1000, lease: 60)?.message.id == "later")
    },
    DeliveryRule(testDescription: "an outcome is read as it was stored") { store in
      let text = "é\u{1F600}\"\\"
      var delivery = try store.store(
        WebhookMessage(id: text, event: "test", at: 1.5, body: #"{"a":"\#(text)"}"#), to: "hook")
      #expect(try store.delivery(delivery.id) == delivery)
      delivery.attempts = 3
      delivery.nextAttempt = 99.25
      delivery.status = 503
      delivery.failure = text
      try store.update(delivery, claimedUntil: nil)
      #expect(try store.delivery(delivery.id) == delivery)
      delivery.state = .delivered
      delivery.failure = nil
      delivery.status = nil
      try store.update(delivery, claimedUntil: nil)
      #expect(try store.delivery(delivery.id) == delivery)
      #expect(try store.claim(without: [], now: 1e9, lease: 60) == nil)
      #expect(try store.pendingCount() == 0)
    },
    DeliveryRule(testDescription: "deliveries are listed newest first and in pages") { store in
      for number in 1...5 { _ = try store.store(message("\(number)", 1), to: "hook") }
      let page = try store.deliveries(of: "hook", before: nil, limit: 2)
      #expect(page.map(\.message.id) == ["5", "4"])
      #expect(
        try store.deliveries(of: "hook", before: page.last?.id, limit: 9).map(\.message.id) == [
          "3", "2", "1",
        ])
    },
    DeliveryRule(testDescription: "what is finished or has no webhook any more is forgotten") { store in
      var old = try store.store(message("old", 10), to: "hook")
      old.state = .failed
      try store.update(old, claimedUntil: nil)
      _ = try store.store(message("waits", 10), to: "hook")
      _ = try store.store(message("gone", 10), to: "other")
      try store.deleteFinished(before: 10)
      #expect(try store.delivery(old.id) != nil)
      try store.deleteFinished(before: 11)
      #expect(try store.delivery(old.id) == nil)
      try store.forget(webhook: "other")
      #expect(try store.claim(without: [], now: 20, lease: 60)?.message.id == "waits")
      #expect(try store.claim(without: [], now: 20, lease: 60) == nil)
    },
  ]

  private static func message(_ id: String, _ time: Double) -> WebhookMessage {
    WebhookMessage(id: id, event: "published", at: time, body: "{}")
  }
}
