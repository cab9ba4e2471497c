import JSONText
import Testing

@testable import ScreenChaos

/// Shrinking of what kills a decoder.
@Suite struct ShrinkerTests {
  private static func shrink(_ text: String, trials: Int = 1000, while has: @escaping (String) -> Bool)
    -> String
  {
    let body = Shrinker.shrink(Array(text.utf8), trials: trials) { has(String(decoding: $0, as: UTF8.self)) }
    return String(decoding: body, as: UTF8.self)
  }

  @Test func `what does not matter is removed from items, members and texts`() {
    let items = (0..<50).map {
      #"{"id":"i\#($0)","viewObject":{"text":"abc\#($0)","other":\#($0 == 31 ? "null" : "1")}}"#
    }
    let body = #"{"screenName":"Home","viewItems":[\#(items.joined(separator: ","))]}"#
    #expect(
      Self.shrink(body) { $0.contains("null") && $0.contains("viewItems") }
        == #"{"viewItems":[{"viewObject":{"other":null}}]}"#)
    #expect(Self.shrink(body) { $0.contains("c4") } == #"{"viewItems":[{"viewObject":{"text":"c4"}}]}"#)
  }

  @Test func `a body that is no JSON is shrunk as bytes`() {
    #expect(Self.shrink("{\"a\":[1,2,<html>") { $0.contains("<h") } == "<h")
  }

  @Test func `a body keeps its effect when the trials are used up, and is returned as it is without any`() {
    let body = #"{"a":1,"b":[1,2,3],"c":null}"#
    for trials in 0...30 {
      var tried = 0
      let shrunk = Self.shrink(body, trials: trials) { text in
        tried += 1
        return text.contains("null")
      }
      #expect(shrunk.contains("null") && tried <= trials)
      if trials == 0 { #expect(shrunk == body) }
    }
  }
}
