import JSONText
import Testing

@testable import Assignment

@Suite struct ConditionVersionTests {
  private func passes(_ operation: String, _ version: JSONValue, than other: JSONValue) throws -> Bool {
    let condition = try Condition(
      ["v": [operation: other]], strictness: .asSDK, patterns: SwiftPattern.compile)
    return condition.passes(Attributes(["v": version]))
  }

  /// Compares each pair by all six operators, in both orders.
  @Test(arguments: [
    ("1.9.0", "1.10.0"), ("1.2.3", "2.0.0"), ("0.9.9", "1.0.0"), ("9.0.0", "10.0.0"), ("1.0.0-rc.1", "1.0.0"),
    ("1.0.0-alpha", "1.0.0-alpha.1"), ("1.0.0-alpha.1", "1.0.0-alpha.beta"),
    ("1.0.0-beta.2", "1.0.0-beta.11"),
    ("1.0.0-BETA", "1.0.0-beta"), ("1.0.0-9", "1.0.0-10"), ("1.0.0-r100", "1.0.0-r2"), ("v1.2.3", "1.2.4"),
    ("1.2.3-x", "v1.2.3+build"), ("1.2", "1.2.0"), ("", "0.0.1"), ("9999.0.0", "10000.0.0"),
    ("1.0.0-\u{1F35C}", "1.0.0-\u{E000}"),
  ])
  func `an earlier version is less`(earlier: String, later: String) throws {
    let (a, b) = (JSONValue.string(earlier), JSONValue.string(later))
    #expect(try passes("$vlt", a, than: b) && passes("$vlte", a, than: b) && passes("$vne", a, than: b))
    #expect(try passes("$vgt", b, than: a) && passes("$vgte", b, than: a) && passes("$vne", b, than: a))
    #expect(try !passes("$vgt", a, than: b) && !passes("$vgte", a, than: b) && !passes("$veq", a, than: b))
    #expect(try !passes("$vlt", b, than: a) && !passes("$vlte", b, than: a) && !passes("$veq", b, than: a))
  }

  @Test(arguments: [
    ("1.2.3", "v1.2.3"), ("1.2.3+build.7", "1.2.3"), ("1.2.3-rc.1+a", "1.2.3-rc.1+b"), ("1-2-3", "1.2.3"),
    ("1.2.3.4", "1.2.3-4"), ("", "0"), ("1.2.3+b-1.9", "1.2.3"), ("v", "+only"),
  ])
  func `the same versions are equal`(one: String, other: String) throws {
    let (a, b) = (JSONValue.string(one), JSONValue.string(other))
    #expect(try passes("$veq", a, than: b) && passes("$vgte", a, than: b) && passes("$vlte", a, than: b))
    #expect(try !passes("$vne", a, than: b) && !passes("$vgt", a, than: b) && !passes("$vlt", a, than: b))
  }

  @Test func `build metadata extends to the end of its line and of the text`() {
    #expect(VersionText("1+2\n3").bytes == Array("1+2\n3".utf8))
    #expect(VersionText("1+2\n+3").bytes == Array("1+2\n".utf8))
    #expect(VersionText("1\u{2028}+3").bytes == Array("1\u{2028}".utf8))
  }

  @Test func `numbers are padded and releases get a mark`() {
    #expect(VersionText("v1.20.3").bytes == Array("    1-   20-    3-~".utf8))
    #expect(VersionText("1.2.3-rc.10+x").bytes == Array("    1-    2-    3-rc-   10".utf8))
    #expect(VersionText("100000.x").bytes == Array("100000-x".utf8))
    #expect(VersionText("vv1").bytes == Array("v1".utf8))
    #expect(VersionText("1.").bytes == Array("    1-".utf8))
    #expect(VersionText("-.").bytes == Array("---~".utf8))
  }

  @Test func `numbers of six digits are ordered as strings`() throws {
    #expect(try passes("$vgt", "99999.0.0", than: "100000.0.0"))
    #expect(try passes("$vlt", "100000.0.0", than: "200000.0.0"))
  }

  @Test func `a value that is not a version is version 0`() throws {
    for value in [nil, true, [1, 2], ["a": 1], ""] as [JSONValue] {
      #expect(try passes("$veq", value, than: "0"))
      #expect(try passes("$vlt", value, than: "1"))
    }
    #expect(try passes("$vlt", nil, than: "0.0.1"))
  }

  @Test func `a number is a version`() throws {
    #expect(try passes("$vgt", 10, than: "9"))
    #expect(try passes("$veq", .number(#require(JSONNumber(text: "1.50"))), than: "1.5"))
  }
}
