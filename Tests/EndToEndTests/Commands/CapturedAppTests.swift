import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Daily work on the screens that `marquee capture` has made of an app's responses.
@Suite final class CapturedAppTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static let serving = ["--admin-token", Server.token, "--screens", "new", "--data", "data-new"]

  private static let home = """
    {"title":"Home","blocks":[
      {"kind":"row","id":"r1","children":[{"kind":"card","id":"c1","text":"A"},{"kind":"card","id":"c2","text":"B"}]},
      {"kind":"card","id":"c3","text":"C"}]}
    """

  private func capture(_ answers: [(url: String, body: String)]) async throws {
    let entries = answers.map { url, body -> JSONValue in
      [
        "request": ["method": "GET", "url": .string(url)],
        "response": ["status": 200, "content": ["mimeType": "application/json", "text": .string(body)]],
      ]
    }
    let archive: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
    try folder.write(archive.text, to: "traffic.har")
    let run = try await Program.run(["capture", "traffic.har", "--screens", "new"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  private static func ids(_ list: JSONValue?) -> [String] {
    (list?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
  }

  private static func blocks(_ server: Server, _ query: String = "") async throws -> JSONValue? {
    try JSONParser.parse(try await server.get("/screens/home" + query).text)["blocks"]
  }

  @Test func `an app is answered at its recorded addresses`() async throws {
    let busan = Self.home.replacing("Home", with: "Home of Busan").replacing("\"A\"", with: "\"Z\"")
    try folder.write(
      JSONValue.object([
        "log": [
          "version": "1.2",
          "entries": .array(
            [
              ("GET", "/v2/home?version=3", .none, 200, Self.home),
              ("GET", "/v2/list?city=Busan", .none, 200, busan),
              ("POST", "/v2/login", #"{"name":"ann"}"#, 200, #"{"hello":"ann"}"#),
              ("POST", "/v2/login", #"{"name":"bob"}"#, 403, #"{"error":"locked"}"#),
            ].map { (method: String, path: String, body: String?, status: Int, answer: String) -> JSONValue in
              var request: JSONObject = [
                "method": .string(method), "url": .string("https://a.example" + path),
              ]
              if let body { request["postData"] = ["mimeType": "application/json", "text": .string(body)] }
              return [
                "request": .object(request),
                "response": [
                  "status": .number(JSONNumber(status)),
                  "content": ["mimeType": "application/json", "text": .string(answer)],
                ],
              ]
            }),
        ]
      ]).text, to: "traffic.har")
    let run = try await Program.run(["capture", "traffic.har", "--screens", "new"], in: folder)
    #expect(
      run.outputLines.last == "4 requests: 1 equal, 2 answered by endpoints, 1 differ, 0 left out",
      "\(run.output)")
    #expect(try await Program.run(["validate", "new"], in: folder).status == 0)
    try await Server.run(in: folder, Self.serving) { server in
      let home = try await server.get("/v2/home?version=3")
      #expect(try JSONParser.parse(home.text).isEquivalent(to: try JSONParser.parse(Self.home)))
      #expect(try await server.get("/v2/home/?version=3").body == server.get("/screens/v2/home").body)
      let list = try await server.get("/v2/list?city=Busan&format=x&version=9")
      #expect(try JSONParser.parse(list.text).isEquivalent(to: try JSONParser.parse(busan)))
      let tag = try #require(list.value(of: "ETag"))
      let same = try await server.get("/v2/list?city=Busan", fields: [CurlField("If-None-Match", tag)])
      #expect(same.status == 304)
      for (name, status) in [("ann", 200), ("bob", 403), ("cho", 200)] {
        #expect(try await server.send("POST", "/v2/login", [], #"{"name":"\#(name)"}"#).status == status)
      }
    }
  }

  @Test func `a folder with endpoints stays valid when a capture is repeated`() async throws {
    func entry(_ method: String, _ path: String, _ status: Int, _ text: String) -> JSONValue {
      [
        "request": ["method": .string(method), "url": .string("https://a.example" + path)],
        "response": [
          "status": .number(JSONNumber(status)),
          "content": ["mimeType": "application/json", "text": .string(text)],
        ],
      ]
    }
    try folder.write(
      #"{"request":{"path":"/v2/carts"},"collection":{"seed":[{"id":"1"}]}}"#, to: "new/_endpoints/carts.json"
    )
    let entries = [
      entry("GET", "/v2/home", 200, Self.home), entry("GET", "/v2/home?city=none", 404, #"{"error":"city"}"#),
      entry("GET", "/v2/home", 500, "{}"), entry("POST", "/v2/carts", 201, "{}"),
    ]
    let archive: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
    try folder.write(archive.text, to: "traffic.har")
    for _ in 0..<2 {
      let run = try await Program.run(["capture", "traffic.har", "--screens", "new"], in: folder)
      #expect(run.status == 1)
      #expect(
        run.outputLines.last == "4 requests: 1 equal, 1 answered by an endpoint, 0 differ, 2 left out",
        "\(run.output)\(run.errors)")
      let check = try await Program.run(["validate", "new"], in: folder)
      #expect(check.status == 0, "\(check.output)")
    }
    try await Server.run(in: folder, Self.serving) { server in
      let home = try await server.get("/v2/home?city=Busan")
      #expect(try JSONParser.parse(home.text).isEquivalent(to: try JSONParser.parse(Self.home)))
      #expect(try await server.get("/v2/home?city=none").status == 404)
    }
  }

  @Test func `items move at the top, inside others and in a variant, in the app's own form`() async throws {
    try await capture([("https://a.example/home", Self.home)])
    try FileManager.default.copyItem(atPath: folder.path("new"), toPath: folder.path("after"))
    try await Server.run(in: folder, Self.serving) { server in
      #expect(try await server.admin("PUT", "/screens/home/order", body: #"["c3","r1"]"#).status == 200)
      #expect(Self.ids(try await Self.blocks(server)) == ["c3", "r1"])
      let inside = try await server.admin(
        "PUT", "/screens/home/order?parent=r1&at=/children", body: #"["c2","c1"]"#)
      #expect(inside.status == 200, "\(inside.text)")
      let blocks = try #require(try await Self.blocks(server)?.arrayValue)
      #expect(Self.ids(blocks.last?["children"]) == ["c2", "c1"])

      let screen = try JSONParser.parse(try await server.admin("GET", "/screens/home").text)
      var definition = try #require((screen["definition"] ?? screen).objectValue)
      try folder.write(JSONValue.object(definition).text, to: "after/home.json")
      definition["experiment"] = [
        "key": "order",
        "variants": [
          ["key": "control"],
          ["key": "moved", "changes": [["op": "move", "id": "r1", "before": "c3"]]],
        ],
      ]
      let published = try await server.admin(
        "PUT", "/screens/home", body: JSONValue.object(definition).text)
      #expect(published.status == 200, "\(published.text)")
      #expect(Self.ids(try await Self.blocks(server, "?variant=control")) == ["c3", "r1"])
      #expect(Self.ids(try await Self.blocks(server, "?variant=moved")) == ["r1", "c3"])
    }
    let report = try await Program.run(["report", "new", "after", "--output", "report"], in: folder)
    #expect(report.output.contains("moved"), "\(report.output)\(report.errors)")
  }

  @Test func `a view type that the app does not have is refused with its place`() async throws {
    try await capture([("https://a.example/home", Self.home)])
    try await Server.run(in: folder, Self.serving) { server in
      let body =
        #"{"format":"blocks","values":{"title":"T"},"items":["# + "\n"
        + #"{"id":"x","viewType":"crad","content":{"kind":"card"}}]}"#
      let refused = try await server.admin("PUT", "/screens/home", body: body)
      #expect(refused.status == 422)
      let errors = try JSONParser.parse(refused.text)["errors"]?.arrayValue
      let error = errors?.first { $0["code"] == "unknown-view-type" }
      #expect(error?["pointer"] == "/items/0/viewType")
      #expect(error?["line"] == 2)
      #expect(error?["column"] == 22)
    }
  }

  @Test func `an app that follows the cursor gets the recorded pages`() async throws {
    func page(_ ids: [String], after: String) -> String {
      let rows = ids.map { #"{"kind":"card","id":"\#($0)"}"# }.joined(separator: ",")
      return #"{"rows":[\#(rows)],"after":\#(after)}"#
    }
    try await capture([
      ("https://a.example/list", page(["a", "b"], after: #""x1""#)),
      ("https://a.example/list?after=x1", page(["c", "d"], after: #""x2""#)),
      ("https://a.example/list?after=x2", page(["e"], after: "null")),
    ])
    try await Server.run(in: folder, Self.serving) { server in
      var (query, pages) = ("", [[String]]())
      while true {
        let answer = try await server.get("/screens/list" + query)
        let response = try JSONParser.parse(answer.text)
        pages.append(Self.ids(response["rows"]))
        guard let cursor = response["after"]?.stringValue, pages.count < 5 else {
          #expect(response["after"] == .null)
          break
        }
        query = "?after=" + cursor
        #expect(answer.value(of: "Link") == #"</screens/list\#(query)>; rel="next""#)
      }
      #expect(pages == [["a", "b"], ["c", "d"], ["e"]])
    }
  }
}
