import JSONText
import ScreenPreview
import Screens
import Testing

@testable import ScreenReport

/// Comparing measured boxes, and the approved differences.
@Suite struct BoxDifferenceTests {
  private let settings = [
    BoxSetting(width: 390, text: 100, direction: .leftToRight),
    BoxSetting(width: 320, text: 200, direction: .leftToRight),
  ]

  private func change() throws -> ScreenChange {
    try #require(
      ScreenChange(
        route: Route("home"), from: nil, to: try screen(), in: Catalogue(), releases: [], changedAssets: []))
  }

  private func screen() throws -> PublishedScreen {
    var catalogue = Catalogue()
    try #require(catalogue.setViewTypes(["T": true]).isEmpty)
    catalogue.setFormat(
      try WireFormat(
        name: "viewItems",
        JSONDocument(Array(#"{"screen":{"viewItems":"$items"},"item":{"viewObject":"$content"}}"#.utf8))))
    let text = Array(#"{"items":[{"id":"a","viewType":"T","content":{}}]}"#.utf8)
    let (definition, combinations) = try DefinitionReader.read(
      try JSONDocument(text), route: try Route("home"), catalogue: catalogue)
    return PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
  }

  private func item(_ id: String, height: Int = 44, _ texts: MeasuredItem.Text...) -> MeasuredItem {
    MeasuredItem(id: id, height: height, texts: texts)
  }

  private func text(
    _ text: String, cut: Bool = false, outside: Bool = false, overlaps: Bool = false
  ) -> MeasuredItem.Text {
    MeasuredItem.Text(text: text, isCutOff: cut, isOutside: outside, overlaps: overlaps)
  }

  private func compare(_ old: [[MeasuredItem]], _ new: [[MeasuredItem]]) throws -> [BoxDifference] {
    BoxDifference.all(on: try change(), cases: [], from: old, to: new, settings: settings)
  }

  @Test func `a text that fitted and is cut off now is reported once for all devices`() throws {
    let old = [[item("a", text("Soup"))], [item("a", text("Soup"))]]
    let new = [
      [item("a", text("Soup of the day", cut: true))], [item("a", text("Soup of the day", cut: true))],
    ]
    let found = try compare(old, new)
    let words = #"a: "Soup of the day" is now cut off at 100 % text on 390 px and on 1 more device"#
    #expect(found.map(\.words) == [words])
  }

  @Test func `what was so before is no difference, also at another place`() throws {
    let long = text("long", cut: true, outside: true, overlaps: true)
    #expect(try compare([[item("a", long)], []], [[item("a", long)], []]).isEmpty)
    #expect(try compare([[item("a", text("x"), long)], []], [[item("a", long, text("x"))], []]).isEmpty)
    // The same text in another item is another text.
    #expect(
      try compare([[item("b", long)], []], [[item("a", long)], []]).map(\.kind) == [
        .cutOff, .outside, .overlap,
      ])
  }

  @Test func `heights are told beyond a pixel, and are no faults`() throws {
    let found = try compare(
      [[item("a", height: 44)], [item("a", height: 44)]], [[item("a", height: 45)], [item("a", height: 88)]])
    #expect(found.map(\.words) == ["a: 88 px high, was 44 px, at 200 % text on 320 px"])
    #expect(found.allSatisfy { !$0.isRegression })
  }

  @Test func `pictures that show the same are told together`() throws {
    let cut = [[item("a", text("Soup", cut: true))], []]
    let one = try compare([[], []], cut)
    #expect(BoxDifference.merged(one + one).count == 1)
  }

  @Test func `an approved difference is left out on its devices, and comes back as a file`() throws {
    let cut = [item("a", text("Soup", cut: true))]
    let fault = try #require(try compare([[], []], [cut, cut]).first)
    let entry = #"{"approved":[{"screen":"home","item":"a","kind":"cut-off","width":320,"reason":"known"}]}"#
    let narrow = try ApprovedBoxes(try JSONParser.parse(entry))
    #expect(narrow.remaining(of: fault)?.settings == [settings[0]])
    #expect(try ApprovedBoxes(["approved": [["screen": "menu"]]]).remaining(of: fault)?.settings == settings)

    var all = ApprovedBoxes()
    all.add(fault)
    #expect(try ApprovedBoxes(all.json).remaining(of: fault) == nil)
  }

  @Test(arguments: [
    (#"[]"#, ""), (#"{"approved":{}}"#, ""), (#"{"approved":[1]}"#, "/approved/0"),
    (#"{"approved":[{"screen":"a"},{"wide":1}]}"#, "/approved/1/wide"), (#"{"approved":[],"x":1}"#, ""),
  ])
  func `a file that is not of approved differences is refused at its place`(text: String, place: String)
    throws
  {
    let json = try JSONParser.parse(text)
    let error = #expect(throws: ApprovedBoxes.FormatError.self) { try ApprovedBoxes(json) }
    #expect(error?.location.description == place)
  }
}
