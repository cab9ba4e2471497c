import JSONText
import Testing

@Suite struct JSONParserTests {
  @Test(arguments: [
    #"{"b":1,"a":[true,false,null],"c":{"z":"\"\/","y":""}}"#,
    "[1.0,12345678901234567890,-0,1e400,0.10]",
    #""칼국수 👩‍🍳 é""#,
    #"["\u0000\u001f\n\t"]"#,
  ]) func `a compact text is written unchanged`(text: String) throws {
    let expected = text.replacing("\\/", with: "/")
    #expect(try JSONParser.parse(text).text == expected)
  }

  @Test func `numbers keep their text and compare by value`() throws {
    let one = try JSONParser.parse("1.0")
    #expect(one.text == "1.0")
    #expect(one != 1)
    #expect(one.isEquivalent(to: 1))
    #expect(try JSONParser.parse("1e2").numberValue?.intValue == 100)
    #expect(try JSONParser.parse("12345678901234567890").numberValue?.isInteger == true)
    #expect(try JSONParser.parse("12345678901234567890").numberValue?.intValue == nil)
    #expect(try JSONParser.parse("-9223372036854775808").numberValue?.intValue == Int.min)
    #expect(try JSONParser.parse("-9223372036854775808.0").numberValue?.intValue == Int.min)
    #expect(try JSONParser.parse("1e99999999999999999999").numberValue?.isInteger == true)
  }

  @Test(arguments: [
    ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e300", "3", false), ("9e300", "3", true),
    ("1e308", "0.123456789", false), ("12391239123", "1e-8", true), ("0", "7", true), ("7", "0", false),
    ("5", "10", false), ("1e1000000000", "2", true),
    ("246913578024691357802469135780", "123456789012345678901234567890", true),
    ("246913578024691357802469135781", "123456789012345678901234567890", false),
  ]) func `multiples are exact`(value: String, divisor: String, expected: Bool) throws {
    let value = try #require(JSONNumber(text: value))
    let divisor = try #require(JSONNumber(text: divisor))
    #expect(value.isMultiple(of: divisor) == expected)
  }

  @Test func `canonically equal names are different names`() throws {
    let value = try JSONParser.parse("{\"\u{E9}\":1,\"e\u{301}\":2}", profile: .strict)
    #expect(value.objectValue?.count == 2)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test func `a repeated name gets the last value at the first position`() throws {
    #expect(try JSONParser.parse(#"{"a":1,"b":2,"a":3}"#).text == #"{"a":3,"b":2}"#)
  }

  @Test(arguments: [1, 20, 40, 100]) func `a repeated name is found among many`(count: Int) throws {
    var names = (0..<count).map { "\"n\($0)\":\($0)" }
    names.append(#""n\u0030":7"#)
    let text = "{" + names.joined(separator: ",") + "}"
    #expect(try JSONParser.parse(text)["n0"] == 7)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text, profile: .strict) }
  }

  /// The place, the message and the hint, word for word.
  @Test(arguments: [
    ("", "1:1: the text is empty"),
    (
      "{\"a\":1,\n \"a\":2}",
      "2:2: the member name \"a\" is repeated (first at 1:2); remove or rename one of them"
    ),
    ("[1,]", "1:3: there is a comma before the closing \"]\"; remove the comma"),
    ("{\"a\":1,}", "1:7: there is a comma before the closing \"}\"; remove the comma"),
    ("{a:1}", "1:2: unexpected \"a\" where a member name should stand; write it in double quotes: \"a\""),
    ("{\"a\" 1}", "1:6: unexpected \"1\" after a member name; expected \":\""),
    ("{\"a\":1 \"b\":2}", "1:8: a comma is missing before this member; end the one before with \",\""),
    ("[True]", "1:2: unexpected \"True\" where a value should stand; did you mean true?"),
    ("['a']", "1:2: unexpected \"'\" where a value should stand; write JSON strings in double quotes"),
    ("[1] // x", "1:5: unexpected \"/\" after the end of the document; JSON has no comments"),
    ("[01]", "1:3: a number has a leading zero; remove the leading zero"),
    ("[1.]", "1:2: a number ends with its decimal point; write 1.0"),
    (
      "[\"a\r\n\"]",
      "1:4: the line ends within a string; add the closing \", or write \\n for a line end within the text"
    ),
    ("[\"a", "1:2: the string that begins here is not closed; add the closing \""),
    (
      "[\"\\x\"]",
      "1:3: unknown escape sequence; write a backslash as \\\\"
    ),
    ("[\"\\ud800\"]", "1:3: an escape is half of a surrogate pair; write the character itself"),
    ("\r\n\r\n [é", "3:3: unexpected \"é\" where a value should stand"),
    ("[1", "1:3: the text ends within an array (which begins at 1:1); add the closing \"]\""),
    ("[\u{1}]", "1:2: unexpected control character (0x01) where a value should stand"),
  ]) func `errors have a place, a message and a hint`(text: String, expected: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text, profile: .strict) }
    #expect(error?.description == expected)
  }

  @Test func `nesting is accepted up to the limit and refused beyond`() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try JSONParser.parse(deep).kind == .array)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse("[" + deep + "]") }
    #expect(error?.code == .tooDeep)
  }

  @Test func `bytes that are not UTF-8 are refused at their place`() {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0x61, 0xFF, 0x22]) }
    #expect(error?.code == .encoding)
    #expect(error?.column == 3)
  }

  @Test func `every prefix and every single-byte change of a document is parsed or refused`() throws {
    let text = Array(#"{"a":[1.5e-3,"\u00e9\ud83d\ude00",{"칼":null}],"b":true}"#.utf8)
    for end in text.indices {
      #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text[..<end])) }
    }
    var answers = 0
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        if let value = try? JSONParser.parse(changed) {
          // An accepted document survives a round trip.
          #expect(try JSONParser.parse(value.serialized()) == value)
          answers += 1
        }
      }
    }
    #expect(answers > text.count)
  }
}
