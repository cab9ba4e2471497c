import JSONText
import Testing

@Suite struct JSONMergePatchTests {
  /// Cases like those of RFC 7396 appendix A.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]) func `members are merged`(target: String, patch: String, expected: String) throws {
    let result = JSONMergePatch.apply(try JSONParser.parse(patch), to: try JSONParser.parse(target))
    #expect(result.text == expected)
  }

  @Test func `members keep their order, and new ones come last`() throws {
    let patch: JSONValue = ["d": 4, "b": nil, "c": 30, "e": ["x": nil, "y": 1]]
    #expect(
      JSONMergePatch.apply(patch, to: ["a": 1, "b": 2, "c": 3]).text == #"{"a":1,"c":30,"d":4,"e":{"y":1}}"#)
  }

  @Test func `removing all of many members leaves an empty object`() {
    let names = (0..<20_000).map { "name\($0)" }
    var target = JSONObject()
    var patch = JSONObject()
    for name in names {
      target[name] = 1
      patch[name] = .null
    }
    #expect(JSONMergePatch.apply(.object(patch), to: .object(target)) == .object(JSONObject()))
  }
}
