import Foundation
import ScreenKit
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    "null", "true", "0", "-1", "9223372036854775807", "18446744073709551615", "0.1", "-12.5",
    "3.14159265358979",
    "12345678901234567890123456789", "1e+300", #""text \"quoted\" 칼국수""#, "[]", "[1,[2,[]],null]", "{}",
    #"{"a":{"b":[true,false]},"c":"/"}"#,
  ])
  func `a value is encoded as it was decoded`(text: String) throws {
    let value = try json(text)
    #expect(String(decoding: try JSONEncoder.screenKit.encode(value), as: UTF8.self) == text)
    #expect(try json(String(decoding: JSONEncoder.screenKit.encode(value), as: UTF8.self)) == value)
  }

  @Test func `numbers of the same value are equal`() throws {
    #expect(try json("1.0") == json("1"))
    #expect(try json("100") == json("1e2"))
    #expect(try json("0.1") == 0.1)
    #expect(try json("0.1") != json("0.10000000000000001"))
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(7).intValue == 7)
    #expect(try json("0.5").numberValue?.doubleValue == 0.5)
    #expect(try json("0.1").numberValue?.decimalValue == Decimal(string: "0.1"))
  }

  @Test func `literals and subscripts work`() {
    let value: JSONValue = ["a": [1, true, .null, "x"], "b": 2.5]
    #expect(value["a"]?[1] == true)
    #expect(value["a"]?[2]?.isNull == true)
    #expect(value["a"]?[4] == nil)
    #expect(value["nothing"] == nil)
    #expect(value["b"]?.numberValue?.doubleValue == 2.5)
  }
}

@Suite struct JSONConversionTests {
  @Test func `a kept content can be decoded later`() throws {
    let kept = try json(#"{"text1":"a","text2":"b"}"#)
    #expect(try kept.decode(TwoLineText.self) == TwoLineText(text1: "a", text2: "b"))
    #expect(try JSONValue(encoding: TwoLineText(text1: "a", text2: "b")) == kept)
    #expect(throws: DecodingError.self) { try kept.decode(OneImage.self) }
    #expect(try JSONValue(encoding: "text") == "text")
    #expect(try JSONValue.null.decode(Int?.self) == nil)
  }
}

@Suite struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-21T13:52:48Z", 1_795_269_168),
    ("2026-11-21T22:52:48+09:00", 1_795_269_168),
    ("2000-02-29t12:00:00z", 951_825_600), ("1969-12-31T23:59:59.5Z", -0.5),
    ("1990-12-31T23:59:60Z", 662_688_000),
    ("0001-01-01T00:00:00Z", -62_135_596_800),
  ])
  func `a date-time is parsed`(text: String, seconds: Double) throws {
    let dates = try JSONDecoder.screenKit.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
    #expect(dates == [Date(timeIntervalSince1970: seconds)])
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z",
    "2026-11-21T13:52:48",
    "2026-11-21T13:52:48.Z", "2026-11-21T13:52:48+9:00", "2026-11-21T13:52:48Zx", "２０２６-11-21T13:52:48Z",
  ])
  func `a text that is not a date-time is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder.screenKit.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  @Test(arguments: [0, 1_795_269_168, 1_795_269_168.25, -1.5])
  func `an encoded date is decoded to the same date`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let data = try JSONEncoder.screenKit.encode([date])
    #expect(try JSONDecoder.screenKit.decode([Date].self, from: data) == [date])
  }
}
