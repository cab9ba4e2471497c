import HTTPWire
import Testing

@testable import ScreenAPI

/// The limit of responses that clients without a token ask the mock to delay.
@Suite struct SlowResponseTests {
  private let responses = SlowResponses()

  private func network(_ number: Int) -> NumericAddress? {
    NumericAddress("10.0.\(number / 256).\(number % 256)")?.network
  }

  @Test func `a network has its share, and gets a place when one of its responses ends`() {
    var slots = (0..<SlowResponses.maximumForNetwork).map { _ in
      responses.take(for: network(1), bodyBytes: 0)
    }
    #expect(slots.allSatisfy { $0 != nil })
    #expect(responses.take(for: network(1), bodyBytes: 0) == nil)
    #expect(responses.take(for: network(2), bodyBytes: 0) != nil)
    slots.removeLast()
    #expect(responses.take(for: network(1), bodyBytes: 0) != nil)
    slots = []
    let again = (0..<SlowResponses.maximumForNetwork).map { _ in
      responses.take(for: network(1), bodyBytes: 0)
    }
    #expect(again.allSatisfy { $0 != nil })
  }

  @Test func `all networks together are limited`() {
    let slots = (0..<SlowResponses.maximumCount).map { responses.take(for: network($0), bodyBytes: 0) }
    #expect(slots.allSatisfy { $0 != nil })
    #expect(responses.take(for: network(SlowResponses.maximumCount), bodyBytes: 0) == nil)
    #expect(responses.take(for: nil, bodyBytes: 0) == nil)
  }

  @Test func `a large request takes several places`() {
    let bytes = 8 * SlowResponses.bodyBytes
    let slots = (0..<SlowResponses.maximumForNetwork / 9).map { _ in
      responses.take(for: nil, bodyBytes: bytes)
    }
    #expect(slots.allSatisfy { $0 != nil })
    #expect(responses.take(for: nil, bodyBytes: bytes) == nil)
    #expect(responses.take(for: nil, bodyBytes: 0) != nil)
  }
}
