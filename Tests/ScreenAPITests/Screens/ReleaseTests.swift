import Foundation
import JSONText
import Screens
import TestFolders
import Testing

/// Releases of apps: fallbacks for what they cannot show, and the gate.
@Suite final class ReleaseTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Self.promo, to: "screens/promo.json")
  }

  /// A photo with two fallbacks, a price without a fallback, and a line that all apps show.
  static let promo = #"""
    { "items": [
      { "id": "photo", "viewType": "ONE_IMAGE", "content": { "url": "https://example.org/a.png" },
        "fallback": { "viewType": "TWO_LINE_TEXT", "content": { "text1": "A", "text2": "B" },
          "fallback": { "viewType": "ONE_LINE_TEXT", "content": { "text1": "A, B" } } } },
      { "id": "price", "viewType": "TWO_LINE_TEXT", "content": { "text1": "C", "text2": "1" } },
      { "id": "line", "viewType": "ONE_LINE_TEXT", "content": { "text1": "D" } }
    ] }
    """#

  private static func types(_ response: FolderServer.Response) throws -> [String] {
    let items = try #require(try JSONParser.parse(response.text)["viewItems"]?.arrayValue)
    return items.map {
      "\($0["viewType"]?.stringValue ?? "?") \($0["viewObject"]?["text1"]?.stringValue ?? "-")"
    }
  }

  @Test func `an app gets the items that it can show, and a list of the downgraded ones`() throws {
    try FolderServer.run(in: folder) { server in
      let all = try server.get("/screens/promo")
      #expect(try Self.types(all) == ["ONE_IMAGE -", "TWO_LINE_TEXT C", "ONE_LINE_TEXT D"])
      #expect(all.value(of: "Screen-Downgraded") == nil)
      let vary = "Accept-Encoding, Screen-User, Accept-View-Types, Client-Release"
      #expect(all.value(of: "Vary") == vary)

      let cases: [(list: String, types: [String], downgraded: String?)] = [
        (
          "ONE_IMAGE, TWO_LINE_TEXT,ONE_LINE_TEXT", ["ONE_IMAGE -", "TWO_LINE_TEXT C", "ONE_LINE_TEXT D"], nil
        ),
        (
          "TWO_LINE_TEXT, ONE_LINE_TEXT", ["TWO_LINE_TEXT A", "TWO_LINE_TEXT C", "ONE_LINE_TEXT D"],
          "photo=fallback"
        ),
        ("ONE_LINE_TEXT", ["ONE_LINE_TEXT A, B", "ONE_LINE_TEXT D"], "photo=fallback, price=dropped"),
        ("SOMETHING_ELSE", [], "photo=dropped, price=dropped, line=dropped"),
        ("", [], "photo=dropped, price=dropped, line=dropped"),
      ]
      var tags: Set<String> = []
      for (list, types, downgraded) in cases {
        let response = try server.get("/screens/promo", fields: [("Accept-View-Types", list)])
        #expect(response.status == 200)
        #expect(try Self.types(response) == types)
        #expect(response.value(of: "Screen-Downgraded") == downgraded)
        #expect(response.value(of: "Vary") == vary)
        tags.insert(try #require(response.value(of: "ETag")))
        let again = try server.get(
          "/screens/promo",
          fields: [
            ("Accept-View-Types", list),
            ("If-None-Match", try #require(response.value(of: "ETag"))),
          ])
        #expect(again.status == 304)
      }
      #expect(tags.count == 4)
      let bad = try server.get("/screens/promo", fields: [("Accept-View-Types", "A B")])
      #expect(bad.status == 400)
      #expect(bad.text.contains(#"\"A B\" cannot be the name of a view type"#))
    }
  }

  @Test func `a release in the query or in a field selects its registered view types`() throws {
    let manifest =
      #"{"viewTypes": ["ONE_LINE_TEXT", {"name": "TWO_LINE_TEXT", "schema": {"required": ["text3"]}}]}"#
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("PUT", "/releases/ios/1.3.0", body: manifest).status == 201)
      #expect(try server.admin("PUT", "/releases/ios/1.3.0", body: manifest).status == 200)
      let expected = ["ONE_LINE_TEXT A, B", "ONE_LINE_TEXT D"]
      #expect(try Self.types(try server.get("/screens/promo?release=ios/1.3.0")) == expected)
      let field = ("Client-Release", "ios/1.3.0")
      #expect(try Self.types(try server.get("/screens/promo", fields: [field])) == expected)
      // The list precedes the release, and an unregistered release has no effect.
      let list = ("Accept-View-Types", "ONE_IMAGE")
      #expect(
        try Self.types(try server.get("/screens/promo", fields: [field, list])) == ["ONE_IMAGE -"])
      #expect(try Self.types(try server.get("/screens/promo?release=ios/9")).count == 3)

      let all = try server.admin("GET", "/releases").text
      #expect(
        all.hasPrefix(#"{"releases":[{"release":"ios/1.3.0","supported":true,"viewTypes":["ONE_LINE_TEXT","#))
      #expect(
        try server.admin("GET", "/releases/ios/1.3.0").text
          == manifest.replacing(": ", with: ":").replacing(", ", with: ","))
      let near = try server.admin("GET", "/releases/ios/1.3.1")
      #expect(near.status == 404 && near.text.contains("did you mean ios/1.3.0?"))
      #expect(try server.admin("DELETE", "/releases/ios/1.3.0").status == 200)
      #expect(try server.admin("DELETE", "/releases/ios/1.3.0").status == 404)
      #expect(try Self.types(try server.get("/screens/promo?release=ios/1.3.0")).count == 3)
      let wrong = try server.admin(
        "PUT", "/releases/ios/2", body: #"{"viewTypes": ["A", "1B", "A"], "suported": 1}"#)
      #expect(wrong.status == 422)
      let codes = try #require(try JSONParser.parse(wrong.text)["errors"]?.arrayValue)
      #expect(codes.map { $0["code"]?.stringValue } == ["invalid-value", "duplicate-name", "unknown-member"])
    }
    // Releases are stored.
    try FolderServer.run(in: folder) { server in
      let response = try server.admin("PUT", "/releases/android/7+beta", body: #"{"viewTypes": []}"#)
      #expect(response.status == 201)
    }
    try FolderServer.run(in: folder) { server in
      let all = try server.admin("GET", "/releases").text
      #expect(all == #"{"releases":[{"release":"android/7+beta","supported":true,"viewTypes":[]}]}"#)
    }
  }

  @Test func `a publication reports its impact, and the gate refuses dropped items`() throws {
    try FolderServer.run(in: folder) { server in
      for (release, supported) in [("ios/1", "true"), ("ios/0", "false")] {
        let body = #"{"viewTypes": ["ONE_LINE_TEXT"], "supported": \#(supported)}"#
        #expect(try server.admin("PUT", "/releases/\(release)", body: body).status == 201)
      }
      let impact =
        #""impact":[{"release":"ios/1","variant":null,"item":"photo","effect":"fallback"},"#
        + #"{"release":"ios/1","variant":null,"item":"price","effect":"dropped"}]"#
      let dry = try server.admin("PUT", "/screens/other?dryRun=true", body: Self.promo)
      #expect(dry.status == 200 && dry.text.hasSuffix(impact + #","dryRun":true}"#))
      let put = try server.admin("PUT", "/screens/other", body: Self.promo)
      #expect(put.status == 201 && put.text == #"{"route":"other","version":1,\#(impact)}"#)

      let gated = Self.promo.replacing(#"{ "items""#, with: #"{ "gate": "refuse", "items""#)
      let refused = try server.admin("PUT", "/screens/other", body: gated)
      #expect(refused.status == 422)
      let errors = try #require(try JSONParser.parse(refused.text)["errors"]?.arrayValue)
      #expect(errors.map { $0["code"]?.stringValue } == ["drops-item"])
      #expect(
        errors.first?["message"]?.stringValue == "the release ios/1 would drop the item \"price\"")
      #expect(errors.first?["line"]?.numberValue?.intValue == 5)

      let empty = #"{"items": [{"viewType": "BViewType", "content": {"title": "T"}, "fallback": "drop"}]}"#
      let left = try server.admin("PUT", "/screens/empty", body: empty)
      #expect(left.status == 422 && left.text.contains(#""code":"left-empty""#))
      #expect(left.text.contains("the release ios/1 would show nothing"))
    }
    let options = FolderServer.Options(gate: .refuse)
    try FolderServer.run(in: folder, options) { server in
      let changed = Self.promo.replacing("D", with: "E")
      let refused = try server.admin("PUT", "/screens/other", body: changed)
      #expect(refused.status == 422)
    }
  }

  @Test func `requirements are evaluated with the request's attributes`() throws {
    try folder.write(
      #"""
      { "sections": [
        { "id": "all", "items": [
          { "id": "new", "viewType": "ONE_LINE_TEXT", "content": { "text1": "new" },
            "requires": { "app": { "$vgte": "2.0.0" } },
            "fallback": { "viewType": "ONE_LINE_TEXT", "content": { "text1": "old" }, "requires": { "user": { "$exists": true } } } } ] },
        { "id": "korea", "requires": { "country": "KR" }, "items": [
          { "id": "kr", "viewType": "ONE_LINE_TEXT", "content": { "text1": "kr" } } ] } ] }
      """#, to: "screens/needs.json")
    try FolderServer.run(in: folder) { server in
      for (query, lines) in [
        ("", []), ("?user=1", ["old"]), ("?app=2.1.0", ["new"]), ("?app=1.9.0&user=1", ["old"]),
        ("?app=2.0.0&country=KR", ["new", "kr"]), ("?country=KR", ["kr"]), ("?country=DE&app=3.0.0", ["new"]),
      ] as [(String, [String])] {
        let response = try server.get("/screens/needs\(query)")
        #expect(try Self.types(response) == lines.map { "ONE_LINE_TEXT \($0)" }, "\(query)")
        #expect(response.value(of: "Screen-Downgraded") == nil)
      }
    }
  }

  @Test func `a changed view type is compared with the current one`() throws {
    let path = "/view-types/ONE_LINE_TEXT"
    func schema(_ more: String, required: String = #"["text1"]"#) -> String {
      #"{"type":"object","additionalProperties":false,"required":\#(required),"properties":{"text1":{"type":"string"}\#(more)}}"#
    }
    try FolderServer.run(in: folder) { server in
      let wider = try server.admin("PUT", path, body: schema(#","note":{"type":"string"}"#))
      #expect(wider.status == 200)
      let reports = try #require(try JSONParser.parse(wider.text)["compatibility"]?.arrayValue)
      #expect(
        reports.map { "\($0["direction"]?.stringValue ?? "") \($0["verdict"]?.stringValue ?? "")" } == [
          "screens compatible", "apps compatible",
        ])
      let own = #"{"viewTypes": [{"name": "ONE_LINE_TEXT", "schema": \#(schema(""))}, "TWO_LINE_TEXT"]}"#
      #expect(try server.admin("PUT", "/releases/ios/1", body: own).status == 201)
      // The registered app requires text1.
      let optional = try server.admin("PUT", path, body: schema("", required: "[]"))
      #expect(
        optional.status == 409
          && optional.text.contains("supported releases could not decode the new content: ios/1"))
      let forced = try server.admin("PUT", path + "?force=true", body: schema("", required: "[]"))
      #expect(forced.status == 200)
      // The current screen would become invalid.
      let strict = schema(#","more":{}"#, required: #"["text1","more"]"#)
      let broken = try server.admin("PUT", path, body: strict)
      #expect(broken.status == 409 && broken.text.contains("breaks-screens"))
      #expect(try server.admin("PUT", path + "?force=true", body: strict).status == 200)
      #expect(try Self.types(try server.get("/screens/promo")).last == "ONE_LINE_TEXT D")
    }
  }
}
