import JSONText
import ScreenPreview
import Screens
import Testing

@testable import ScreenPreview

@Suite struct PreviewPageTests {
  private static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='x", "&lt;b&gt;", "</style>",
    "<!--", "]]>", "javascript:alert(1)", "\u{0}\u{8}\u{7F}", "\u{202E}abc",
  ]

  @Test(arguments: hostile)
  func `text of content is never markup`(text: String) throws {
    let template = #"""
      {"column": [{"text": "$a"}, {"badge": "$a", "icon": "$a"}, {"image": "$a"},
      {"text": "$a", "color": "$a", "size": "$a", "decoration": "$a"}], "background": "$a"}
      """#
    let fixture = try PreviewFixture(templates: ["T": template])
    let page = fixture.page(
      Layout(sections: [
        Section(
          id: "s", header: text, footer: text, items: [Item("i", "T", ["a": .string(text)])], origin: .root)
      ]), title: text)
    expectOnlyOwnMarkup(in: page)
  }

  @Test(arguments: hostile)
  func `a note and its links are never markup`(text: String) throws {
    let catalogue = try PreviewFixture().catalogue
    let link = PreviewPage.Note.Link(text: text, address: "/preview/home?version=1&theme=dark")
    func page(_ links: [PreviewPage.Note.Link]) -> String {
      let layout = PreviewLayout(
        Layout(sections: []), app: nil, isAnnotated: false, shows: { _ in true }, holds: { _ in true })
      let page = PreviewPage(
        title: "Home", about: "home", note: PreviewPage.Note(text: text, linksName: "Sides", links: links),
        PreviewPage.Column(name: "", layout: layout), options: PreviewOptions(), catalogue: catalogue,
        style: .linked(""), asset: { _ in nil })
      return String(decoding: page.bytes, as: UTF8.self)
    }
    let linked = page([link])
    expectOnlyOwnMarkup(in: linked)
    #expect(linked.contains(#"<p class="about">home</p><p class="note">"#), "\(linked)")
    #expect(
      linked.contains(
        #"<nav class="note" aria-label="Sides"><ul class="links" role="list"><li>"#
          + #"<a href="/preview/home?version=1&amp;theme=dark">"#), "\(linked)")
    let plain = page([])
    expectOnlyOwnMarkup(in: plain)
    #expect(plain.contains(#"<p class="note">"#) && !plain.contains("<nav"))
  }

  private func expectOnlyOwnMarkup(in page: String) {
    let tags = page.matches(of: /<[\/!a-zA-Z][^>]*>/).map { String($0.output) }
    for tag in tags {
      #expect(!tag.lowercased().contains("<script") && !tag.contains("onerror=") && !tag.contains("onload="))
      // Values of attributes are in double quotes, and hold no angle bracket or quote.
      #expect(tag.wholeMatch(of: /<\/?[a-z0-9!]+(?: [a-zA-Z-]+="[^"<>]*"| html)*>/) != nil, "\(tag)")
    }
    #expect(!page.contains(#"src="javascript"#) && !page.contains("\u{0}"))
    let open = tags.count { !$0.hasPrefix("</") && $0.wholeMatch(of: /<(!|meta|link|img|hr).*>/) == nil }
    #expect(open == tags.count { $0.hasPrefix("</") })
  }

  @Test func `each item and section is marked with its id and view type`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$a"}"#])
    let page = fixture.page(
      Layout(sections: [
        Section(id: "top", header: "Head", items: [Item("one", "T", ["a": "x"])], origin: .root),
        Section(id: "end", footer: "Foot", items: [Item("two", "T", ["a": "y"])], origin: .root),
      ]))
    #expect(page.contains(#"<section data-section="top">"#) && page.contains(#"data-section="end""#))
    #expect(page.contains(#"data-item="one" data-view-type="T" id="item-one""#))
    #expect(page.contains(#"<h2 class="header">Head</h2>"#) && page.contains("Foot"))
    #expect(page.contains("device grouped"))
    #expect(!page.contains("<script") && !page.contains("<form") && !page.contains("style="))
  }

  @Test(.bug(id: "F50")) func `a preview ends at its largest number of parts, and says so`() throws {
    let texts = (0..<900).map { _ in #"{"text": "$a"}"# }.joined(separator: ",")
    let fixture = try PreviewFixture(templates: [
      "T": #"{"each": "$rows", "node": {"each": "$cells", "node": {"column": [\#(texts)]}}}"#
    ])
    let cells = JSONValue.array([JSONValue](repeating: ["a": "x"], count: 200))
    let rows = JSONValue.array([JSONValue](repeating: ["cells": cells], count: 200))
    let page = fixture.page([Item("i", "T", ["rows": rows]), Item("j", "T", ["rows": rows])])
    let shown = page.split(separator: "<p class").count
    #expect(shown > 100_000 && shown <= NodeRenderer.maximumNodes)
    #expect(page.contains(#"data-item="j""#))
    let note = "A preview shows at most 500000 parts; the rest is left out."
    #expect(page.split(separator: note).count == 2)
  }

  @Test func `values of the content set size, colour and decoration within bounds`() throws {
    let fixture = try PreviewFixture(templates: [
      "T": #"{"text": "$t", "size": "$size", "color": "$color", "decoration": "$deco"}"#
    ])
    func classes(_ content: JSONValue) -> String {
      let page = fixture.page([Item("i", "T", content)])
      return page.firstMatch(of: /<p class="(text[^"]*)"/).map { String($0.output.1) } ?? ""
    }
    #expect(
      classes(["t": "x", "size": "18", "color": "#5A3A22", "deco": "bold"]) == "text s18 c5a3a22 d-bold")
    #expect(
      classes(["t": "x", "size": 17.5, "color": "203040", "deco": ["underline", "strike", "?"]])
        == "text s18 c203040 d-underline d-strike")
    #expect(classes(["t": "x", "size": "1e99", "color": "red"]) == "text s200 c-red")
    #expect(classes(["t": "x", "size": -4, "color": "12345"]) == "text s1")
    #expect(classes(["t": "x", "size": "nan", "color": "+12345"]) == "text t-body")
    // A text without its member is no element, and an item without any shows its view type.
    #expect(classes([:]) == "text t-body c-secondaryLabel")
  }

  @Test func `the style sheet has the colours of the content, up to a limit`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$t", "color": "$c"}"#])
    let items = (0..<300).map { number in
      Item("i\(number)", "T", ["t": "x", "c": .string(HexColor.text(number))])
    }
    let page = fixture.page(items)
    let address = try #require(page.firstMatch(of: /href="([^"]*)"/)).output.1
    #expect(address.hasPrefix("/preview/_style.css?width=390&amp;text=100&amp;colors=000000.000001."))
    #expect(address.split(separator: ".").count == 2 + 255)
    #expect(page.matches(of: /class="text t-body c0000/).count == 256)
    let values = PreviewValues(width: 10_000, text: 1, colors: "ff8800.zz.00ff00.+12345.ff8800")
    #expect(values.query == "width=1280&text=50&colors=ff8800.00ff00")
    let sheet = PreviewStyleSheet(values).text
    #expect(sheet.contains(".cff8800{color:#ff8800}") && sheet.contains("inline-size:1280px"))
  }

  @Test func `images come from the web, from assets or not at all`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"image": "$u", "width": "$w"}"#])
    func page(_ url: String, _ width: JSONValue = 40) -> String {
      fixture.page([Item("i", "T", ["u": .string(url), "w": width])])
    }
    #expect(page("https://e.x/a/b.png?x=1").contains(#"<img alt="b.png" src="https://e.x/a/b.png?x=1">"#))
    #expect(page("asset:menu/n.jpg").contains(#"src="/assets/menu/n.jpg""#))
    for url in ["javascript:x", "file:///etc/passwd", "data:text/html,x", "x"] {
      #expect(!page(url).contains("<img"), "\(url)")
    }
    #expect(page("data:image/png;base64,AA").contains("<img"))
    #expect(page("https://e.x/a.png", 100_000).contains(#"viewBox="0 0 10000 10000""#))
    #expect(page("https://e.x/a.png", -5).contains(#"viewBox="0 0 1 1""#))
  }

  @Test func `lists, conditions and inline text follow the content`() throws {
    let fixture = try PreviewFixture(templates: [
      "T": #"""
      {"column": [
        {"row": [{"each": "$tags", "node": {"badge": "$"}}]},
        {"when": "$sale", "then": {"text": "Sale"}, "else": {"text": "Regular"}},
        {"when": "$kind", "is": "b", "then": {"text": "B"}},
        {"text": [{"text": "$n"}, {"text": " of "}, {"text": "$m"}]}
      ]}
      """#
    ])
    let page = fixture.page([
      Item("i", "T", ["tags": ["x", "y"], "sale": true, "kind": "b", "n": 1.5, "m": 12])
    ])
    #expect(page.matches(of: /class="badge"/).count == 2)
    #expect(page.contains(">Sale<") && !page.contains("Regular") && page.contains(">B<"))
    #expect(
      page.contains(
        #"<span data-member="/n">1.5</span><span> of </span><span data-member="/m">12</span>"#))
    let empty = fixture.page([Item("i", "T", ["tags": [], "sale": "", "kind": 1])])
    #expect(!empty.contains(#"class="row"#), "a stack without content is no element")
    #expect(empty.contains(">Regular<") && !empty.contains(">B<"))
  }

  @Test(
    .bug(id: "F24"),
    arguments: [
      (nil, false), (.null, false), (false, false), ("", false), ([], false), ([:], false), (0, true),
      (true, true),
      ("x", true), ([.null], true), (["a": .null], true),
    ] as [(JSONValue?, Bool)])
  func `a condition without a value holds for what is there and not empty`(value: JSONValue?, holds: Bool)
    throws
  {
    let fixture = try PreviewFixture(templates: [
      "T": #"{"when": "$x", "then": {"text": "there"}, "else": {"text": "missing"}}"#
    ])
    var content: JSONObject = [:]
    content["x"] = value
    let page = fixture.page([Item("i", "T", .object(content))])
    #expect(page.contains(">there<") == holds && page.contains(">missing<") == !holds)
  }

  @Test func `an annotated page says what an app leaves out and why`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$a"}"#])
    let fallback = Item("old", "T", ["a": "instead"])
    let items = [
      Item("new", "NEW", ["a": "x"], fallback: .item(fallback)), Item("gone", "NEW", ["a": "z"]),
      Item("kept", "T", ["a": "y"]),
    ]
    let plain = fixture.page(items) { $0.viewType == "T" }
    #expect(plain.matches(of: /data-item=/).count == 2 && !plain.contains("gone"))
    var options = PreviewOptions()
    options.isAnnotated = true
    let page = fixture.page(items, options: options) { $0.viewType == "T" }
    #expect(page.contains("in place of NEW, which ios/1.0.0 cannot show"))
    #expect(page.contains("gone: left out: ios/1.0.0 cannot show NEW, and there is no fallback"))
    #expect(page.matches(of: /class="note"/).count == 1)
  }

  @Test func `a comparison aligns items by id and names each difference`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$a"}"#])
    let item = { (id: String, text: String) in Item(id, "T", ["a": .string(text)]) }
    let page = fixture.compare(
      [item("a", "1"), item("b", "2"), item("c", "3"), item("d", "4")],
      [item("b", "2"), item("c", "three"), item("a", "1"), item("e", "5")])
    let notes = page.matches(of: /class="note">([a-z ]+)</).map { String($0.output.1) }
    #expect(notes == ["moved", "changed", "changed", "removed", "moved here", "added"])
    #expect(page.contains(#"id="item-b""#) && page.contains(#"id="compared-item-b""#))
    let ids = page.matches(of: /id="([^"]*item-[^"]*)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `a comparison of many items takes no longer than its size asks for`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$a"}"#])
    let items = { (range: [Int]) in range.map { Item("i\($0)", "T", ["a": .string("\($0)")]) } }
    let page = fixture.compare(items(Array(0..<10_000)), items(Array((5_000..<15_000).reversed())))
    #expect(page.matches(of: />removed</).count == 5_000)
    #expect(page.matches(of: />added</).count == 5_000)
    #expect(page.matches(of: />moved</).count == 4_999, "one of the reversed items stays")
  }

  @Test func `every token has a class, and every class a rule`() throws {
    let sheet = PreviewStyleSheet(PreviewValues()).text
    func check(_ tokens: [String], _ classes: [String: Markup.ClassName], except: Set<String> = []) {
      for token in tokens where !except.contains(token) {
        guard let name = classes[token]?.text else {
          Issue.record("\(token) has no class")
          continue
        }
        #expect(sheet.contains(".\(name)"), "\(name)")
      }
    }
    check(PreviewToken.spaces, NodeRenderer.gaps, except: ["none"])
    check(PreviewToken.spaces, NodeRenderer.paddings, except: ["none"])
    check(PreviewToken.alignments, NodeRenderer.alignments)
    check(PreviewToken.distributions, NodeRenderer.distributions)
    check(PreviewToken.textAlignments, NodeRenderer.textAlignments)
    check(PreviewToken.shapes, NodeRenderer.shapes, except: ["rectangle"])
    check(PreviewToken.aspects, NodeRenderer.aspects)
    check(PreviewToken.weights, NodeRenderer.weights)
    check(PreviewToken.decorations, NodeRenderer.decorations)
    check(PreviewToken.textStyles, NodeRenderer.textStyles)
    check(PreviewToken.colors, NodeRenderer.colors)
    check(PreviewToken.colors, NodeRenderer.backgrounds, except: ["clear"])
    let braces = (sheet.count { $0 == "{" }, sheet.count { $0 == "}" })
    #expect(braces.0 == braces.1)
  }

  @Test func `a view type without a template looks like its schema`() throws {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "heroImage": ["type": "string", "format": "uri"], "name": ["type": "string"],
        "note": ["type": "string"], "link": ["type": "string", "format": "uri"],
        "price": ["type": "number"], "state": ["enum": ["open", "closed"]],
        "entries": [
          "type": "array", "items": ["type": "object", "properties": ["label": ["type": "string"]]],
        ],
        "self": ["$ref": "#"],
      ],
    ]
    let fixture = try PreviewFixture(types: ["CARD": schema])
    let page = fixture.page([
      Item(
        "i", "CARD",
        [
          "heroImage": "https://e.x/h.png", "name": "Noodles", "note": "Hot", "link": "https://e.x",
          "price": 12.50, "state": "open", "entries": [["label": "one"], ["label": "two"]],
        ])
    ])
    #expect(page.contains(#"<img alt="h.png""#))
    #expect(page.contains(#"<p class="text t-headline" data-member="/name">Noodles</p>"#))
    #expect(page.contains(#"t-subheadline c-secondaryLabel" data-member="/note">Hot<"#))
    #expect(page.contains(">price<") && page.contains(">12.5"))
    #expect(!page.contains("https://e.x<"), "people do not see an address beside texts")
    #expect(
      page.contains(#"class="badge"><span data-member="/state">open"#) && page.contains(">one<")
        && page.contains(">two<"))
    // Content alone, without a schema that names members.
    let bare = try PreviewFixture(types: ["ANY": true]).page([
      Item(
        "i", "ANY",
        ["title": "T", "photo": "https://e.x/p.png", "list": ["a", "b"], "deep": ["x": ["y": 1]]])
    ])
    #expect(bare.contains(">T<") && bare.contains("p.png") && bare.contains(">a<") && bare.contains(">y<"))
    #expect(try PreviewFixture(types: ["ANY": true]).page([Item("i", "ANY", [:])]).contains(">ANY<"))
  }

  @Test func `what programs read is left out, and the best text is the headline`() throws {
    let fixture = try PreviewFixture(types: [
      "CARD": [
        "type": "object",
        "properties": [
          "id": ["type": "string"], "style": ["type": "string"], "event": ["type": "string"],
          "kicker": ["type": "string"],
          "body": ["type": "object", "properties": ["title": ["type": "string"]]],
          "elevation": ["type": "number"], "seats": ["type": "number"], "left": ["type": "number"],
          "thing": ["type": "string", "format": "uri"],
          "tags": ["type": "array", "items": ["type": "string"]],
        ],
      ]
    ])
    let page = fixture.page([
      Item(
        "i", "CARD",
        [
          "id": "fa04df", "style": "h-20", "event": "tap", "kicker": "tab_bar", "body": ["title": "Noodles"],
          "elevation": 2, "thing": "https://e.x/a.webp?w=3", "tags": ["vegan", "733f5bde-efe3-03e1"],
        ])
    ])
    #expect(page.contains(#"<p class="text t-headline" data-member="/body/title">Noodles</p>"#))
    #expect(page.contains(#"<img alt="a.webp""#) && page.contains("vegan"))
    for hidden in [
      "fa04df", "h-20", ">tap<", "tab_bar", "elevation", "seats", "733f5bde", "https://e.x/a.webp?w=3<",
    ] {
      #expect(!page.contains(hidden), "\(hidden)")
    }
    // Text of people in any language is shown, whatever its member is called.
    for text in ["감자전 세 장", "Passeio de barco", "2,500원", "Search", "6.90 €", "08:40"] {
      #expect(fixture.page([Item("i", "CARD", ["kicker": .string(text)])]).contains(">\(text)<"), "\(text)")
    }
  }

  @Test func `a page depends on its options alone`() throws {
    let fixture = try PreviewFixture(templates: ["T": #"{"text": "$a"}"#])
    var options = PreviewOptions()
    (options.theme, options.direction, options.width, options.text) = (.dark, .rightToLeft, 320, 200)
    let items = [Item("i", "T", ["a": "x"])]
    let page = fixture.page(items, options: options)
    #expect(page.contains(#"<html class="dark" lang="en" dir="rtl">"#))
    #expect(page.contains("width=320&amp;text=200"))
    #expect(page == fixture.page(items, options: options))
  }
}

extension HexColor {
  /// A colour as six hexadecimal digits.
  fileprivate static func text(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
