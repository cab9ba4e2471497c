import JSONText
import Testing

@testable import JSONSchema

@Suite struct InPlaceKeywordTests {
  @Test func `oneOf names the branches that hold`() throws {
    let compiled = try schema(#"{"oneOf":[{"required":["text"]},{"required":["image"]},false]}"#)
    let both = compiled.validate(["text": 1, "image": 2])
    #expect(both.map(\.kind) == [.oneOf(matched: [0, 1], causes: [])])
    #expect(both.first?.message == "expected exactly one alternative to match, but 1 and 2 match")
    let none = compiled.validate([:])
    #expect(none.first?.message == "matches none of the 3 alternatives")
    #expect(
      none.first?.causes.map(\.message) == [
        #"missing member "text""#, #"missing member "image""#, "no value is allowed here",
      ])
    #expect(none.first?.causes.first?.keywordLocation.description == "/oneOf/0/required")
    #expect(compiled.isValid(["text": 1]))
  }

  @Test func `anyOf reports the branch that the author meant`() throws {
    let text = #"{"anyOf":[{"type":"null"},{"type":"object","required":["url"]}]}"#
    #expect(try errors(text, "{}") == [#"|/anyOf|missing member "url""#])
    #expect(try errors(text, "3") == ["|/anyOf|expected null or an object, found a number"])
    let nested = #"{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"string"}}}]}"#
    #expect(try errors(nested, #"{"a":1}"#) == [#"|/anyOf|"/a": expected a string, found a number"#])
  }

  private static func tagged(_ keyword: String) -> String {
    #"""
    {"\#(keyword)":[{"type":"null"},{"$ref":"#/$defs/card"},
      {"required":["type"],"properties":{"type":{"enum":["hero"]},"title":{"type":"string"}}},
      {"allOf":[{"required":["type"]}],"properties":{"type":{"$ref":"#/$defs/seven"}}}],
     "$defs":{"card":{"type":"object","required":["type","url","size"],"additionalProperties":false,
       "properties":{"type":{"const":"card"},"url":{"type":"string"},"size":{"type":"integer"}}},
       "seven":{"const":7}}}
    """#
  }

  @Test(.bug(id: "F15"), arguments: ["oneOf", "anyOf"])
  func `a tag chooses the alternative whose errors are reported`(keyword: String) throws {
    let text = Self.tagged(keyword)
    #expect(
      try errors(text, #"{"type":"card","size":"x","color":1}"#) == [
        "/size|/\(keyword)/1/$ref/properties/size/type|expected an integer, found a string",
        #"|/\#(keyword)/1/$ref/additionalProperties|unknown member "color""#,
        #"|/\#(keyword)/1/$ref/required|missing member "url""#,
      ])
    #expect(
      try errors(text, #"{"type":"hero","title":1}"#) == [
        "/title|/\(keyword)/2/properties/title/type|expected a string, found a number"
      ])
    for valid in [#"{"type":"hero"}"#, #"{"type":7.0}"#, #"{"type":"card","url":"","size":1}"#] {
      #expect(try errors(text, valid) == [])
    }
  }

  @Test(arguments: ["oneOf", "anyOf"])
  func `a wrong tag is compared with the tags, the nearest first`(keyword: String) throws {
    let text = Self.tagged(keyword)
    #expect(
      try errors(text, #"{"type":"heros"}"#) == [#"/type|/\#(keyword)|expected "hero", "card" or 7"#])
    #expect(try errors(text, #"{"type":true}"#) == [#"/type|/\#(keyword)|expected "card", "hero" or 7"#])
    #expect(try errors(text, "{}") == [#"|/\#(keyword)|missing member "type""#])
  }

  @Test func `a tag that two alternatives share tells nothing`() throws {
    let text = #"""
      {"oneOf":[{"required":["type"],"properties":{"type":{"const":"a"},"x":{"type":"string"}}},
                {"required":["type"],"properties":{"type":{"enum":["b","a"]},"x":{"type":"null"}}}]}
      """#
    #expect(try errors(text, #"{"type":"a","x":1}"#) == ["|/oneOf|matches none of the 2 alternatives"])
    let optional = #"""
      {"anyOf":[{"properties":{"type":{"const":"a"}}},{"required":["type"],"properties":{"type":{"const":"b"}}}]}
      """#
    #expect(try errors(optional, "{}") == [])
  }

  @Test func `members of an object with a wrong tag are not unevaluated`() throws {
    let text = #"""
      {"oneOf":[{"required":["type"],"properties":{"type":{"const":"a"},"x":true}},
                {"required":["type"],"properties":{"type":{"const":"b"},"y":true}}],
       "unevaluatedProperties":false}
      """#
    #expect(try errors(text, #"{"type":"c","x":1}"#) == [#"/type|/oneOf|expected "a" or "b""#])
    #expect(
      try errors(text, #"{"type":"b","x":1}"#) == [#"|/unevaluatedProperties|unknown member "x""#])
  }

  @Test func `errors of not and of conditions have their location`() throws {
    #expect(
      try errors(#"{"not":{"type":"null"}}"#, "null") == [
        "|/not|matches the schema in not, which excludes it"
      ])
    let text = #"""
      {"if":{"properties":{"kind":{"const":"image"}},"required":["kind"]},"then":{"required":["url"]},
       "else":{"required":["text"]}}
      """#
    #expect(try errors(text, #"{"kind":"image"}"#) == [#"|/then/required|missing member "url""#])
    #expect(try errors(text, #"{"kind":"x"}"#) == [#"|/else/required|missing member "text""#])
  }

  @Test func `allOf reports each branch`() throws {
    #expect(
      try errors(#"{"allOf":[{"minLength":3},{"pattern":"^b"}]}"#, #""a""#) == [
        "|/allOf/0/minLength|1 character long, less than the minimum of 3",
        "|/allOf/1/pattern|does not match the pattern ^b",
      ])
  }

  @Test func `errors beyond the limit are counted`() throws {
    let compiled = try schema(#"{"items":{"type":"string"}}"#)
    let report = compiled.report(on: .array(Array(repeating: 1, count: 130)), limit: 100)
    #expect(report.errors.count == 100)
    #expect(report.omitted == 30)
    #expect(compiled.validate([1, 2, 3], limit: 2).count == 2)
    #expect(compiled.validate([1], limit: 0).count == 1)
  }

  @Test func `basic output is a flat list`() throws {
    let compiled = try schema(
      ##"{"$id":"https://example.com/s","anyOf":[{"$ref":"#/$defs/a%25"}],"$defs":{"a%":{"type":"null"}}}"##)
    #expect(compiled.report(on: .null).basicOutput.text == #"{"valid":true}"#)
    let output = compiled.report(on: 1).basicOutput
    #expect(output["valid"] == false)
    #expect(output["errors"]?.arrayValue?.count == 2)
    #expect(
      output["errors"]?.arrayValue?.last?.text
        == #"{"keywordLocation":"/anyOf/0/$ref/type","absoluteKeywordLocation":"#
        + ##""https://example.com/s#/$defs/a%25/type","instanceLocation":"","##
        + #""error":"expected null, found a number"}"#)
  }
}
