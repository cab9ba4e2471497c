import CurlClient
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

  @Test func `the latest version and its conditions decide, not what was remembered`() async throws {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      let shared = try #require(TestClient(port: port))
      func get(_ query: String = "?user=42", _ fields: String...) throws -> TestResponse {
        let lines = (fields + ["Accept-View-Types: ONE_LINE_TEXT"]).map { $0 + "\r\n" }.joined()
        shared.send("GET /screens/home\(query) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
        return try #require(shared.response())
      }
      func isWhole(_ response: TestResponse) -> Bool {
        response.head.hasPrefix("HTTP/1.1 200") && !response.head.contains("Screen-Downgraded: ")
      }
      func publish(_ items: String..., query: String = "") async throws {
        let put = try await server.write(
          "PUT", "/screens/home\(query)", body: #"{"items":[\#(items.joined(separator: ","))]}"#)
        #expect(put.status < 300, "\(put.text)")
      }
      try await publish(Self.line)
      let first = try get()
      #expect(isWhole(first))
      // The tag is that of the whole screen.
      let tag = try #require(
        first.head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
      #expect(try get("?user=42", "If-None-Match: \(tag)").head.hasPrefix("HTTP/1.1 304"))
      #expect(isWhole(try get("?user=42", "Client-Release: ios/1.0.0")))

      try await publish(Self.line, Self.two)
      #expect(!isWhole(try get()))
      let conditional = Self.two.dropLast() + #","requires":{"plan":"gold"}}"#
      try await publish(Self.line, String(conditional))
      for query in ["?user=42", "?user=42&plan=gold", "?user=42"] {
        #expect(isWhole(try get(query)) == !query.hasSuffix("gold"))
      }

      // A rollout, whose sides have other view types, uses the same memory.
      try await publish(Self.line)
      #expect(isWhole(try get()))
      try await publish(Self.line, Self.two, query: "?guard=50,100")
      var units: [Bool: Set<Substring>] = [:]
      for number in 0..<40 {
        for _ in 0..<2 {
          let response = try get("?user=\(number % 20)")
          let lines = response.head.split(separator: "\r\n")
          let isNew = lines.contains("Screen-Version: 5")
          #expect(isWhole(response) == !isNew)
          let token = try #require(lines.first { $0.hasPrefix("Screen-Report: ") })
          // The hash of the unit, after the rollout, the step and the time.
          units[isNew, default: []].insert(token.dropFirst(15 + 26).prefix(24))
        }
      }
      #expect(units.count == 2 && units.values.reduce(0) { $0 + $1.count } == 20)
    }
  }
}
