import JSONText
import Testing
import TextTemplate

struct DocumentTemplateTests {
  private func values(_ user: String = "mo") -> TemplateValues {
    TemplateValues(user: user, attributes: ["x": "y"], seed: 1) { "1970-01-01T00:00:00Z" }
  }

  @Test func `all strings are templates, and all other values stay unchanged`() throws {
    let content: JSONValue = [
      "title": "Hi {{user}}", "{{user}}": "name", "n": 1, "list": ["{{attributes.x}}", true, .null, [], [:]],
      "nested": ["a\"b": "{{{{ {{now}}"],
    ]
    let template = try DocumentTemplate(content)
    #expect(!template.isPlain)
    var values = values()
    #expect(
      try JSONParser.parse(template.rendered(with: &values)) == [
        "title": "Hi mo", "{{user}}": "name", "n": 1, "list": ["y", true, .null, [], [:]],
        "nested": ["a\"b": "{{ 1970-01-01T00:00:00Z"],
      ])
  }

  @Test func `a document without placeholders renders unchanged`() throws {
    let content: JSONValue = ["a": ["b", 1, .null], "c": "\u{2028}\"\\"]
    let template = try DocumentTemplate(content)
    var values = values()
    #expect(template.isPlain)
    #expect(template.rendered(with: &values) == content.serialized())
  }

  @Test func `braces in fixed bytes have no meaning`() throws {
    var template = DocumentTemplate()
    template.append(fixed: Array(#"{"id":"{{user}}","content":"#.utf8))
    try template.append("{{user}}")
    template.append(fixed: Array("}".utf8))
    var values = values("a\"b")
    #expect(
      String(decoding: template.rendered(with: &values), as: UTF8.self)
        == #"{"id":"{{user}}","content":"a\"b"}"#)
  }

  @Test func `a fault names the string and the offset in it`() throws {
    let content: JSONValue = ["list": [1, ["a/b": "x {{usr}}"]]]
    let fault = try #require(throws: TemplateError.self) { try DocumentTemplate(content) }
    #expect(fault.pointer.description == "/list/1/a~1b")
    #expect(fault.offset == 2)
  }

  @Test func `the size of all values together is limited`() throws {
    let long = String(repeating: "x", count: TemplateValues.maximumValueBytes)
    let template = try DocumentTemplate(.array(Array(repeating: "{{user}}", count: 200)))
    var values = values(long)
    let bytes = template.rendered(with: &values)
    #expect(bytes.count == TemplateValues.maximumBytes + 200 * 3 + 1)
    #expect(throws: Never.self) { try JSONParser.parse(bytes) }
  }

  @Test func `the number of placeholders of a document is limited`() throws {
    let most = DocumentTemplate.maximumPlaceholders
    #expect(throws: Never.self) { try DocumentTemplate(.array(Array(repeating: "{{now}}", count: most))) }
    let fault = try #require(throws: TemplateError.self) {
      try DocumentTemplate(.array(Array(repeating: "{{now}}", count: most + 1)))
    }
    #expect(fault.code == .tooManyPlaceholders)
    #expect(fault.pointer.description == "/\(most)")
  }
}
