import Testing

@testable import Webhooks

@Suite struct WebhookSignatureTests {
  @Test func `a signature is that of the specification's example`() {
    let fields = WebhookSignature.fields(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: 1_614_265_330.9, body: Array(#"{"test": 2432232314}"#.utf8),
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    #expect(fields.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
    #expect(fields.first { $0.name == "webhook-timestamp" }?.value == "1614265330")
    #expect(
      fields.first { $0.name == "webhook-signature" }?.value
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `the last attempt is about a day after the first`() {
    let total = RetryDelays.all.reduce(0, +)
    #expect((80_000...86_400).contains(total))
    for (number, delay) in RetryDelays.all.enumerated() {
      let next = RetryDelays.delay(after: number + 1) ?? 0
      #expect(next >= delay * 0.9 && next <= delay * 1.1)
    }
    #expect(RetryDelays.delay(after: RetryDelays.all.count + 1) == nil)
  }
}
