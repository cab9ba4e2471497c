import HTTPWire
import ScreenMock
import Testing

@testable import ScreenAPI

@Suite struct MockPreferencesTests {
  @Test(arguments: [
    ("delay=800, status=503", ["delay=800", "status=503"]),
    (#"a="x\", status=503", status=200"#, [#"a=x", status=503"#, "status=200"]),
    (#"Status="503"; x="a,b;c", delay = 5"#, ["status=503", "delay=5"]),
    (#"seed="1\\", , chaos"#, [#"seed=1\"#, "chaos="]), ("", []), ("=5", []),
  ])
  func `Prefer is a list of preferences, and a quoted string can contain any character`(
    field: String, expected: [String]
  ) {
    #expect(PreferField.preferences(in: field).map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test func `separators are compared by bytes`() {
    let list = PreferField.preferences(in: "status=503,\u{301}x=1,seed=7")
    #expect(list.map { Array($0.name.utf8) } == ["status", "\u{301}x", "seed"].map { Array($0.utf8) })
    // U+037E is canonically equivalent to a semicolon.
    let one = PreferField.preferences(in: "status=503\u{37E}x")
    #expect(one.map { Array($0.value.utf8) } == [Array("503\u{37E}x".utf8)])
  }
}
