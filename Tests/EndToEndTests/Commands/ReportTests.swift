import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee report`: two folders compared as pages, and as files for CI.
@Suite final class ReportTests: Sendable {
  let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("_previews")
    try folder.write(Self.home(price: "8000", weight: 50, extra: ""), to: "screens/home.json")
    try folder.write(Lines.definition(["a", "b", "c"]), to: "screens/lines/all.json")
    try folder.write(Lines.definition(["a"]), to: "screens/old.json")
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "screens"), to: folder.url.appending(path: "before"))
    try folder.write(
      #"{"ios/1.0.0":{"viewTypes":["ONE_LINE_TEXT","TWO_LINE_TEXT"]},"ios/2.0.0":{"viewTypes":["ONE_LINE_TEXT","TWO_LINE_TEXT","PLUS_TITLE"]}}"#,
      to: "releases.json")
  }

  private static func home(price: String, weight: Int, extra: String) -> String {
    #"""
    {"screenName":"Home","items":[\#(extra)
      {"id":"noodles","viewType":"ONE_LINE_TEXT","content":{"text1":"Noodles"}},
      {"id":"clam","viewType":"TWO_LINE_TEXT","content":{"text1":"Clam noodles with greens","text2":"\#(price)"}}],
     "experiment":{"key":"order","variants":[{"key":"control","weight":\#(weight)},
       {"key":"turned","weight":\#(100 - weight),"changes":[{"op":"move","id":"clam","before":"noodles"}]}]}}
    """#
  }

  private static let banner =
    #"{"id":"banner","viewType":"PLUS_TITLE","content":{"titleText":{"text":"Cold noodles"},"badges":[]}},"#

  func report(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(["report", "before", "screens", "--output", "report"] + arguments, in: folder)
  }

  /// The value at a place of a JSON file.
  func value(_ place: String, in path: String) throws -> JSONValue? {
    JSONPointer(place)?.value(in: try JSONParser.parse(folder.text(of: path)))
  }

  // MARK: Pages

  @Test func `equal folders make a report without changes`() async throws {
    let outcome = try await report("--fail-on", "change")
    #expect(outcome.status == 0)
    #expect(
      outcome.output
        == "0 screens, 0 documents, 0 dropped items, 0 breaking view types\nreport: report/index.html\n")
    #expect(folder.text(of: "report/index.html").contains("No screen changes."))
    #expect(try value("/screens", in: "report/report.json") == [])
  }

  @Test func `what changes is counted, drawn and told for each variant and release`() async throws {
    try folder.write(Self.home(price: "8500", weight: 70, extra: Self.banner), to: "screens/home.json")
    try folder.write(Lines.definition(["c", "a", "b"]), to: "screens/lines/all.json")
    try folder.delete("screens/old.json")
    try folder.write(Lines.definition(["n"]), to: "screens/new.json")
    let outcome = try await report("--releases", "releases.json")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        screens/home       updated  1 added, 1 changed, experiment
        screens/lines/all  updated  1 moved
        screens/new        created
        screens/old        deleted
        screens/home: ios/1.0.0 does not show banner
        screens/home: order: 20 % of all units get another variant
        4 screens, 0 documents, 1 dropped item, 0 breaking view types
        report: report/index.html

        """, "\(outcome.output)")

    let index = folder.text(of: "report/index.html")
    for text in [
      #"<a href="pages/home.html">home</a>: ios/1.0.0 does not show banner"#,
      #"<a href="pages/lines~all.html">lines/all</a>"#, "20 % of all units get another variant",
      #"loses items"#, "9 of 9",
    ] { #expect(index.contains(text), "\(text)") }

    let home = folder.text(of: "report/pages/home.html")
    for text in [
      "without variants, control · apps with all view types, ios/2.0.0", "turned · ios/1.0.0",
      #"<p class="note">added</p>"#, #"<p class="note">changed</p>"#,
      "ios/1.0.0 cannot show PLUS_TITLE, and there is no fallback",
      "<code>/content/text2</code>", "<del>8000</del>", "<ins>8500</ins>",
      "<code>/experiment/variants/0/weight</code>", "at place 1", "Clam noodles with greens",
    ] { #expect(home.contains(text), "\(text)") }
    // An id of a page stands in it once, though it shows the screen several times.
    let ids = home.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
    #expect(ids.count > 10)
    #expect(Set(ids).count == ids.count)
    #expect(folder.text(of: "report/pages/lines~all.html").contains(#"<p class="note">moved here</p>"#))
    #expect(folder.text(of: "report/pages/old.html").contains(#"<p class="note">removed</p>"#))

    let json = try JSONParser.parse(folder.text(of: "report/report.json"))
    func value(_ place: String) -> JSONValue? { JSONPointer(place)?.value(in: json) }
    #expect(value("/summary/drops") == 1)
    #expect(
      value("/screens/0/impact/0")
        == ["variant": nil, "release": "ios/1.0.0", "item": "banner", "effect": "dropped"])
    #expect(value("/screens/0/cases") == 9)
    #expect(value("/screens/0/reassignments/0/experiment") == "order")
  }

  @Test func `sections, the title and the direction are in the pictures`() async throws {
    func screen(_ name: String, _ header: String, _ footer: String) -> String {
      #"""
      {"screenName":"\#(name)","format":"sections","sections":[{"id":"s","header":"\#(header)","footer":"\#(footer)",
        "items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"A"}}]}]}
      """#
    }
    try folder.write(screen("Menu", "Soups", "All day"), to: "before/menu.json")
    try folder.write(screen("Food", "Stews", "All day"), to: "screens/menu.json")
    #expect(try await report("--dir", "rtl").status == 0)
    let page = folder.text(of: "report/pages/menu.html")
    for text in [
      "Before: Menu", "After: Food", #"<p class="header">Soups</p>"#, #"<p class="header">Stews</p>"#,
      #"<p class="footer">All day</p>"#, #"<div class="compared" dir="rtl">"#, "/sections/0/header",
    ] { #expect(page.contains(text), "\(text)") }
    // The header is marked, and not what is as before.
    #expect(page.matches(of: /<p class="note">changed<\/p>/).count == 2)
  }

  @Test func `what is equal is folded, and a difference far into a text is seen`() async throws {
    let words = (0..<900).map { "word\($0)" }.joined(separator: " ")
    func screen(_ last: String) -> String {
      let lines = (0..<10).map {
        #"{"id":"i\#($0)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#($0)"}}"#
      }
      return
        #"{"items":[\#(lines.joined(separator: ",")),{"id":"long","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(words) \#(last)"}}]}"#
    }
    try folder.write(screen("spring"), to: "before/long.json")
    try folder.write(screen("autumn"), to: "screens/long.json")
    #expect(try await report().status == 0)
    let page = folder.text(of: "report/pages/long.html")
    #expect(page.contains("<summary>10 rows are the same</summary>"))
    #expect(page.contains("<del>spring</del>") && page.contains("<ins>autumn</ins>"))
  }

  @Test(arguments: [
    (#""coverage":0.5,"#, "50 % of all units leave the experiment"),
    (#""status":"stopped","#, "100 % of all units leave the experiment"),
    (#""condition":{"country":"KR"},"#, "order: the condition changes"),
  ])
  func `units that leave an experiment are reported`(member: String, words: String) async throws {
    try folder.write(
      folder.text(of: "before/home.json").replacing(#""key":"order","#, with: #""key":"order",\#(member)"#),
      to: "screens/home.json")
    let outcome = try await report()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }

  @Test func `texts of screens are never markup`() async throws {
    let hostile = #"<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"#
    try folder.write(
      Self.home(price: hostile, weight: 50, extra: Self.banner.replacing("Cold noodles", with: hostile)),
      to: "screens/home.json")
    try folder.write(
      #"{"screenName":"</title><script>","items":[{"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}]}"#,
      to: "screens/tag.json")
    #expect(try await report("--releases", "releases.json").status == 0)
    for page in ["index.html", "pages/home.html", "pages/tag.html"] {
      let text = folder.text(of: "report/\(page)")
      #expect(text.contains("Content-Security-Policy"))
      if page == "pages/home.html" { #expect(text.contains("&lt;script&gt;")) }
      for part in ["<script", "<img src=x"] { #expect(!text.contains(part), "\(page) has \(part)") }
    }
  }

  @Test func `an asset that changes is shown on both sides`() async throws {
    let names = ["big/sale.png", "big.png/sale.png", "logo.svg", "page.html"]
    for (folder, color) in [("before", "red"), ("screens", "blue")] {
      let items = names.enumerated().map {
        #"{"id":"i\#($0)","viewType":"ONE_IMAGE","content":{"url":"asset:\#($1)"}}"#
      }
      try self.folder.write(
        #"{"items":[\#(items.joined(separator: ",")),{"id":"t","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}]}"#,
        to: "\(folder)/sale.json")
      for name in names {
        try self.folder.write("<script>\(color)</script>", to: "\(folder)/_assets/\(name)")
      }
    }
    let outcome = try await report()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("screens/sale  updated  4 images\n"), "\(outcome.output)")
    let page = folder.text(of: "report/pages/sale.html")
    let images = Set(page.matches(of: /"\.\.\/(images\/[0-9a-f]{16}\.png)"/).map { String($0.output.1) })
    #expect(
      Set(images.map { folder.text(of: "report/" + $0).contains("red") }) == [true, false], "\(images)")
    // A script could run in a file of its own: SVG is in the page, and other types are not shown.
    #expect(page.contains("data:image/svg+xml;base64,"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("report/images"))
    #expect(files.allSatisfy { $0.hasSuffix(".png") }, "\(files)")
    // Only the images are marked.
    #expect(page.matches(of: /<p class="note">changed<\/p>/).count == 8)
  }

  @Test func `experiments in another order lose nothing`() async throws {
    func screen(_ keys: [String]) -> String {
      let experiments = keys.map { key in
        #"{"key":"\#(key)","variants":[{"key":"off"},{"key":"on","changes":[{"op":"insert","item":{"id":"\#(key)","viewType":"PLUS_TITLE","content":{"badges":[]}},"after":"a"}]}]}"#
      }
      return
        #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"experiments":[\#(experiments.joined(separator: ","))]}"#
    }
    try folder.write(screen(["p", "q"]), to: "before/two.json")
    try folder.write(screen(["q", "p"]), to: "screens/two.json")
    let outcome = try await report("--releases", "releases.json", "--fail-on", "drop")
    #expect(outcome.status == 0, "\(outcome.output)")
    // A second experiment adds what it adds, and takes nothing from the users of the first.
    try folder.write(screen(["p"]), to: "before/two.json")
    _ = try await report("--releases", "releases.json")
    let drops = try value("/screens/0/impact", in: "report/report.json")?.arrayValue ?? []
    #expect(Set(drops.compactMap { $0["item"]?.stringValue }) == ["q"])
  }

  // MARK: CI

  @Test func `each reason to fail is one, and no other`() async throws {
    try folder.write(Self.home(price: "8500", weight: 50, extra: Self.banner), to: "screens/home.json")
    #expect(try await report("--fail-on", "drop").status == 0)
    #expect(try await report("--fail-on", "drop", "--releases", "releases.json").status == 1)
    let junit = folder.text(of: "report/junit.xml")
    #expect(junit.contains(#"<testsuites tests="1" failures="1">"#), "\(junit)")
    #expect(junit.contains("a supported release loses items"))
    #expect(try await report("--fail-on", "breaking").status == 0)
    #expect(try await report("--fail-on", "breaking", "--fail-on", "change").status == 1)
    #expect(folder.text(of: "report/junit.xml").contains(#"<failure message="updated">"#))

    let type = folder.text(of: "screens/_types/TWO_LINE_TEXT.json")
    try folder.write(
      type.replacing(#""type": "string""#, with: #""type": ["string", "null"]"#),
      to: "screens/_types/TWO_LINE_TEXT.json")
    let outcome = try await report("--fail-on", "breaking")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("view-types/TWO_LINE_TEXT  updated  breaking"), "\(outcome.output)")
    #expect(folder.text(of: "report/index.html").contains("an app built on the old schema expects a string"))
  }

  @Test func `SARIF names the file, the line and the column`() async throws {
    try folder.write(
      Self.home(price: "8500", weight: 50, extra: "\n " + Self.banner), to: "screens/home.json")
    let type = folder.text(of: "screens/_types/TWO_LINE_TEXT.json")
    try folder.write(
      type.replacing(#""type": "string""#, with: #""type": ["string", "null"]"#),
      to: "screens/_types/TWO_LINE_TEXT.json")
    _ = try await report("--releases", "releases.json")
    let results = try #require(try value("/runs/0/results", in: "report/report.sarif")?.arrayValue)
    func place(_ result: JSONValue) -> String {
      let location = JSONPointer("/locations/0/physicalLocation")?.value(in: result)
      let path = location?["artifactLocation"]?["uri"]?.stringValue ?? ""
      return "\(path):\(location?["region"]?["startLine"]?.text ?? "")"
    }
    let drop = try #require(results.first { $0["ruleId"] == "downgrade" })
    #expect(place(drop) == "screens/home.json:2")
    #expect(
      drop["message"]?["text"]
        == "ios/1.0.0 does not show banner; so do 2 more of the variants and releases")
    // One result for the item, not one for each variant.
    #expect(results.count { $0["ruleId"] == "downgrade" } == 1)
    let breaking = try #require(results.first { $0["ruleId"] == "breaking-change" })
    #expect(place(breaking).hasPrefix("screens/_types/TWO_LINE_TEXT.json:"))
    #expect(breaking["level"] == "error")
  }

  @Test func `an invalid folder is reported, and its files are not taken for deleted`() async throws {
    try folder.write(
      #"{"items":[{"id":"a","viewType":"NO_TYPE","content":{}}]}"#, to: "screens/lines/all.json")
    try folder.write(Self.home(price: "8500", weight: 50, extra: ""), to: "screens/home.json")
    let outcome = try await report()
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(#"screens/lines/all.json:1:32: error: unknown view type "NO_TYPE""#),
      "\(outcome.output)")
    #expect(!outcome.output.contains("deleted"))
    #expect(folder.text(of: "report/index.html").contains("NO_TYPE"))
    #expect(folder.text(of: "report/junit.xml").contains(#"<failure message="invalid">"#))
    #expect(folder.text(of: "report/pages/home.html").contains("8500"))

    // An old folder that cannot be compared lets nothing pass unseen; a file that cannot be read is not created.
    try folder.write(Lines.definition(["a"]), to: "screens/lines/all.json")
    try folder.write(String(repeating: " ", count: 2 << 20), to: "before/lines/all.json")
    let unread = try await report()
    #expect(unread.status == 0, "\(unread.output)")
    #expect(!unread.output.contains("created"), "\(unread.output)")
    #expect(try await report("--fail-on", "drop").status == 1)
  }

  @Test func `a schema of a release that could not decode the new content is breaking`() async throws {
    try folder.write(
      #"{"ios/1.0.0":{"viewTypes":[{"name":"ONE_LINE_TEXT","schema":{"type":"object","properties":{"text1":{"type":"string"}},"required":["text1"]}}]}}"#,
      to: "releases.json")
    try folder.write(
      #"{"type":"object","properties":{"text1":{"type":["string","integer"]}},"required":["text1"],"additionalProperties":false}"#,
      to: "screens/_types/ONE_LINE_TEXT.json")
    let outcome = try await report("--releases", "releases.json", "--fail-on", "breaking")
    #expect(outcome.status == 1)
    #expect(folder.text(of: "report/index.html").contains("ios/1.0.0 could not decode all content"))
  }

  // MARK: The folder

  @Test func `a report replaces an earlier one, and nothing else`() async throws {
    try folder.write(Lines.definition(["b"]), to: "screens/old.json")
    try folder.write("mine", to: "report/notes.txt")
    #expect(try await report().status == 0)
    #expect(folder.text(of: "report/pages/old.html").contains("removed"))
    try folder.write(Lines.definition(["a"]), to: "screens/old.json")
    #expect(try await report().status == 0)
    #expect(folder.text(of: "report/pages/old.html") == "")
    #expect(folder.text(of: "report/notes.txt") == "mine")

    // A file of somebody else is not replaced.
    try folder.write("mine", to: "other/index.html")
    let outcome = try await Program.run(["report", "before", "screens", "--output", "other"], in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "marquee: other/index.html exists, and is not replaced; choose another folder\n")
    #expect(folder.text(of: "other/index.html") == "mine")
  }

  @Test(arguments: [
    #"{"summary":{"total":1},"files":["src/main.c"]}"#,
    #"{"generator":"marquee report","files":["../precious.txt","/etc/hosts","src/main.c","pages/../../precious.txt","..",""]}"#,
  ])
  func `a manifest makes no other file a part of the report`(manifest: String) async throws {
    try folder.write("mine", to: "precious.txt")
    try folder.write("mine", to: "report/src/main.c")
    try folder.write(manifest, to: "report/report.json")
    let isOurs = manifest.contains("generator")
    #expect(try await report().status == (isOurs ? 0 : 1))
    #expect(folder.text(of: "precious.txt") == "mine")
    #expect(folder.text(of: "report/src/main.c") == "mine")
    if !isOurs { #expect(folder.text(of: "report/report.json") == manifest) }
  }

  @Test func `a report that was broken off is replaced, and no link is followed`() async throws {
    try folder.write(Lines.definition(["b"]), to: "screens/old.json")
    #expect(try await report().status == 0)
    try folder.delete("report/index.html")
    #expect(try await report().status == 0)
    #expect(folder.text(of: "report/index.html").contains("pages/old.html"))

    try FileManager.default.moveItem(
      at: folder.url.appending(path: "report/pages"), to: folder.url.appending(path: "elsewhere"))
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "report/pages"),
      withDestinationURL: folder.url.appending(path: "elsewhere"))
    let outcome = try await report()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("report/pages is a link or a file"), "\(outcome.errors)")
    #expect(folder.text(of: "elsewhere/old.html") != "")
  }

  @Test func `no report is written among screens, and bad usage is reported`() async throws {
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link"), withDestinationURL: folder.url.appending(path: "screens/_types")
    )
    for place in ["screens", "screens/report/today", "before", "link/../report"] {
      let outcome = try await Program.run(["report", "before", "screens", "--output", place], in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("overlap; choose another folder"), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("screens/index.html")))
    let missing = try await Program.run(["report", "none", "screens", "--output", "report"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.errors == "marquee: the screens folder none cannot be read: it does not exist\n")
    #expect(try await report("--width", "10").status == 64)
    for usage in [["--approve"], ["--boxes", "--box-widths", "10"], ["--boxes", "--box-directions", "up"]] {
      let outcome = try await Program.run(
        ["report", "before", "screens", "--output", "report"] + usage, in: folder)
      #expect(outcome.status == 64)
    }
  }

  @Test func `boxes without a browser say what to install`() async throws {
    func boxes() async throws -> Program.Outcome {
      try await Program.run(
        ["report", "before", "screens", "--output", "report", "--boxes"], in: folder,
        environment: ["PATH": "/nowhere"])
    }
    // Equal folders need no browser.
    #expect(try await boxes().status == 0)
    try folder.write(Lines.definition(["b"]), to: "screens/old.json")
    let missing = try await boxes()
    #expect(missing.status == 1)
    #expect(missing.errors.contains("--boxes needs chromium and chromedriver in PATH"), "\(missing.errors)")
  }
}
