import JSONText
import Testing

@testable import JSONSchema

@Suite struct ObjectKeywordTests {
  @Test func `missing members are one error at the object`() throws {
    let text = #"{"properties":{"content":{"required":["url","alt"]}}}"#
    #expect(
      try errors(text, #"{"content":{}}"#) == [
        #"/content|/properties/content/required|missing members "url" and "alt""#
      ])
    #expect(
      try errors(text, #"{"content":{"alt":1}}"#) == [
        #"/content|/properties/content/required|missing member "url""#
      ])
  }

  @Test func `each unknown member is an error with the known names`() throws {
    let compiled = try schema(#"{"properties":{"text1":true},"additionalProperties":false}"#)
    let found = compiled.validate(["txt1": 1, "text1": 2, "b": 3])
    #expect(
      found.map(\.kind) == [
        .additionalProperties(name: "txt1", known: ["text1"]),
        .additionalProperties(name: "b", known: ["text1"]),
      ])
    #expect(found.allSatisfy { $0.instanceLocation == .root && $0.code == .unknownMember })
    #expect(found.first?.message == #"unknown member "txt1""#)
    #expect(found.first?.absoluteKeywordLocation == "schema:/#/additionalProperties")
  }

  @Test func `a member is checked by its name, patterns and additionalProperties`() throws {
    let text = #"""
      {"properties":{"a":{"type":"string"}},"patternProperties":{"^a":{"minLength":2},"^n":{"type":"number"}},
       "additionalProperties":{"type":"boolean"}}
      """#
    #expect(
      try errors(text, #"{"a":"x","n1":"y","z":1,"ab":"ok"}"#) == [
        "/a|/patternProperties/^a/minLength|1 character long, less than the minimum of 2",
        "/n1|/patternProperties/^n/type|expected a number, found a string",
        "/z|/additionalProperties/type|expected a boolean, found a number",
      ])
  }

  @Test func `more than 64 required names are all checked`() throws {
    let names = (0..<100).map { "\"n\($0)\"" }.joined(separator: ",")
    let compiled = try schema("{\"required\":[\(names)]}")
    var object = JSONObject()
    for index in 0..<100 where index != 63 && index != 80 { object["n\(index)"] = 1 }
    #expect(compiled.validate(.object(object)).map(\.kind) == [.required(missing: ["n63", "n80"])])
    object["n63"] = 1
    #expect(compiled.validate(.object(object)).map(\.kind) == [.required(missing: ["n80"])])
    object["n80"] = 1
    #expect(compiled.isValid(.object(object)))
  }

  @Test func `members are found in any order`() throws {
    let names = (0..<40).map { "p\($0)" }
    let properties = names.map { "\"\($0)\":{\"type\":\"integer\"}" }.joined(separator: ",")
    let compiled = try schema("{\"properties\":{\(properties)},\"additionalProperties\":false}")
    var object = JSONObject()
    for name in names.reversed() { object[name] = 1 }
    #expect(compiled.isValid(.object(object)))
    object["p7"] = "x"
    #expect(compiled.validate(.object(object)).map(\.instanceLocation.description) == ["/p7"])
  }

  @Test func `counts, names and dependents have separate errors`() throws {
    #expect(
      try errors(#"{"minProperties":1}"#, "{}") == ["|/minProperties|0 members, less than the minimum of 1"])
    #expect(
      try errors(#"{"maxProperties":1}"#, #"{"a":1,"b":2}"#) == [
        "|/maxProperties|2 members, more than the maximum of 1"
      ])
    #expect(
      try errors(#"{"propertyNames":{"pattern":"^[a-z]+$"}}"#, #"{"A":1}"#) == [
        #"|/propertyNames|the member name "A" is not allowed: does not match the pattern ^[a-z]+$"#
      ])
    #expect(
      try errors(#"{"dependentRequired":{"a":["b","c"]}}"#, #"{"a":1,"c":1}"#) == [
        #"|/dependentRequired|missing member "b", required by "a""#
      ])
    #expect(
      try errors(#"{"dependentSchemas":{"a":{"required":["b"]}}}"#, #"{"a":1}"#) == [
        #"|/dependentSchemas/a/required|missing member "b""#
      ])
  }

  @Test func `names in messages contain no control characters`() throws {
    let found = try errors(#"{"additionalProperties":false}"#, #"{"a\u001b[31m\u202e":1}"#)
    #expect(found == [#"|/additionalProperties|unknown member "a\u001b[31m\u{202e}""#])
  }

  @Test func `unevaluatedProperties sees through references and branches`() throws {
    let text = #"""
      {"$ref":"#/$defs/base","anyOf":[{"required":["x"],"properties":{"x":true}},{"properties":{"y":true}}],
       "unevaluatedProperties":false,"$defs":{"base":{"properties":{"id":true}}}}
      """#
    #expect(try errors(text, #"{"id":1,"y":1}"#) == [])
    #expect(try errors(text, #"{"id":1,"x":1,"y":1}"#) == [])
    #expect(try errors(text, #"{"x":1,"z":1}"#) == [#"|/unevaluatedProperties|unknown member "z""#])
    let kinds = try schema(text).validate(["z": 1]).map(\.kind)
    #expect(kinds == [.unevaluatedProperties(name: "z", known: ["id"])])
  }
}
