import JSONText
import Testing

@Suite struct JSONMergePatchTests {
  /// Cases in the manner of RFC 7396 appendix A.
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
}
