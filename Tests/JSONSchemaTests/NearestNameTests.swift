import Testing

@testable import JSONSchema

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("THREE_LINE_TEXT", ["ONE_LINE_TEXT", "TWO_LINE_TEXT", "ONE_IMAGE"], "TWO_LINE_TEXT"),
    ("txt1", ["text1", "text2"], "text1"), ("iconURL", ["iconUrl", "title"], "iconUrl"),
    ("x", ["completely", "other"], nil), ("", ["a"], nil), ("abc", [], nil),
  ])
  func isTheOneOfLeastDistance(name: String, candidates: [String], expected: String?) {
    #expect(NearestName.of(name, among: candidates) == expected)
  }

  @Test func veryLongNamesAreNotCompared() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.of(long, among: [long + "b"]) == nil)
  }
}
