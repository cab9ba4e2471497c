import Foundation
import JSONText
import Testing
import TextTemplate

struct TextTemplateTests {
  private func rendered(
    _ text: String, user: String? = "mo", attributes: JSONObject = [:], seed: UInt64? = 1
  ) throws -> String {
    var values = TemplateValues(user: user, attributes: attributes, seed: seed) { "now" }
    var bytes: [UInt8] = []
    try TextTemplate(text).append(to: &bytes, values: &values)
    // The appended bytes are the content of a JSON string.
    let json = try JSONParser.parse([0x22] + bytes + [0x22], profile: .strict)
    return try #require(json.stringValue)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{{user}}", "mo"), ("{{ user }}", "mo"), ("Hi {{user}}!", "Hi mo!"),
    ("{{user}}{{user}}", "momo"), ("{user}", "{user}"), ("{", "{"), ("}}", "}}"), ("a}} {b", "a}} {b"),
    ("{{{{user}}", "{{user}}"), ("{{{{", "{{"), ("{{{{{{user}}", "{{mo"), ("{{user}}}", "mo}"),
    ("{ {user} }", "{ {user} }"), ("{{{{{{{{", "{{{{"), ("\"\\\n\u{0001}{{user}}", "\"\\\n\u{0001}mo"),
    ("국수 {{user}} 🍜", "국수 mo 🍜"),
  ])
  func `placeholders are replaced, and other text stays unchanged`(text: String, expected: String) throws {
    #expect(try rendered(text) == expected)
  }

  @Test(arguments: [
    ("{{", 0, TemplateError.Code.unclosed, "{{ is not closed by }}; {{{{ writes {{"),
    ("ab {{user}", 3, .unclosed, "{{ is not closed by }}; {{{{ writes {{"),
    (
      "é {{}}", 3, .unknownName,
      "the braces are empty; known: user, attributes.NAME, now, uuid, random FROM TO; {{{{ writes {{"
    ),
    ("{{usr}}", 0, .unknownName, "\"usr\" is not a template value; did you mean user?"),
    (
      "{{attribute.x}}", 0, .unknownName,
      "\"attribute.x\" is not a template value; did you mean attributes?"
    ),
    (
      "{{constructor}}", 0, .unknownName,
      "\"constructor\" is not a template value; known: user, attributes.NAME, now, uuid, random FROM TO"
    ),
    ("{{{user}}}", 0, .unknownName, "\"{user\" is not a template value; did you mean user?"),
    ("{{user {{now}} }}", 0, .arguments, "user takes no arguments"),
    ("{{now UTC}}", 0, .arguments, "now takes no arguments"),
    ("{{attributes}}", 0, .arguments, "attributes takes a name after a dot; as in {{attributes.country}}"),
    ("{{attributes.}}", 0, .arguments, "attributes takes a name after a dot; as in {{attributes.country}}"),
    (
      "{{attributes.a..b}}", 0, .arguments,
      "attributes takes a name after a dot; as in {{attributes.country}}"
    ),
    ("{{attributes.a b}}", 0, .arguments, "attributes.a takes no arguments"),
    ("{{random}}", 0, .arguments, "random takes two whole numbers; as in {{random 1 6}}"),
    ("{{random 1 x}}", 0, .arguments, "random takes two whole numbers; as in {{random 1 6}}"),
    ("{{random 1 2 3}}", 0, .arguments, "random takes two whole numbers; as in {{random 1 6}}"),
    ("{{random 1 2.5}}", 0, .arguments, "random takes two whole numbers; as in {{random 1 6}}"),
    (
      "{{random 0 9223372036854775808}}", 0, .arguments,
      "random takes two whole numbers; as in {{random 1 6}}"
    ),
    ("{{random 6 1}}", 0, .arguments, "random takes the lower number first; did you mean {{random 1 6}}?"),
  ])
  func `a template error has a message, a hint and an offset`(
    text: String, offset: Int, code: TemplateError.Code, message: String
  ) throws {
    let fault = try #require(throws: TemplateError.self) { try TextTemplate(text) }
    #expect(fault.code == code)
    #expect(fault.offset == offset)
    #expect(fault.message + (fault.hint.map { "; \($0)" } ?? "") == message)
  }

  @Test func `a text without placeholders is plain`() throws {
    #expect(try TextTemplate("a {{{{ b").isPlain)
    #expect(try TextTemplate("").isPlain)
    #expect(try !TextTemplate("{{now}}").isPlain)
  }

  @Test func `attributes have dotted paths and render as text or JSON`() throws {
    let attributes: JSONObject = [
      "country": "KR", "app": ["version": "1.2", "flags": [true, .null, 1]], "n": 1, "none": .null, "é": "e",
      "e\u{0301}": "decomposed",
    ]
    for (path, expected) in [
      ("country", "KR"), ("app.version", "1.2"), ("app.flags", "[true,null,1]"), ("n", "1"), ("none", "null"),
      ("missing", ""), ("country.x", ""), ("app.flags.0", ""),
      ("app", #"{"version":"1.2","flags":[true,null,1]}"#),
      ("é", "e"), ("e\u{0301}", "decomposed"),
    ] {
      #expect(try rendered("<{{attributes.\(path)}}>", attributes: attributes) == "<\(expected)>")
    }
    #expect(try rendered("<{{user}}>", user: nil) == "<>")
  }

  @Test(arguments: [
    "\"", "\\", "\n", "\r\n", "\t\u{0008}\u{000C}", "\u{0000}\u{001F}\u{007F}", "\u{2028}\u{2029}",
    "\",\"admin\":true,\"x\":\"", "\\\"", "{{uuid}}", "{{attributes.user}}", "{{{{", "}}", "</script>",
    "\\u0041",
    "🧑🏽‍🚀", "",
  ])
  func `braces in values have no meaning`(value: String) throws {
    let attributes: JSONObject = ["a": .string(value), "o": [value: .string(value)] as JSONValue]
    #expect(try rendered("<{{user}}>", user: value) == "<\(value)>")
    #expect(try rendered("<{{attributes.a}}>", attributes: attributes) == "<\(value)>")
    let object = try rendered("{{attributes.o}}", attributes: attributes)
    #expect(try JSONParser.parse(object) == attributes["o"])
  }

  @Test func `now is called at most once per response`() throws {
    var asked = 0
    var values = TemplateValues(user: nil, seed: 1) {
      asked += 1
      return "then"
    }
    var bytes: [UInt8] = []
    try TextTemplate("{{uuid}}").append(to: &bytes, values: &values)
    #expect(asked == 0)
    bytes = []
    try TextTemplate("{{now}} {{now}}").append(to: &bytes, values: &values)
    #expect(asked == 1)
    #expect(String(decoding: bytes, as: UTF8.self) == "then then")
  }

  @Test func `UUIDs have version 4 and differ`() throws {
    let texts = try (0..<200 as Range<UInt64>).map { try rendered("{{uuid}}", seed: $0) }
    let form = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(texts.allSatisfy { $0.wholeMatch(of: form) != nil && UUID(uuidString: $0) != nil })
    #expect(Set(texts).count == 200)
    let twice = try rendered("{{uuid}} {{uuid}}").split(separator: " ")
    #expect(twice.count == 2 && twice[0] != twice[1])
  }

  @Test func `random numbers take every value of their range and no other`() throws {
    for (from, to) in [(1, 6), (-3, 3), (5, 5), (0, 1)] {
      let numbers = try (0..<300 as Range<UInt64>).map {
        Int(try rendered("{{random \(from) \(to)}}", seed: $0))
      }
      #expect(Set(numbers) == Set((from...to).map { $0 }))
    }
    for seed in 0..<100 as Range<UInt64> {
      let number = try rendered("{{random -9223372036854775808 9223372036854775807}}", seed: seed)
      #expect(Int(number) != nil)
    }
  }

  @Test func `a seed gives the same values each time`() throws {
    let text = "{{uuid}} {{random 0 1000000000}}"
    #expect(try rendered(text, seed: 42) == "bdd73226-2feb-4e95-a8ef-e333b266f103 278601130")
    #expect(try rendered(text, seed: nil) != rendered(text, seed: nil))
  }

  @Test func `a long value is truncated between characters`() throws {
    let most = TemplateValues.maximumValueBytes
    let exact = String(repeating: "x", count: most)
    #expect(try rendered("{{user}}", user: exact) == exact)
    #expect(try rendered("{{user}}", user: exact + "y") == exact)
    let wide = String(repeating: "x", count: most - 1) + "é"
    #expect(try rendered("{{user}}", user: wide) == String(repeating: "x", count: most - 1))
    let escaped = String(repeating: "\"", count: most + 1)
    #expect(try rendered("{{user}}", user: escaped).count == most)
  }

  @Test func `the number of placeholders of a text is limited`() throws {
    let most = TextTemplate.maximumPlaceholders
    #expect(try rendered(String(repeating: "{{user}}", count: most)).count == 2 * most)
    let fault = try #require(throws: TemplateError.self) {
      try TextTemplate(String(repeating: "{{user}}", count: most + 1))
    }
    #expect(fault.code == .tooManyPlaceholders)
  }
}
