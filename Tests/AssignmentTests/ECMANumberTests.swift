import JSONText
import Testing

@testable import Assignment

@Suite struct ECMANumberTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (1.5, "1.5"), (100, "100"), (0.1, "0.1"), (-0.25, "-0.25"),
      (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e300, "1.5e+300"),
      (123_456_789_012_345_683_968, "123456789012345680000"),
      (0.000001, "0.000001"), (0.0000001, "1e-7"), (1.25e-9, "1.25e-9"),
      (Double.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (9007199254740992, "9007199254740992"),
      (9007199254740991, "9007199254740991"), (4294967296.5, "4294967296.5"),
      (0.30000000000000004, "0.30000000000000004"),
      (.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
    ] as [(Double, String)])
  func `a number is written as ECMAScript writes it`(number: Double, text: String) {
    #expect(ecmaText(of: number) == text)
  }

  @Test(
    arguments: [
      ("", 0), ("   ", 0), ("\u{FEFF}\u{A0}\n12\t", 12), ("007", 7), ("1e3", 1000), ("1E-2", 0.01),
      (".5", 0.5), ("5.", 5),
      ("+5", 5), ("-5", -5), ("0x1F", 31), ("0b101", 5), ("0o17", 15), ("Infinity", .infinity),
      ("-Infinity", -.infinity), ("1e999", .infinity), ("0x20000000000001", 9007199254740992),
      ("0x20000000000003", 9007199254740996),
    ] as [(String, Double)])
  func `a text is read as ECMAScript reads it`(text: String, number: Double) {
    #expect(ecmaNumber(from: text) == number)
  }

  @Test(arguments: [
    "a", "1a", "1 2", ".", "+", "-", "e5", "1e", "1e+", "0x", "0xg", "0b2", "0o8", "-0x1", "inf", "nan",
    "infinity",
    "0x1p3", "1_000", "++1", "1.2.3", "Infinityx",
  ])
  func `a text that is not a number is NaN`(text: String) {
    #expect(ecmaNumber(from: text).isNaN)
  }

  @Test func `hexadecimal digits beyond the range of a double are infinite`() {
    let power = Double(sign: .plus, exponent: 1000, significand: 1)
    #expect(ecmaNumber(from: "0x" + String(repeating: "f", count: 250)) == power)
    #expect(ecmaNumber(from: "0x" + String(repeating: "f", count: 256)) == .infinity)
    #expect(ecmaNumber(from: "0x" + String(repeating: "f", count: 5000)) == .infinity)
    #expect(ecmaNumber(from: "0x" + String(repeating: "0", count: 5000) + "1") == 1)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("15", 15), ("-7", -7), ("1.0", 1), ("1e2", 100), ("1e-2", 0.01),
      ("123456789012345", 123456789012345),
      ("12345678901234567890", 12_345_678_901_234_567_168), ("0.1", 0.1),
    ] as [(String, Double)])
  func `a JSON number becomes the nearest double`(text: String, number: Double) throws {
    #expect(try #require(JSONNumber(text: text)).double == number)
  }

  @Test func `values convert as in ECMAScript`() {
    let mixed: JSONValue = [1, nil, "a", [true, []], ["x": 1]]
    #expect(mixed.ecmaText == "1,,a,true,,[object Object]")
    #expect((nil as JSONValue).ecmaNumber == 0)
    #expect((true as JSONValue).ecmaNumber == 1)
    #expect(([] as JSONValue).ecmaNumber == 0)
    #expect(([7] as JSONValue).ecmaNumber == 7)
    #expect(([1, 2] as JSONValue).ecmaNumber.isNaN)
    #expect((["a": 1] as JSONValue).ecmaNumber.isNaN)
    #expect(!(0 as JSONValue).isTruthy && !("" as JSONValue).isTruthy && !(nil as JSONValue).isTruthy)
    #expect(("0" as JSONValue).isTruthy && ([] as JSONValue).isTruthy && (-1 as JSONValue).isTruthy)
  }
}
