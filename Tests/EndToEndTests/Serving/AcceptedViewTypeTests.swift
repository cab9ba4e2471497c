import JSONText
import RawClient
import TestFolders
import Testing

/// A connection remembers the latest view types of its app, and whether they are all that the latest screen has.
@Suite final class AcceptedViewTypeTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static let line = #"{"id":"line","viewType":"ONE_LINE_TEXT","content":{"text1":"A"}}"#
  private static let image =
    #"{"id":"image","viewType":"ONE_IMAGE","content":{"url":"https://example.com/a.png"},"#
    + #""fallback":{"id":"text","viewType":"ONE_LINE_TEXT","content":{"text1":"B"}}}"#
  private static let two = #"{"id":"two","viewType":"TWO_LINE_TEXT","content":{"text1":"A","text2":"B"}}"#

  /// The items of each screen.
  private static let screens = ["lines": [line], "both": [line, image], "all": [two, image]]

  private static let fields = [
    nil, "ONE_LINE_TEXT", "ONE_LINE_TEXT, ONE_IMAGE", "ONE_IMAGE,ONE_LINE_TEXT",
    "ONE_LINE_TEXT, ONE_IMAGE, TWO_LINE_TEXT", "ONE_LINE_TEXT, ONE_IMAGE, TWO_LINE_TEXT, OTHER", "OTHER",
    "ONE_LINE_TEXU, ONE_IMAGE", ", ,", "not a name", "ONE_LINE_TEXT, ONE_IMAGE, ONE_IMAGE",
  ]

  /// The view types that an app gets; nil for an invalid field.
  private static func expected(_ items: [String], _ field: String?) throws -> [String]? {
    guard field != "not a name" else { return nil }
    let names = field.map { $0.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) }
    return try items.map { try JSONParser.parse($0) }.compactMap { item in
      let own = item["viewType"]?.stringValue
      let other = item["fallback"]?["viewType"]?.stringValue
      return [own, other].compactMap(\.self).first { names?.contains($0) ?? true }
    }
  }

  @Test func `requests of several apps over one connection get what each app can show`() async throws {
    for (route, items) in Self.screens {
      try folder.write(#"{"items":[\#(items.joined(separator: ","))]}"#, to: "screens/\(route).json")
    }
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      let shared = try #require(TestClient(port: port))
      func check(_ route: String, _ field: String?, _ query: String) throws {
        let lines = field.map { "Accept-View-Types: \($0)\r\n" } ?? ""
        shared.send("GET /screens/\(route)\(query) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
        let response = try #require(shared.response())
        let body = try JSONParser.parse(response.body)
        let types = body["viewItems"]?.arrayValue?.compactMap { $0["viewType"]?.stringValue }
        let expected = try Self.expected(Self.screens[route] ?? [], field)
        #expect(types == expected, "\(route)\(query) \(field ?? "-"): \(response.head)")
        #expect(response.head.hasPrefix(expected == nil ? "HTTP/1.1 400" : "HTTP/1.1 200"))
        let isWhole = try expected == Self.expected(Self.screens[route] ?? [], nil)
        #expect(response.head.contains("Screen-Downgraded: ") == (expected != nil && !isWhole))
      }
      // Each after each other one, and after itself; with and without an attribute.
      for query in ["?user=42", "", "?user=42&plan=gold"] {
        for first in Self.fields {
          for second in Self.fields {
            for (route, field) in [("both", first), ("both", second), ("all", second), ("lines", second)] {
              try check(route, field, query)
            }
          }
        }
      }
      // Several lines of the field are one list.
      shared.send(
        "GET /screens/both?user=42 HTTP/1.1\r\nHost: a\r\nAccept-View-Types: ONE_LINE_TEXT\r\n"
          + "Accept-View-Types: ONE_IMAGE\r\n\r\n")
      #expect(try #require(shared.response()).head.contains("Screen-Downgraded: ") == false)
    }
  }
}
