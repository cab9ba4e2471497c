import JSONText
import Screens
import Testing

/// Which member of the content each text and image of a page shows.
@Suite struct MemberTests {
  private static let schema: JSONValue = [
    "type": "object",
    "properties": [
      "title": ["type": "string"], "photo": ["type": "string"],
      "rows": ["type": "array", "items": ["type": "object"]],
      "children": ["type": "array", "items": ["$ref": "marquee:item"]],
    ],
  ]

  private func members(_ page: String) -> [String] {
    page.matches(of: /<([a-z]+)[^>]* data-member="([^"]*)"/).map { "\($0.output.1) \($0.output.2)" }
  }

  @Test func `a text and an image name their member, also in lists, lines and items inside items`() throws {
    let fixture = try PreviewFixture(
      types: ["T": Self.schema],
      templates: [
        "T": #"""
        {"column": [
          {"text": "$title"}, {"text": "fixed"}, {"image": "$photo"}, {"image": "asset:logo.svg"},
          {"each": "$rows", "node": {"each": "$cells", "node": {"text": "$a/b~"}}},
          {"text": [{"text": "$title"}, {"text": " · "}]}, {"badge": "$title", "icon": "$photo"},
          {"items": "$children"}
        ]}
        """#
      ])
    let page = fixture.page([
      Item(
        "i", "T",
        [
          "title": "A", "photo": "https://e.x/p.png", "rows": [["cells": [["a/b~": "x"], ["a/b~": "y"]]]],
          "children": [["id": "in", "viewType": "T", "content": ["title": "B"]]],
        ])
    ])
    let inner = ["p /title", "span /title", "span /title"]
    #expect(
      members(page) == [
        "p /title", "span /photo", "p /rows/0/cells/0/a~1b~0", "p /rows/0/cells/1/a~1b~0", "span /title",
        "span /photo", "span /title",
      ] + inner)
    #expect(
      page.contains(
        #"data-item="in" data-view-type="T"><div class="column"><p class="text t-body" data-member"#))
  }

  @Test func `the content of a fallback is not that of the item`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$title"}"#])
    let fallback = Item(
      id: "i", viewType: "T", content: ["title": "instead"],
      origin: JSONPointer(tokens: ["items", "0", "fallback"]))
    let page = fixture.page([Item("a", "T", ["title": "own"]), fallback, Item("b", "T", ["title": "own"])])
    #expect(page.contains(#"<p class="text t-body">instead</p>"#))
    #expect(members(page) == ["p /title", "p /title"])
  }

  @Test func `a picture of the template that stands for an address names the address`() throws {
    let template = #"{"when":"$url","is":"x","then":{"image":"asset:x.svg"},"else":{"text":"none"}}"#
    let fixture = try PreviewFixture(templates: ["T": template])
    #expect(
      members(fixture.page([Item("i", "T", ["url": "x"]), Item("j", "T", ["url": "y"])])) == ["span /url"])
  }

  @Test func `no name of a member can end its attribute`() throws {
    let name = #""><script>alert(1)</script>"#
    let page = try PreviewFixture(types: ["ANY": true]).page([Item("i", "ANY", [name: "Soup of the day"])])
    #expect(page.contains(#"data-member="/&quot;&gt;&lt;script&gt;alert(1)&lt;~1script&gt;""#), "\(page)")
    #expect(!page.contains("<script"))
  }
}
