import Foundation
import Testing

@testable import ScreenKit

@Suite struct JSONPatchTests {
  private func apply(_ patch: String, to text: String) throws -> JSONValue {
    var value = try json(text)
    try JSONDecoder.screenKit.decode(JSONPatch.self, from: Data(patch.utf8)).apply(to: &value)
    return value
  }

  @Test(arguments: [
    (#"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar"}"#, #"{"baz":"qux","foo":"bar"}"#),
    (
      #"[{"op":"add","path":"/foo/1","value":null}]"#, #"{"foo":["bar","baz"]}"#,
      #"{"foo":["bar",null,"baz"]}"#
    ),
    (#"[{"op":"add","path":"/foo/-","value":["x"]}]"#, #"{"foo":["bar"]}"#, #"{"foo":["bar",["x"]]}"#),
    (#"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["a","b","c"]}"#, #"{"foo":["a","c"]}"#),
    (#"[{"op":"replace","path":"/a~1b/m~0n","value":1}]"#, #"{"a/b":{"m~n":0}}"#, #"{"a/b":{"m~n":1}}"#),
    (
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#, #"{"foo":{"waldo":1},"qux":{}}"#,
      #"{"foo":{},"qux":{"thud":1}}"#
    ),
    (#"[{"op":"move","from":"/0","path":"/2"}]"#, "[1,2,3]", "[2,3,1]"),
    (
      #"[{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b","value":[1.0]}]"#, #"{"a":[1]}"#,
      #"{"a":[1],"b":[1]}"#
    ),
    (#"[{"op":"replace","path":"","value":7}]"#, "{}", "7"),
    // An escape is recognized before a combining character, and its result does not start another escape.
    ("[{\"op\":\"replace\",\"path\":\"/~1\u{301}\",\"value\":1}]", "{\"/\u{301}\":0}", "{\"/\u{301}\":1}"),
    (#"[{"op":"replace","path":"/~01","value":1}]"#, #"{"~1":0}"#, #"{"~1":1}"#),
    (#"[{"op":"test","path":"","value":{}},{"op":"add","path":"/","value":1}]"#, "{}", #"{"":1}"#),
  ])
  func `a patch changes the value as RFC 6902 says`(patch: String, before: String, after: String) throws {
    #expect(try apply(patch, to: before) == json(after))
  }

  @Test(arguments: [
    (#"[{"op":"add","path":"/a/b","value":1}]"#, "{}"), (#"[{"op":"remove","path":"/a"}]"#, "{}"),
    (#"[{"op":"replace","path":"/1","value":1}]"#, "[1]"), (#"[{"op":"add","path":"/2","value":1}]"#, "[1]"),
    (#"[{"op":"add","path":"/01","value":1}]"#, "[1,2]"), (#"[{"op":"remove","path":"/-"}]"#, "[1]"),
    (#"[{"op":"remove","path":"/-1"}]"#, "[1]"),
    (#"[{"op":"remove","path":"/99999999999999999999"}]"#, "[1]"),
    (#"[{"op":"test","path":"/a","value":2}]"#, #"{"a":1}"#), (#"[{"op":"add","path":"/a"}]"#, "{}"),
    (#"[{"op":"move","from":"/a","path":"/a/b"}]"#, #"{"a":{}}"#), (#"[{"op":"copy","path":"/a"}]"#, "{}"),
    (#"[{"op":"add","path":"a","value":1}]"#, "{}"),
    (#"[{"op":"add","path":"/a/b/c","value":1}]"#, #"{"a":1}"#),
  ])
  func `a patch that does not apply is refused`(patch: String, before: String) {
    #expect(throws: JSONPatch.PatchError.self) { try apply(patch, to: before) }
  }

  @Test func `copies that double the value are refused`() {
    let copies = (0..<60).map { #"{"op":"copy","from":"","path":"/\#($0)"}"# }.joined(separator: ",")
    #expect(throws: JSONPatch.PatchError.tooLarge) { try apply("[\(copies)]", to: #"{"x":[1,2,3]}"#) }
  }

  @Test(arguments: [
    (#"{"a":12345678901234567}"#, true), (#"{"a":123456789012345678}"#, false),
    (#"{"a":"123456789012345678\"1"}"#, true), (#"[0.1234567890123456,7]"#, true),
    (#"[1.234567890123456789e5]"#, false),
  ])
  func `a body with a number of more than 17 digits cannot be patched`(text: String, canBePatched: Bool) {
    let stored = CachedScreen(body: Data(text.utf8), confirmedAt: Date(timeIntervalSince1970: 0))
    #expect(stored.canBePatched == canBePatched)
  }
}
