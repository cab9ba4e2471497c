import JSONText
import SeededRandom
import Testing

@testable import ScreenReport

/// The differences of texts and of JSON values that reports show.
@Suite struct TextDifferenceTests {
  @Test func `whole words are marked, between what both texts have`() {
    let difference = TextDifference(from: "Cold noodles for 8000 won", to: "Cold noodles for 8500 won")
    #expect((difference.start, difference.old) == ("Cold noodles for ", "8000"))
    #expect((difference.new, difference.end) == ("8500", " won"))
  }

  @Test func `a difference gives both texts back`() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          ["a", "b", " ", "\n", "é", "e\u{301}", "칼국수"].randomElement(using: &generator) ?? ""
        }.joined()
      }
      let difference = TextDifference(from: texts[0], to: texts[1])
      #expect((difference.start + difference.old + difference.end).hasSameScalars(as: texts[0]))
      #expect((difference.start + difference.new + difference.end).hasSameScalars(as: texts[1]))
    }
  }

  @Test func `values are compared member by member`() throws {
    let old = try JSONParser.parse(#"{"a":1,"b":{"c":[1,2],"d":"x"},"e":[1]}"#)
    let new = try JSONParser.parse(#"{"a":1,"b":{"c":[1,3],"f":null},"e":[1,2]}"#)
    let found = ValueDifference.all(from: old, to: new).map {
      "\($0.location) \($0.old?.text ?? "-") \($0.new?.text ?? "-")"
    }
    #expect(found == ["/b/c/1 2 3", #"/b/d "x" -"#, "/b/f - null", "/e [1] [1,2]"])
    #expect(ValueDifference.all(from: old, to: old).isEmpty)
  }

  @Test func `differences have a limit`() {
    let list = JSONValue.array((0..<1000).map { .number(JSONNumber($0)) })
    let other = JSONValue.array((0..<1000).map { .number(JSONNumber($0 + 1)) })
    #expect(ValueDifference.all(from: list, to: other).count == ValueDifference.maximumKept)
  }
}
