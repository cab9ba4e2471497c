import CurlClient
import Foundation
import JSONText
import SeededRandom
import TestFolders
import Testing

/// The state of endpoints, and collections.
@Suite final class MockStateTests: Sendable {
  private let folder: ScreensFolder
  private static let json = [CurlField("Content-Type", "application/json")]

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
    try folder.write(
      #"""
      {"request": {"method": "PUT", "path": "/api/cart/{key}"},
       "responses": [{"set": {"cart": "{{=body}}", "last": "{{path.key}}"}, "body": {"before": "{{=state.cart}}"}}]}
      """#, to: "screens/_endpoints/set.json")
    try folder.write(
      #"""
      {"request": {"method": "GET", "path": "/api/cart"}, "responses": [
        {"when": {"state.last": {"$exists": true}}, "body": {"cart": "{{=state.cart}}", "last": "{{state.last}}"}},
        {"status": 404}]}
      """#, to: "screens/_endpoints/get.json")
    try folder.write(
      #"""
      {"request": {"path": "/api/posts"}, "collection": {"seed": [
        {"id": "1", "title": "a title", "views": 100, "author": {"name": "typicode"}, "tags": ["x", "y"]},
        {"id": "2", "title": "another title", "views": 200},
        {"id": "3", "title": "last", "views": 100.0}],
        "schema": {"type": "object", "properties": {"title": {"type": "string"}}}}}
      """#, to: "screens/_endpoints/posts.json")
    try folder.write(
      #"{"request": {"method": "GET", "path": "/api/posts/top"}, "responses": [{"text": "top"}]}"#,
      to: "screens/_endpoints/top.json")
  }

  private func ids(_ response: CurlResponse) throws -> [String] {
    try JSONParser.parse(response.text).arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  @Test func `a session begins with the server's state and the seeds, and ends alone`() async throws {
    try await Server.run(in: folder) { server in
      #expect(try await server.get("/api/cart").status == 404)
      let first = try await server.send("PUT", "/api/cart/k", Self.json, #"{"n": [1.0]}"#)
      #expect(first.text == "{}")
      _ = try await server.send("DELETE", "/api/posts/1", [], nil)
      let session = try await server.session()
      #expect(try await server.get(session.path + "/api/cart").text == #"{"cart":{"n":[1.0]},"last":"k"}"#)
      #expect(try ids(try await server.get(session.path + "/api/posts")) == ["1", "2", "3"])
      let second = try await server.send(
        "PUT", session.path + "/api/cart/m", Self.json, #"{"o": null, "p": 2}"#)
      #expect(second.text == #"{"before":{"n":[1.0]}}"#)
      #expect(
        try await server.get(session.path + "/api/cart").text == #"{"cart":{"n":[1.0],"p":2},"last":"m"}"#)
      #expect(try await server.get("/api/cart").text == #"{"cart":{"n":[1.0]},"last":"k"}"#)
      let shown = try JSONParser.parse(try await server.admin("GET", "/mock/state", in: session).text)
      #expect(shown["state"]?["last"] == "m")
      #expect(shown["collections"]?.arrayValue?.first?["items"]?.arrayValue?.count == 3)
      #expect(try await server.admin("DELETE", "/mock/state", in: session).status == 200)
      #expect(try await server.get(session.path + "/api/cart").status == 404)
      #expect(try ids(try await server.get("/api/posts")) == ["2", "3"])
      #expect(try await server.admin("DELETE", "/mock/state").status == 200)
      #expect(try ids(try await server.get("/api/posts")) == ["1", "2", "3"])
      #expect(try await server.admin("GET", "/audit").text.contains("reset-mock-state"))
    }
  }

  @Test func `the state is bounded`() async throws {
    try await Server.run(in: folder) { server in
      let half = #"{"x":"\#(String(repeating: "a", count: 600_000))"}"#
      #expect(try await server.send("PUT", "/api/cart/k", Self.json, half).status == 200)
      let more = #"{"y":"\#(String(repeating: "b", count: 600_000))"}"#
      let full = try await server.send("PUT", "/api/cart/m", Self.json, more)
      #expect(full.status == 507 && full.text.contains("/problems/no-room"))
      #expect(try await server.get("/api/cart").text.contains(#""last":"k""#))
      #expect(try await server.send("POST", "/api/posts", Self.json, more).status == 507)
      #expect(try ids(try await server.get("/api/posts")) == ["1", "2", "3"])
    }
    let items = (0..<10_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    try folder.write(
      #"{"request": {"path": "/api/many"}, "collection": {"seed": [\#(items)]}}"#,
      to: "screens/_endpoints/posts.json")
    try await Server.run(in: folder) { server in
      #expect(try await server.send("POST", "/api/many", Self.json, "{}").status == 507)
      #expect(try await server.send("DELETE", "/api/many/9", [], nil).status == 200)
      let made = try await server.send("POST", "/api/many", Self.json, "{}")
      #expect(made.status == 201 && made.text == #"{"id":10000}"#)
    }
  }

  @Test func `a response that a rule replaces changes nothing`() async throws {
    try await Server.run(in: folder) { server in
      let rule = #"{"match": {"path": "/api/**", "times": 3}, "status": 503}"#
      _ = try await server.admin("PUT", "/mock/rules/down", body: rule)
      #expect(try await server.send("POST", "/api/posts", Self.json, "{}").status == 503)
      #expect(try await server.send("DELETE", "/api/posts/1", [], nil).status == 503)
      #expect(try await server.send("PUT", "/api/cart/k", Self.json, "{}").status == 503)
      #expect(try ids(try await server.get("/api/posts")) == ["1", "2", "3"])
      #expect(try await server.get("/api/cart").status == 404)
    }
  }

  /// The examples of json-server's documentation, in words of our own.
  @Test func `collections follow json-server`() async throws {
    try await Server.run(in: folder) { server in
      func list(_ query: String) async throws -> [String] {
        try ids(try await server.get("/api/posts" + query))
      }
      #expect(try await list("?views_gt=100") == ["2"])
      #expect(try await list("?views_gte=100&views_lt=200") == ["1", "3"])
      #expect(try await list("?views=100") == ["1", "3"])
      #expect(try await list("?id_ne=2") == ["1", "3"])
      #expect(try await list("?id=1&id=2") == ["1", "2"])
      #expect(try await list("?author.name=typicode") == ["1"])
      #expect(try await list("?tags[1]=y") == ["1"])
      #expect(try await list("?title_lte=another+title") == ["1", "2"])
      #expect(try await list("?_sort=-views,title") == ["2", "1", "3"])
      #expect(try await list("?_sort=views,-title") == ["3", "1", "2"])
      #expect(try await list("?_start=1&_end=2") == ["2"])
      #expect(try await list("?_start=1&_limit=5") == ["2", "3"])
      #expect(try await list("?_page=9") == [])
      let page = try await server.get("/api/posts?_page=2&_per_page=1&_sort=id")
      #expect(try ids(page) == ["2"] && page.value(of: "X-Total-Count") == "3")
      let link = try #require(page.value(of: "Link"))
      #expect(link.contains("<\(server.url)/api/posts?_per_page=1&_sort=id&_page=1>; rel=\"first\""))
      for (relation, number) in [("prev", 1), ("next", 3), ("last", 3)] {
        #expect(link.contains("_page=\(number)>; rel=\"\(relation)\""), "\(link)")
      }
      #expect(try await server.get("/api/posts/top").text == "top")
      #expect(try await server.get("/api/posts/9").status == 404)
      let made = try await server.send("POST", "/api/posts", Self.json, #"{"title":"new"}"#)
      #expect(made.status == 201 && made.text == #"{"id":"4","title":"new"}"#)
      #expect(made.value(of: "Location") == "/api/posts/4")
      #expect(try await server.send("POST", "/api/posts", Self.json, #"{"id":"4"}"#).status == 409)
      #expect(try await server.send("POST", "/api/posts", Self.json, #"{"title":1}"#).status == 422)
      #expect(try await server.send("POST", "/api/posts", Self.json, "[]").status == 422)
      let merged = try await server.send("PATCH", "/api/posts/1", Self.json, #"{"author":{"x":1},"id":"7"}"#)
      #expect(
        merged.text
          == #"{"id":"1","title":"a title","views":100,"author":{"x":1},"tags":["x","y"]}"#)
      #expect(
        try await server.send("PUT", "/api/posts/1", Self.json, #"{"a":1}"#).text == #"{"a":1,"id":"1"}"#)
      #expect(try await server.send("DELETE", "/api/posts/1", [], nil).text == #"{"a":1,"id":"1"}"#)
      #expect(try await server.send("DELETE", "/api/posts/1", [], nil).status == 404)
      #expect(
        try await server.send("DELETE", "/api/posts", [], nil).value(of: "Allow")
          == "GET, HEAD, POST, OPTIONS")
    }
  }

  @Test func `an address of a new item can be requested`() async throws {
    try folder.write(
      #"{"request":{"path":"/api/größe/"},"collection":{"seed":[]}}"#, to: "screens/_endpoints/sizes.json")
    try await Server.run(in: folder) { server in
      let made = try await server.send("POST", "/api/gr%C3%B6%C3%9Fe", Self.json, "{}")
      #expect(made.value(of: "Location") == "/api/gr%C3%B6%C3%9Fe/1")
      #expect(try await server.get("/api/gr%C3%B6%C3%9Fe/1").text == #"{"id":1}"#)
    }
  }

  @Test func `sessions side by side equal a model each`() async throws {
    // A program with a sanitizer is ten times slower.
    let (sessions, steps) = Program.isSanitized ? (20, 50) : (100, 1000)
    try await Server.run(in: folder) { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<sessions {
          let session = try await server.session()
          group.addTask { try await self.run(number, steps: steps, server, session.path) }
        }
        try await group.waitForAll()
      }
      #expect(try ids(try await server.get("/api/posts")) == ["1", "2", "3"])
    }
  }

  /// What a session has stored.
  private struct Model {
    var titles = ["1": "a title", "2": "another title", "3": "last"]
    var cart: (key: String, title: String)?
  }

  /// Sends random requests, and compares each response with a model.
  private func run(_ number: Int, steps: Int, _ server: Server, _ prefix: String) async throws {
    var random = SplitMix64(seed: UInt64(number))
    var model = Model()
    let client = try CurlSession()
    func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> CurlResponse {
      try await client.response(
        to: CurlRequest(
          method, server.url + prefix + path, fields: Self.json, body: body.map { Array($0.utf8) }))
    }
    for step in 0..<steps {
      let id = String(Int.random(in: 1...6, using: &random))
      let title = "\(number)-\(step)"
      let isKnown = model.titles[id] != nil
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        let made = try await send("POST", "/api/posts", #"{"id":"\#(id)","title":"\#(title)"}"#)
        #expect(made.status == (isKnown ? 409 : 201))
        if !isKnown { model.titles[id] = title }
      case 1, 2:
        let method = step.isMultiple(of: 2) ? "PATCH" : "PUT"
        let changed = try await send(method, "/api/posts/\(id)", #"{"title":"\#(title)"}"#)
        #expect(changed.status == (isKnown ? 200 : 404))
        if isKnown { model.titles[id] = title }
      case 3:
        #expect(try await send("DELETE", "/api/posts/\(id)").status == (isKnown ? 200 : 404))
        model.titles[id] = nil
      case 4:
        let read = try await send("GET", "/api/posts/\(id)")
        #expect(read.status == (isKnown ? 200 : 404))
        if isKnown {
          #expect(try JSONParser.parse(read.text)["title"]?.stringValue == model.titles[id])
        }
      case 5:
        let before = try await send("PUT", "/api/cart/\(id)", #"{"title":"\#(title)"}"#).text
        #expect(before == (model.cart.map { #"{"before":{"title":"\#($0.title)"}}"# } ?? "{}"))
        model.cart = (id, title)
      default:
        let cart = try await send("GET", "/api/cart")
        #expect(cart.status == (model.cart == nil ? 404 : 200))
        if let (key, title) = model.cart {
          #expect(cart.text == #"{"cart":{"title":"\#(title)"},"last":"\#(key)"}"#)
        }
      }
    }
    let items = try JSONParser.parse(try await send("GET", "/api/posts?_sort=id").text).arrayValue ?? []
    #expect(items.map { $0["id"]?.stringValue } == model.titles.keys.sorted())
    #expect(items.map { $0["title"]?.stringValue } == model.titles.sorted { $0.key < $1.key }.map(\.value))
  }
}
