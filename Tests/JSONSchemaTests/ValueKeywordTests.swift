import JSONText
import Testing

@testable import JSONSchema

@Suite struct ValueKeywordTests {
  @Test func `type names the expected and the actual type`() throws {
    #expect(try errors(#"{"type":"string"}"#, "12") == ["|/type|expected a string, found a number"])
    #expect(
      try errors(#"{"type":["string","null"]}"#, "[]") == ["|/type|expected null or a string, found an array"]
    )
    #expect(try errors(#"{"type":"integer"}"#, "1.5") == ["|/type|expected an integer, found a number"])
    #expect(try errors(#"{"type":"integer"}"#, "1.0") == [])
    #expect(try errors(#"{"type":"integer"}"#, "12345678901234567890123") == [])
  }

  @Test func `a number of any length is shortened in a message`() throws {
    let digits = String(repeating: "9", count: 100_000)
    let message = "|/maximum|" + String(repeating: "9", count: 60) + "… is more than the maximum of 5"
    #expect(try errors(#"{"maximum":5}"#, digits) == [message])
    let long = String(repeating: "a", count: 5_000)
    let pattern = "|/pattern|does not match the pattern " + String(repeating: "a", count: 400) + "…"
    #expect(try errors("{\"pattern\":\"\(long)\"}", #""b""#) == [pattern])
  }

  @Test func `a value of the wrong type is reported once`() throws {
    #expect(
      try errors(#"{"type":"string","enum":["a"],"minLength":1}"#, "3") == [
        "|/type|expected a string, found a number"
      ])
  }

  @Test func `enum lists the allowed values`() throws {
    let text = #"{"enum":["red","green",3]}"#
    #expect(try errors(text, #""blue""#) == [#"|/enum|expected "red", "green" or 3"#])
    #expect(try errors(text, "3.0") == [])
    #expect(try errors(#"{"const":{"a":[1]}}"#, #"{"a":[1.0]}"#) == [])
    #expect(try errors(#"{"const":null}"#, "0") == ["|/const|expected null"])
  }

  @Test func `enum compares scalars, not canonical equivalents`() throws {
    #expect(try schema(#"{"const":"\u00e9"}"#).isValid("e\u{301}") == false)
    #expect(try schema(#"{"enum":["\u212b"]}"#).isValid("A\u{30A}") == false)
    #expect(try schema(#"{"properties":{"K":false}}"#).isValid(["\u{212A}": 1]))
  }

  @Test func `a long enum is shortened`() throws {
    let values = (1...20).map(String.init).joined(separator: ",")
    #expect(
      try errors("{\"enum\":[\(values)]}", "0") == [
        "|/enum|expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 8 more"
      ])
  }

  @Test func `numbers are compared exactly`() throws {
    #expect(
      try errors(#"{"minimum":0,"maximum":10}"#, "-1") == ["|/minimum|-1 is less than the minimum of 0"])
    #expect(try errors(#"{"maximum":10}"#, "10.5") == ["|/maximum|10.5 is more than the maximum of 10"])
    #expect(try errors(#"{"exclusiveMinimum":1}"#, "1") == ["|/exclusiveMinimum|1 is not more than 1"])
    #expect(try errors(#"{"exclusiveMaximum":1}"#, "1.0") == ["|/exclusiveMaximum|1.0 is not less than 1"])
    #expect(try errors(#"{"multipleOf":0.1}"#, "0.3") == [])
    #expect(try errors(#"{"multipleOf":0.1}"#, "0.35") == ["|/multipleOf|0.35 is not a multiple of 0.1"])
    #expect(try errors(#"{"maximum":9007199254740992}"#, "9007199254740993").count == 1)
  }

  @Test func `lengths count Unicode scalars`() throws {
    #expect(
      try errors(#"{"minLength":2}"#, #""𝕏""#) == ["|/minLength|1 character long, less than the minimum of 2"]
    )
    #expect(
      try errors(#"{"maxLength":2}"#, #""칼국수""#) == [
        "|/maxLength|3 characters long, more than the maximum of 2"
      ])
    #expect(try errors(#"{"maxLength":2.0}"#, #""ab""#) == [])
    #expect(try errors(#"{"minLength":1e400}"#, #""ab""#).count == 1)
  }

  @Test func `errors of pattern and format name them`() throws {
    #expect(
      try errors(#"{"pattern":"^[0-9]+$"}"#, #""x1""#) == ["|/pattern|does not match the pattern ^[0-9]+$"])
    #expect(try errors(#"{"format":"uri"}"#, #""ifh.cc/g""#) == ["|/format|is not a URI"])
    #expect(try errors(#"{"format":"date"}"#, #""2026-02-30""#) == ["|/format|is not a date as in RFC 3339"])
    #expect(try errors(#"{"format":"made-up"}"#, #""x""#) == [])
  }

  @Test func `format is an annotation unless it is asserted`() throws {
    #expect(try schema(#"{"format":"uri"}"#).isValid("no uri"))
    #expect(try !schema(#"{"format":"uri"}"#, formats: .assert).isValid("no uri"))
  }
}
