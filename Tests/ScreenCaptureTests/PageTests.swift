import JSONText
import ScreenCapture
import Screens
import Testing

/// Recorded pages of one list become one screen in pages.
@Suite struct PageTests {
  /// Items with the numbers of a range.
  private static func items(_ range: ClosedRange<Int>) -> JSONValue {
    .array(
      range.map { ["kind": $0 % 3 == 0 ? "ad" : "dish", "id": .string("i\($0)"), "text": .string("t\($0)")] })
  }

  /// A page whose cursor is a text.
  private static func page(_ range: ClosedRange<Int>, after: JSONValue) -> JSONValue {
    ["title": "Menu", "data": ["rows": items(range), "after": after]]
  }

  private static func ids(_ screen: JSONValue?) -> [String] {
    (screen?["items"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
  }

  private static let walk: [(url: String, response: JSONValue)] = [
    ("/menu", page(1...4, after: "c-x1")), ("/menu?after=c-x1", page(5...8, after: "c-x2")),
    ("/menu?after=c-x2", page(9...10, after: nil)),
  ]

  @Test func `a cursor leads through the pages`() throws {
    let folder = try CapturedFolder()
    let capture = try folder.capture(Self.walk)
    #expect(capture.words == ["page", "page", "page"], "\(capture.reasons)")
    #expect(capture.isComplete(allowsLeftOut: false))
    #expect(capture.paths == ["_types/ad.json", "_types/dish.json", "_formats/data-rows.json", "menu.json"])
    let screen = try folder.json("menu.json")
    #expect(screen["pages"] == ["size": 4, "parameter": "after"])
    #expect(Self.ids(screen) == (1...10).map { "i\($0)" })
    #expect(
      try folder.json("_formats/data-rows.json")["screen"] == [
        "title": "$values.title", "data": ["rows": "$items", "after": "$page.cursor?"],
      ])
    #expect(try folder.isValid())
    let outcome = capture.outcomes[1]
    #expect(outcome.json["page"] == 2)
    #expect(outcome.json["replaced"] == ["/data/after"])
    #expect(outcome.reason == #""/data/after" has the server's own text"#)
    // The last page is as recorded.
    #expect(capture.outcomes[2].reason == nil)
  }

  @Test func `an address leads through the pages, by another parameter if a cursor cannot have its name`()
    throws
  {
    func page(_ range: ClosedRange<Int>, _ number: Int, next: JSONValue, more: Bool) -> JSONValue {
      [
        "data": Self.items(range), "links": ["self": "/front", "next": next],
        "meta": ["total": 5, "page": .number(JSONNumber(number)), "more": .bool(more), "limit": 3],
      ]
    }
    let capture = try Archive.capture(
      ("/front", page(1...3, 1, next: "https://api.example.com/front?page%5Bcursor%5D=k2", more: true)),
      ("/front?page[cursor]=k2", page(4...5, 2, next: nil, more: false)))
    #expect(capture.words == ["page", "page"], "\(capture.reasons)")
    #expect(capture.file("front.json")?["pages"] == ["size": 3, "parameter": "after"])
    #expect(
      capture.file("_formats/data.json")?["screen"] == [
        "data": "$items", "links": ["self": "$values.links.self", "next": "$page.next?"],
        "meta": [
          "total": "$page.total", "page": "$page.number", "more": "$page.hasNext", "limit": "$page.size",
        ],
      ])
  }

  @Test func `a member that is absent on the last page is left out there`() throws {
    let capture = try Archive.capture(
      ("/a", ["rows": Self.items(1...3), "next_cursor": "abc"]),
      ("/a?cursor=abc", ["rows": Self.items(4...5)]))
    #expect(capture.words == ["page", "page"], "\(capture.reasons)")
    #expect(capture.file("_formats/rows.json")?["screen"]?["next_cursor"] == "$page.cursor")
  }

  @Test func `an offset that counts is a cursor, and a note says that it is a text now`() throws {
    let capture = try Archive.capture(
      ("/a", ["rows": Self.items(1...3), "nextOffset": 3]),
      ("/a?offset=3", ["rows": Self.items(4...6), "nextOffset": 6]),
      ("/a?offset=6", ["rows": Self.items(7...7), "nextOffset": nil]))
    #expect(capture.words == ["page", "page", "page"], "\(capture.reasons)")
    #expect(capture.file("a.json")?["pages"] == ["size": 3, "parameter": "offset"])
    #expect(
      capture.notes == [
        #"a has pages of 3 items: at "/nextOffset" the app gets a cursor, which is a text, in place of a number"#
      ])
  }

  @Test func `a recording that ends before the last page is said`() throws {
    let capture = try Archive.capture(
      ("/a", ["rows": Self.items(1...3), "next": "https://api.example.com/a?page=2"]),
      ("/a?page=2", ["rows": Self.items(4...6), "next": "https://api.example.com/a?page=3"]))
    #expect(capture.words == ["page", "page"])
    #expect(
      capture.notes == [
        #"a has pages of 3 items: at "/next" the app gets a path of the server in place of an address with a host"#,
        "a ends with page 2, because the page after it was not recorded",
      ])
  }

  @Test func `other queries have pages of their own`() throws {
    let capture = try Archive.capture(
      ("/a", Self.page(1...3, after: "c1")), ("/a?after=c1", Self.page(4...5, after: nil)),
      ("/a?tab=b", Self.page(21...23, after: "c2")),
      ("/a?tab=b&after=c2", Self.page(24...24, after: nil)),
      ("/a?tab=c", Self.page(31...32, after: nil)))
    #expect(capture.words == ["page", "page", "page", "page", "equal"], "\(capture.reasons)")
    let sections = capture.file("a.json")?["sections"]?.arrayValue
    #expect(sections?.map { $0["items"]?.arrayValue?.count } == [5, 4, 2])
  }

  @Test func `a later page that differs beside its items is said`() throws {
    let capture = try Archive.capture(
      ("/a", ["request": "r1", "rows": Self.items(1...3), "cursor": "abc"]),
      ("/a?cursor=abc", ["request": "r2", "rows": Self.items(4...5), "cursor": nil]))
    #expect(capture.words == ["page", "differs"])
    #expect(
      capture.reasons.last
        == #"at "/request": all pages have the number of items of the first one, and its values beside the items"#
    )
    #expect(!capture.isComplete(allowsLeftOut: true))
    #expect(Self.ids(capture.file("a.json")).count == 5)
  }

  @Test(
    arguments: [
      // The value of a tab is in the response, but leads nowhere.
      ("/a?tab=b", ["selected": "b"], ["selected": "b"]),
      // An app that counts pages by itself never asks for a cursor.
      ("/a?page=2", ["page": 1], ["page": 2]),
      // The way back.
      ("/a?cursor=abc", ["previous": "abc"], ["previous": nil]),
    ] as [(String, JSONObject, JSONObject)])
  func `what leads to no next page is none`(_ url: String, _ first: JSONObject, _ second: JSONObject) throws {
    func response(_ members: JSONObject, _ range: ClosedRange<Int>) -> JSONValue {
      var response = members
      response["rows"] = Self.items(range)
      return .object(response)
    }
    let capture = try Archive.capture(("/a", response(first, 1...3)), (url, response(second, 4...6)))
    #expect(capture.file("a.json")?["pages"] == nil)
    #expect(capture.words[0] == "equal")
  }

  @Test func `a left-out page says how to write it by hand`() throws {
    let capture = try Archive.capture(
      ("/a", ["rows": Self.items(1...3), "page": 1]), ("/a?page=2", ["rows": Self.items(4...6), "page": 2]))
    #expect(
      capture.reasons == [
        #"at "/page": outside of its items it differs from the other responses of "a"; a screen with "pages": {"size": 3} can send it as a later page, to apps that follow the cursor or the address of the page before"#
      ])
  }

  // MARK: Later recordings

  @Test func `the same pages leave the folder unchanged`() throws {
    let folder = try CapturedFolder()
    try folder.capture(Self.walk)
    for part in [Self.walk, Array(Self.walk.prefix(1)), Array(Self.walk.dropFirst())] {
      let capture = try folder.capture(part)
      #expect(capture.words.allSatisfy { $0 == "page" }, "\(capture.reasons)")
      #expect(capture.paths == [])
      #expect(capture.unchanged.map(\.name) == ["menu"])
    }
  }

  @Test func `a first page with a new cursor keeps the pages after it`() throws {
    let folder = try CapturedFolder()
    try folder.capture(Self.walk)
    let capture = try folder.capture(("/menu", Self.page(21...24, after: "c-new")))
    #expect(capture.words == ["page"], "\(capture.reasons)")
    #expect(capture.paths == ["menu.json"])
    #expect(Self.ids(try folder.json("menu.json")) == (21...24).map { "i\($0)" } + (5...10).map { "i\($0)" })
    // The queries of the later pages are still known.
    let later = try folder.capture(("/menu?after=c-x1", Self.page(31...34, after: "c-x2")))
    #expect(later.words == ["page"], "\(later.reasons)")
    #expect(
      Self.ids(try folder.json("menu.json"))
        == (21...24).map { "i\($0)" } + (31...34).map { "i\($0)" } + ["i9", "i10"])
  }

  @Test func `new pages with new cursors replace the old ones`() throws {
    let folder = try CapturedFolder()
    try folder.capture(Self.walk)
    let capture = try folder.capture(
      ("/menu", Self.page(1...4, after: "c-y1")), ("/menu?after=c-y1", Self.page(5...6, after: nil)),
      ("/other", Self.page(1...2, after: nil)))
    #expect(capture.words == ["page", "page", "equal"], "\(capture.reasons)")
    #expect(Self.ids(try folder.json("menu.json")) == (1...6).map { "i\($0)" })
    // A screen of one page can have the same wire format.
    #expect(try folder.json("other.json")["format"] == folder.json("menu.json")["format"])
    #expect(try folder.isValid())
  }

  @Test func `a screen gets pages when the next page is recorded later`() throws {
    let folder = try CapturedFolder()
    try folder.capture(Array(Self.walk.prefix(1)))
    #expect(try folder.json("menu.json")["pages"] == nil)
    let capture = try folder.capture(Self.walk)
    #expect(capture.words == ["page", "page", "page"], "\(capture.reasons)")
    #expect(try folder.json("menu.json")["pages"]?["size"] == 4)
    #expect(try folder.isValid())
  }

  @Test func `an explanation says what the pages are`() throws {
    let capture = try Archive.capture(Self.walk[0], Self.walk[1], Self.walk[2])
    let explanation = try #require(capture.explanations.first)
    #expect(
      explanation.lines.contains(
        "  pages: of 4 items, by the parameter after; at /data/after the cursor of the next page"))
    #expect(
      explanation.json["pages"] == [
        "size": 4, "parameter": "after", "members": ["/data/after": "cursor"],
      ])
  }
}
