import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Items inside items, with the program: all that names items by their ids reaches those at any depth.
@Suite final class InnerItemTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    let text =
      #"{"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}}"#
    let types = [
      ("TEXT", text), ("NEW", text),
      (
        "ROW",
        #"{"type":"object","required":["children"],"properties":{"children":{"type":"array","minItems":1,"items":{"$ref":"marquee:item"}}}}"#
      ),
      (
        "CARD",
        #"{"type":"object","required":["child"],"properties":{"child":{"$ref":"marquee:item"}}}"#
      ),
    ]
    for (name, schema) in types { try folder.write(schema, to: "screens/_types/\(name).json") }
    try folder.write(
      #"{"screen":{"items":"$items"},"item":{"id":"$id","type":"$viewType","content":"$content"}}"#,
      to: "screens/_formats/tree.json")
    try folder.write(Self.screen(), to: "screens/home.json")
  }

  private static func text(_ id: String, _ text: String? = nil, type: String = "TEXT") -> String {
    #"{"id":"\#(id)","viewType":"\#(type)","content":{"text":"\#(text ?? id)"}}"#
  }

  /// A row of `a`, a card with `deep` in it, and `b`.
  private static func screen(
    deep: String = text("deep"), row: (String) -> [String] = { [text("a"), $0, text("b")] }
  ) -> String {
    let card =
      #"{"id":"card","viewType":"CARD","content":{"child":\#(deep)},"fallback":{"viewType":"TEXT","content":{"text":"no card"}}}"#
    return #"""
      {"format":"tree","items":[
        {"id":"row","viewType":"ROW","content":{"children":[\#(row(card).joined(separator: ","))]}},\#(text("end"))],
       "experiment":{"key":"e","variants":[{"key":"control"},
         {"key":"turned","changes":[{"op":"move","id":"b","before":"a"},
           {"op":"merge","id":"deep","content":{"text":"turned"}}]}]}}
      """#
  }

  /// The ids of a response's items, those inside another one in brackets.
  private static func tree(_ response: CurlResponse) throws -> String {
    func text(_ item: JSONValue) -> String {
      let id =
        (item["id"]?.stringValue ?? "")
        + (item["type"] == "TEXT" ? "" : ":\(item["type"]?.stringValue ?? "")")
      let inner = item["content"]?["children"]?.arrayValue ?? [item["content"]?["child"]].compactMap(\.self)
      return inner.isEmpty ? id : "\(id)[\(inner.map(text).joined(separator: " "))]"
    }
    return (try JSONParser.parse(response.text)["items"]?.arrayValue ?? []).map(text).joined(separator: " ")
  }

  @Test
  func `what an app cannot show is replaced where it stands, and upwards when that makes its parent invalid`()
    async throws
  {
    try await Server.run(in: folder) { server in
      let cases: [(accepted: String, tree: String, downgraded: String?)] = [
        ("TEXT, ROW, CARD", "row:ROW[b a card:CARD[deep]] end", nil),
        ("TEXT, ROW", "row:ROW[b a card] end", "card=fallback"),
        ("ROW, CARD", "", "row=dropped, end=dropped"),
        ("TEXT", "end", "row=dropped"),
      ]
      for (accepted, tree, downgraded) in cases {
        let response = try await server.get(
          "/screens/home?variant=turned", fields: [CurlField("Accept-View-Types", accepted)])
        #expect(try Self.tree(response) == tree)
        #expect(response.value(of: "Screen-Downgraded") == downgraded)
      }
      // The card is invalid without the item in it, so its fallback comes.
      _ = try await server.admin(
        "PUT", "/screens/home", body: Self.screen(deep: Self.text("deep", type: "NEW")))
      let response = try await server.get(
        "/screens/home?variant=control", fields: [CurlField("Accept-View-Types", "TEXT, ROW, CARD")])
      #expect(try Self.tree(response) == "row:ROW[a card b] end")
      #expect(response.value(of: "Screen-Downgraded") == "card=fallback")
    }
  }

  @Test func `the admin API edits items inside others`() async throws {
    try await Server.run(in: folder) { server in
      func expect(_ response: CurlResponse, _ status: Int, _ tree: String) async throws {
        #expect(response.status == status, "\(response.text)")
        #expect(try Self.tree(try await server.get("/screens/home?variant=control")) == tree)
      }
      try await expect(
        server.admin(
          "PUT", "/screens/home/order?parent=row&at=/children", body: #"["b","card","a"]"#), 200,
        "row:ROW[b card:CARD[deep] a] end")
      let new = #"{"item":\#(Self.text("n")),"into":"row","at":"/children","first":true}"#
      try await expect(
        server.admin("POST", "/screens/home/items", body: new), 200,
        "row:ROW[n b card:CARD[deep] a] end")
      try await expect(
        server.admin("PUT", "/screens/home/items/deep", body: Self.text("deep", type: "NEW")), 200,
        "row:ROW[n b card:CARD[deep:NEW] a] end")
      // A card without its item is invalid.
      try await expect(
        server.admin("DELETE", "/screens/home/items/deep"), 422, "row:ROW[n b card:CARD[deep:NEW] a] end")
      try await expect(
        server.admin("DELETE", "/screens/home/items/n"), 200, "row:ROW[b card:CARD[deep:NEW] a] end")
    }
  }

  @Test func `a patch changes items inside others`() async throws {
    try await Server.run(in: folder) { server in
      let before = try await server.get("/screens/home?variant=turned")
      _ = try await server.admin(
        "PUT", "/screens/home",
        body: Self.screen { [Self.text("a"), $0, Self.text("b", "B"), Self.text("n", type: "NEW")] })
      let tag = try #require(before.value(of: "ETag"))
      let patch = try await server.get(
        "/screens/home?variant=turned",
        fields: [CurlField("A-IM", "json-patch"), CurlField("If-None-Match", tag)])
      #expect(patch.status == 226)
      #expect(patch.text.contains(#""path":"/items/0/content/children/"#), "\(patch.text)")
      let after = try await server.get("/screens/home?variant=turned")
      #expect(try Self.tree(after) == "row:ROW[b a card:CARD[deep] n:NEW] end")
      #expect(
        try JSONPatch(try JSONParser.parse(patch.text)).apply(to: try JSONParser.parse(before.text))
          == (try JSONParser.parse(after.text)))
    }
  }

  @Test func `chaos damages items inside others, in the same way for the same seed`() async throws {
    try await Server.run(in: folder) { server in
      var damaged: Set<String> = []
      for seed in 1...40 {
        let path = "/screens/home?variant=control&__chaos=unknown-view-type&__seed=\(seed)"
        let response = try await server.get(path)
        #expect(try await server.get(path).text == response.text)
        for id in ["a", "deep", "b"]
        where response.text.contains(#"{"id":"\#(id)","type":"FUTURE_VIEW_TYPE"#) { damaged.insert(id) }
      }
      #expect(damaged == ["a", "deep", "b"])
    }
  }

  @Test func `a release that would lose an item inside others is refused, with its place`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--gate", "refuse"]) { server in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["TEXT","ROW","CARD"]}"#)
      let lost = try await server.admin(
        "PUT", "/screens/home",
        body: Self.screen { [Self.text("n", type: "NEW"), $0, Self.text("a"), Self.text("b")] })
      #expect(lost.status == 422, "\(lost.text)")
      #expect(lost.text.contains(#""/items/0/content/children/0""#), "\(lost.text)")
      // With a fallback upwards nothing is lost.
      let replaced = try await server.admin(
        "PUT", "/screens/home", body: Self.screen(deep: Self.text("deep", type: "NEW")))
      #expect(replaced.status == 200, "\(replaced.text)")
      #expect(replaced.text.contains(#""item":"card","effect":"fallback""#), "\(replaced.text)")
    }
  }

  @Test(.bug(id: "F55")) func `a replay and a report name the items that change, and not those around them`()
    async throws
  {
    let next = Self.screen(deep: Self.text("deep", "deeper")) {
      [Self.text("b"), Self.text("a"), $0, Self.text("n", type: "NEW")]
    }
    try await Server.run(in: folder, ["--admin-token", Server.token, "--journal", "10"]) { server in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["TEXT","ROW","CARD"]}"#)
      _ = try await server.get(
        "/screens/home?variant=control", fields: [CurlField("Client-Release", "ios/1.0.0")])
      try await server.makeSet("next")
      _ = try await server.inSet("next", "PUT", "/screens/home", body: next)
      let replay = try await server.admin(
        "POST", "/replay", body: #"{"against":"changeset","name":"next","requests":{"last":10}}"#)
      let screen = try JSONParser.parse(replay.text)["screens"]?.arrayValue?.first
      let items = screen?["items"]?.arrayValue ?? []
      #expect(
        Set(items.map { "\($0["id"]?.stringValue ?? "") \($0["effect"]?.stringValue ?? "")" })
          == ["b moved", "deep changed"], "\(replay.text)")
      #expect(screen?["downgrades"]?.arrayValue?.map { $0["item"] } == ["n"], "\(replay.text)")
    }
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "screens"), to: folder.url.appending(path: "next"))
    try folder.write(next, to: "next/home.json")
    try folder.write(#"{"ios/1.0.0":{"viewTypes":["TEXT","ROW"]}}"#, to: "releases.json")
    let report = try await Program.run(
      ["report", "screens", "next", "--output", "report", "--releases", "releases.json"], in: folder)
    #expect(
      report.output.hasPrefix("screens/home  updated  1 added, 1 moved, 1 changed\n"), "\(report.output)")
    let page = folder.text(of: "report/pages/home.html")
    #expect(page.contains("ios/1.0.0 does not show n, and shows a fallback for card"), "\(page)")
    #expect(!page.contains("in place of ROW"))
  }
}
