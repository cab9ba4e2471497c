import JSONText
import Screens
import Testing

@Suite struct GuardTests {
  @Test func `steps are rising shares in per cent`() {
    #expect(Guard(steps: "1,10,50,100")?.steps == [1, 10, 50, 100])
    #expect(Guard(steps: "0.5")?.steps == [0.5])
    for text in ["", "10,1", "1,1", "0", "101", "1,,2", "-1", "1e1", "0.001", "1 ,2", "nan"] {
      #expect(Guard(steps: text) == nil, "\(text)")
    }
  }

  @Test func `a document has defaults and is written as it was read`() throws {
    let rule = try Guard(
      JSONDocument(
        Array(#"{"steps":[1,99.5],"hold":"90m","events":["settled",{"name":"order","kind":"good"}]}"#.utf8)))
    #expect(rule.hold == 5400)
    #expect(rule.tolerate == 1.25)
    #expect(rule.onHarm == .rollback)
    #expect(try Guard(JSONDocument(rule.json.serialized())) == rule)
    let standard = try #require(Guard(steps: "1,100"))
    #expect(standard.events == GuardEvent.builtIn)
    #expect(try Guard(JSONDocument(standard.json.serialized())) == standard)
  }

  @Test(
    arguments: [
      #"{}"#: "/", #"{"steps":[2,1]}"#: "/steps", #"{"steps":[1],"hold":"10"}"#: "/hold",
      #"{"steps":[1],"tolerate":0.5}"#: "/tolerate", #"{"steps":[1],"alpha":0}"#: "/alpha",
      #"{"steps":[1],"floor":1}"#: "/floor", #"{"steps":[1],"onHarm":"stop"}"#: "/onHarm",
      #"{"steps":[1],"events":[]}"#: "/events", #"{"steps":[1],"events":["order"]}"#: "/events/0",
      #"{"steps":[1],"events":["slow","slow"]}"#: "/events/1",
      #"{"steps":[1],"events":[{"name":"slow","kind":"good"}]}"#: "/events/0/name",
      #"{"steps":[1],"more":1}"#: "/more",
    ])
  func `a mistake is reported at its place`(_ text: String, _ place: String) throws {
    let error = #expect(throws: InvalidDocument.self) { try Guard(JSONDocument(Array(text.utf8))) }
    let pointer = error?.diagnostics.kept.first?.pointer.description
    #expect(pointer == (place == "/" ? "" : place))
  }
}
