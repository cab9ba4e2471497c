import JSONText
import Testing

@Suite struct JSONPatchTests {
  @Test(arguments: [
    (#"{"op":"add","path":"","value":1}"#, "/", "a JSON Patch is an array of operations, not an object"),
    (#"[1]"#, "/0", "an operation is an object, not a number"),
    (#"[{"path":"/a"}]"#, "/0", "the operation has no member \"op\""),
    (#"[{"op":"spam","path":"/a"}]"#, "/0/op", "unknown operation \"spam\""),
    (#"[{"op":"add","value":1}]"#, "/0", "the operation has no member \"path\""),
    (#"[{"op":"add","path":"a","value":1}]"#, "/0/path", "\"a\" is not a JSON Pointer"),
    (#"[{"op":"add","path":"/b"}]"#, "/0", "the operation has no member \"value\""),
    (#"[{"op":"remove","path":"/b"}]"#, "/0", "there is no value at \"/b\""),
    (#"[{"op":"remove","path":""}]"#, "/0", "the whole document cannot be removed"),
    (
      #"[{"op":"add","path":"/a/5","value":1}]"#, "/0", "\"/a/5\" is beyond the end of an array of 2 elements"
    ),
    (#"[{"op":"move","from":"/a","path":"/a/0"}]"#, "/0", "\"/a\" cannot be moved into itself"),
    (#"[{"op":"test","path":"/a","value":1}]"#, "/0", "the value at \"/a\" is not the expected one"),
  ]) func `errors point into the patch`(patch: String, pointer: String, message: String) throws {
    let document: JSONValue = ["a": [1, 2]]
    let patch = try JSONParser.parse(patch)
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(patch).apply(to: document) }
    #expect(error?.message == message)
    #expect(error.map { $0.pointer.description } == (pointer == "/" ? "" : pointer))
  }

  @Test func `copies cannot make a document grow without limit`() throws {
    let double = #"{"op":"copy","from":"","path":"/-"}"#
    let patch = "[" + Array(repeating: double, count: 64).joined(separator: ",") + "]"
    let error = try #require(throws: JSONPatchError.self) {
      try JSONPatch(try JSONParser.parse(patch)).apply(to: [1])
    }
    #expect(error.code == .notApplicable)
  }

  @Test func `copies cannot make a document of gigabytes`() throws {
    let text = String(repeating: "x", count: 100_000)
    let copy = #"{"op":"copy","from":"/0","path":"/-"}"#
    func patch(_ count: Int) -> String {
      "[" + Array(repeating: copy, count: count).joined(separator: ",") + "]"
    }
    let most = JSONPatch.maximumBytes / text.utf8.count
    #expect(
      try JSONPatch(JSONParser.parse(patch(most))).apply(to: [.string(text)]).arrayValue?.count == most + 1)
    let error = #expect(throws: JSONPatchError.self) {
      try JSONPatch(JSONParser.parse(patch(most + 1))).apply(to: [.string(text)])
    }
    #expect(error?.code == .notApplicable)
    #expect(error?.pointer.description == "/\(most)")
  }

  /// Each copy of the document into its innermost array doubles its depth. A value of a hundred thousand levels
  /// would overflow the stack.
  @Test(arguments: ["copy", "move", "add"]) func `no operation nests deeper than the parser allows`(
    operation: String
  ) throws {
    let most = JSONPatch.maximumDepth
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func outcome(at level: Int, of depth: Int) throws -> JSONPatchError.Code? {
      let document = try JSONParser.parse("{\"a\":\(nested(depth)),\"b\":\(nested(level))}")
      let path = "/b" + String(repeating: "/0", count: level - 1) + "/-"
      let value = operation == "add" ? nested(depth) : "0"
      let patch = try JSONParser.parse(
        #"[{"op":"\#(operation)","from":"/a","path":"\#(path)","value":\#(value)}]"#)
      let result: JSONValue
      do throws(JSONPatchError) {
        result = try JSONPatch(patch).apply(to: document)
      } catch {
        return error.code
      }
      #expect(try JSONParser.parse(result.serialized()) == result)
      return nil
    }
    #expect(try outcome(at: 200, of: most - 201) == nil)
    #expect(try outcome(at: 200, of: most - 200) == .notApplicable)
  }

  @Test(.bug(id: "F45")) func `a patch that goes too deep too often is refused`() throws {
    let deep = (0..<500).reduce(JSONValue.array([0])) { inner, _ in .array([inner]) }
    let path = JSONPointer(tokens: [String](repeating: "0", count: 501))
    func patch(_ count: Int) -> JSONPatch {
      JSONPatch(operations: [JSONPatch.Operation](repeating: .replace(path, 1), count: count))
    }
    #expect(try path.value(in: patch(5_000).apply(to: deep)) == 1)
    let error = #expect(throws: JSONPatchError.self) { try patch(10_000).apply(to: deep) }
    #expect(error?.message == "the patch moves more than 50000000 elements and members in total")
  }

  @Test func `a patch of many operations on a large document is applied`() throws {
    let document = JSONValue.array((0..<9_000).map { ["n": .number(JSONNumber($0))] })
    let moves = (0..<5_000).map { _ in
      JSONPatch.Operation.move(from: JSONPointer(tokens: ["8999"]), to: JSONPointer(tokens: ["0"]))
    }
    let changes = (0..<9_000).map { JSONPatch.Operation.replace(JSONPointer(tokens: ["\($0)", "n"]), 1) }
    let moved = try JSONPatch(operations: moves).apply(to: document).arrayValue
    #expect(moved?.first == ["n": 4_000])
    let changed = try JSONPatch(operations: changes).apply(to: document)
    #expect(changed.arrayValue?.allSatisfy { $0 == ["n": 1] } == true)
    #expect(document.arrayValue?.last == ["n": 8_999], "the document itself stays")
  }

  @Test func `taking the elements of an array leaves them with one owner`() {
    var value = JSONValue.array([1, 2])
    var object: JSONValue = ["a": 1]
    #expect(value.takeObject() == nil)
    #expect(value.takeElements() == [1, 2])
    #expect(value == .null)
    #expect(object.takeElements() == nil)
    #expect(object.takeObject() == ["a": 1])
    #expect(object == .null)
  }

  @Test func `a patch that moves too many elements is refused`() throws {
    let document = JSONValue.array(Array(repeating: 1, count: 100_000))
    let first = JSONPointer(tokens: ["0"])
    let few = JSONPatch(operations: Array(repeating: .remove(first), count: 400))
    #expect(try few.apply(to: document).arrayValue?.count == 99_600)
    let many = JSONPatch(operations: Array(repeating: .remove(first), count: 1_000))
    #expect(throws: JSONPatchError.self) { try many.apply(to: document) }
  }
}
