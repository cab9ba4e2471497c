import JSONText
import ScreenChaos
import Testing

/// The kinds that change the bytes.
struct BodyDamageTests {
  private static let body = JSONValue.array(
    ShippedScreen.items.map(\.content) + [
      ["안녕하세요 \"q\" \\ \n": "여름 🍜 메뉴", "escaped": "a\u{0001}b\\\"c"], ["long": "칼국수 메뉴입니다 칼국수 메뉴입니다"],
    ]
  ).serialized()

  private func damaged(_ kind: ChaosKind, _ seed: UInt64, _ body: [UInt8] = body) -> [UInt8] {
    Chaos(kind: kind, seed: seed).apply(to: body).body
  }

  @Test func `a truncated body is a prefix that is not JSON`() {
    var endsWithinCharacter = 0
    for seed in 0..<300 as Range<UInt64> {
      let cut = damaged(.truncatedBody, seed)
      #expect(cut.count < Self.body.count && !cut.isEmpty)
      #expect(Self.body.starts(with: cut))
      #expect((try? JSONParser.parse(cut)) == nil)
      if String(validating: cut, as: UTF8.self) == nil { endsWithinCharacter += 1 }
    }
    #expect(endsWithinCharacter > 20)
    #expect(endsWithinCharacter < 280)
  }

  @Test func `the shortest bodies are truncated to text that is not JSON`() {
    for body in ["", "1", "12345678", "\"a\"", "{}", "[]", "{} ", "  null  ", "[1]      "] {
      for seed in 0..<50 as Range<UInt64> {
        let cut = damaged(.truncatedBody, seed, Array(body.utf8))
        #expect((try? JSONParser.parse(cut)) == nil)
        #expect(Array(body.utf8).starts(with: cut))
      }
    }
  }

  @Test func `invalid UTF-8 is in a string and the rest stays unchanged`() {
    for seed in 0..<500 as Range<UInt64> {
      let body = damaged(.invalidUTF8, seed)
      #expect(body.count > Self.body.count)
      #expect(String(validating: body, as: UTF8.self) == nil)
      // A lenient decoder replaces the bytes, and the result is JSON again.
      #expect(throws: Never.self) { try JSONParser.parse(String(decoding: body, as: UTF8.self)) }
    }
  }

  @Test func `names are damaged only where there are no other strings`() {
    #expect(damaged(.invalidUTF8, 1, Array(#"{"a":1}"#.utf8)).starts(with: Array(#"{""#.utf8)))
    for seed in 0..<100 as Range<UInt64> {
      #expect(damaged(.invalidUTF8, seed, Array(#"{"a":"b"}"#.utf8)).starts(with: Array(#"{"a":""#.utf8)))
    }
    #expect(damaged(.invalidUTF8, 1, Array("[1,2]".utf8)) == Array("[1,2]".utf8))
    #expect(damaged(.invalidUTF8, 1, []).isEmpty)
  }

  @Test func `bytes that are not JSON are accepted`() {
    var state: UInt64 = 1
    for seed in 0..<300 as Range<UInt64> {
      let body = (0..<Int(seed)).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return [UInt8(truncatingIfNeeded: state >> 33), 0x22, 0x5C, 0x75][Int(state >> 60) % 4]
      }
      for kind in [ChaosKind.truncatedBody, .invalidUTF8] {
        #expect(damaged(kind, seed, body).count <= body.count + 4)
      }
    }
  }

  @Test func `the media type is HTML for HTML and JSON otherwise`() {
    for kind in ChaosKind.allCases {
      let (body, type) = Chaos(kind: kind, seed: 5).apply(to: Self.body)
      #expect(type == (kind == .htmlInstead ? "text/html" : "application/json"))
      if kind == .htmlInstead { #expect(body.starts(with: Array("<!DOCTYPE html>".utf8))) }
    }
  }
}
