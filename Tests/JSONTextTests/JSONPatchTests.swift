import JSONText
import Testing

@Suite struct JSONPatchTests {
  @Test(arguments: [
    (#"{"op":"add","path":"","value":1}"#, "/", "a JSON Patch is an array of operations, not an object"),
    (#"[1]"#, "/0", "an operation is an object, not a number"),
    (#"[{"path":"/a"}]"#, "/0", "the operation has no member \"op\""),
    (#"[{"op":"spam","path":"/a"}]"#, "/0/op", "unknown operation \"spam\""),
    (#"[{"op":"add","value":1}]"#, "/0", "the operation has no member \"path\""),
    (#"[{"op":"add","path":"a","value":1}]"#, "/0/path", "\"a\" is no JSON Pointer"),
    (#"[{"op":"add","path":"/b"}]"#, "/0", "the operation has no member \"value\""),
    (#"[{"op":"remove","path":"/b"}]"#, "/0", "there is no value at \"/b\""),
    (#"[{"op":"remove","path":""}]"#, "/0", "the whole document cannot be removed"),
    (#"[{"op":"add","path":"/a/5","value":1}]"#, "/0", "there is no place \"/a/5\" in an array of 2"),
    (#"[{"op":"move","from":"/a","path":"/a/0"}]"#, "/0", "\"/a\" cannot be moved into itself"),
    (#"[{"op":"test","path":"/a","value":1}]"#, "/0", "the value at \"/a\" is not the expected one"),
  ]) func `errors point into the patch`(patch: String, pointer: String, message: String) throws {
    let document: JSONValue = ["a": [1, 2]]
    let patch = try JSONParser.parse(patch)
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(patch).apply(to: document) }
    #expect(error?.message == message)
    #expect(error.map { $0.pointer.description } == (pointer == "/" ? "" : pointer))
  }

  @Test func `copies cannot make a document grow without end`() throws {
    let double = #"{"op":"copy","from":"","path":"/-"}"#
    let patch = "[" + Array(repeating: double, count: 64).joined(separator: ",") + "]"
    let error = try #require(throws: JSONPatchError.self) {
      try JSONPatch(try JSONParser.parse(patch)).apply(to: [1])
    }
    #expect(error.code == .notApplicable)
  }
}
