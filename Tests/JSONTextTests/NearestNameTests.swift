import JSONText
import Testing

@Suite struct NearestNameTests {
  private static let viewTypes = ["ONE_IMAGE", "ONE_LINE_TEXT", "TITLE", "TWO_LINE_TEXT"]

  @Test(arguments: [
    ("THREE_LINE_TEXT", "TWO_LINE_TEXT"), ("ONE_LIN_TEXT", "ONE_LINE_TEXT"), ("TILTE", "TITLE"),
    ("ONE_IMGE", "ONE_IMAGE"),
  ]) func `the nearest name wins, and ties go to the longer common prefix`(name: String, nearest: String) {
    #expect(NearestName.to(name, among: Self.viewTypes) == nearest)
  }

  @Test(arguments: ["", "CAROUSEL_WITH_VIDEO", "x", "日本"]) func `a distant name has no nearest name`(
    name: String
  ) {
    #expect(NearestName.to(name, among: Self.viewTypes) == nil)
  }

  @Test func `the hint for a distant name lists the known names`() {
    #expect(
      NearestName.hint(for: "zzzzzzzz", among: Self.viewTypes)
        == "known: ONE_IMAGE, ONE_LINE_TEXT, TITLE, TWO_LINE_TEXT")
  }

  @Test(
    arguments: [("PRISE", "PRICE"), ("PRISE.json", nil), ("iconURL", "iconUrl"), ("x", nil)]
      as [(String, String?)])
  func `a share of three accepts a third of different letters, not half`(name: String, nearest: String?) {
    #expect(NearestName.to(name, among: ["PRICE", "CARD.json", "iconUrl"], share: 3) == nearest)
  }

  @Test func `a very long name is not compared, and many names only with the same first letter`() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.to(long, among: [long + "b"]) == nil)
    let many = (0..<3_000).map { "screen-\($0)" }
    #expect(NearestName.to("screem-17", among: many) == "screen-17")
    #expect(NearestName.to("5creen-17", among: many) == nil)
  }
}
