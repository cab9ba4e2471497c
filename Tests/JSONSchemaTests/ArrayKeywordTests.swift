import JSONText
import Testing

@testable import JSONSchema

@Suite struct ArrayKeywordTests {
  @Test func `items and prefixItems name the element`() throws {
    let text = #"{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}"#
    #expect(
      try errors(text, #"[1,2,"x"]"#) == [
        "/0|/prefixItems/0/type|expected a string, found a number",
        "/2|/items/type|expected an integer, found a string",
      ])
    #expect(try errors(#"{"items":false}"#, "[1]") == ["/0|/items|no value is allowed here"])
  }

  @Test func `errors of counts name the count`() throws {
    #expect(try errors(#"{"minItems":1}"#, "[]") == ["|/minItems|0 elements, less than the minimum of 1"])
    #expect(try errors(#"{"maxItems":1}"#, "[1,2]") == ["|/maxItems|2 elements, more than the maximum of 1"])
  }

  @Test func `uniqueItems names the two elements`() throws {
    #expect(
      try errors(#"{"uniqueItems":true}"#, #"[1,"1",1.0]"#) == ["|/uniqueItems|elements 0 and 2 are equal"])
    #expect(try errors(#"{"uniqueItems":true}"#, #"[{"a":1,"b":2},{"b":2.0,"a":1}]"#).count == 1)
    #expect(try errors(#"{"uniqueItems":true}"#, "[0,-0.0]").count == 1)
    #expect(try errors(#"{"uniqueItems":true}"#, "[[1],[2],true,1,{}]") == [])
  }

  @Test func `contains counts the matching elements`() throws {
    #expect(
      try errors(#"{"contains":{"type":"string"}}"#, "[1]") == [
        "|/contains|no element matches the schema in contains, at least one must"
      ])
    #expect(
      try errors(#"{"contains":{"type":"string"},"minContains":2}"#, #"["a"]"#) == [
        "|/minContains|1 element matches the schema in contains, at least 2 must"
      ])
    #expect(
      try errors(#"{"contains":{"type":"string"},"maxContains":1}"#, #"["a","b"]"#) == [
        "|/maxContains|2 elements match the schema in contains, at most 1 may"
      ])
    #expect(try errors(#"{"contains":false,"minContains":0}"#, "[1]") == [])
  }

  @Test func `unevaluatedItems names each element`() throws {
    #expect(
      try errors(#"{"prefixItems":[true],"unevaluatedItems":false}"#, "[1,2,3]") == [
        "|/unevaluatedItems|element 1 is not allowed here",
        "|/unevaluatedItems|element 2 is not allowed here",
      ])
    #expect(try errors(#"{"contains":{"const":2},"unevaluatedItems":{"const":1}}"#, "[1,2]") == [])
  }
}
