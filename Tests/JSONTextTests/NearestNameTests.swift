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

  @Test(arguments: [
    ("version", ["items", "screenName", "sections"]), ("hero", ["card", "list"]), ("kind", ["link", "id"]),
  ])
  func `a name of which more than a third differs is not meant`(name: String, known: [String]) {
    #expect(NearestName.to(name, among: known) == nil)
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

  @Test func `a very long name is not compared`() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.to(long, among: [long + "b"]) == nil)
    #expect(NearestName.to("abc", among: [long]) == nil)
  }

  @Test(arguments: ["screem-17", "5creen-17", "SCREEN-17"]) func `many names are compared`(name: String) {
    #expect(NearestName.to(name, among: (0..<3_000).map { "screen-\($0)" }) == "screen-17")
  }

  /// Names that differ in each letter, and names of which only the last letters differ.
  @Test(
    .bug(id: "F43"),
    arguments: [
      (String(repeating: "x", count: 190), String(repeating: "ab", count: 95)),
      (String(repeating: "ab", count: 95) + "xy", String(repeating: "ab", count: 95)),
      ("x", "ab"),
    ]) func `a search ends after its steps, however many names there are`(name: String, stem: String)
  {
    var search = NearestNameSearch(for: name, share: 2)
    _ = search.nearest(among: (0..<400_000).map { "\(stem)\($0)" })
    // The last name that is read and the last row that is compared may go beyond.
    #expect(search.steps > -2_000)
    #expect(search.steps <= 0, "all 400,000 names were compared")
  }

  @Test func `a list names each known name once`() {
    let known = (0..<20_000).map { "\($0 % 10_000)" }
    #expect(
      NearestName.listing(known) == "known: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 9988 more")
  }
}
