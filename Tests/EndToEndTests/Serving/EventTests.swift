import CurlClient
import RawClient
import TestFolders
import Testing

/// Server-Sent Events of a screen.
@Suite final class EventTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private static func listen(_ server: Server, _ fields: String = "") throws -> TestClient {
    let port = try #require(Int(server.port))
    let client = try #require(TestClient(port: port))
    client.send("GET /screens/lines/events HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    return client
  }

  /// Reads until a text has arrived.
  private static func expect(
    _ client: TestClient, hears text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    while !String(decoding: client.received, as: UTF8.self).contains(text) {
      guard client.receive() else {
        Issue.record("no \(text)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  private static func event(_ version: Int, _ name: String = "version") -> String {
    "event: \(name)\nid: \(version)\ndata: {\"route\":\"lines\",\"version\":\(version)}\n\n"
  }

  @Test func `a listener gets the current version, then each new one and the end`() async throws {
    try await Server.run(in: folder) { server in
      let client = try Self.listen(server)
      Self.expect(client, hears: "Content-Type: text/event-stream")
      Self.expect(client, hears: "Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: ETag, ")
      Self.expect(client, hears: "retry: 2000\n\n" + Self.event(1))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]))
      Self.expect(client, hears: Self.event(2))
      _ = try await server.admin("DELETE", "/screens/lines")
      Self.expect(client, hears: Self.event(3, "deleted"))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["c"]))
      Self.expect(client, hears: Self.event(4))
    }
  }

  @Test func `a returning listener gets the events that it missed`() async throws {
    try await Server.run(in: folder) { server in
      for text in ["b", "c", "d"] {
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition([text]))
      }
      let client = try Self.listen(server, "Last-Event-ID: 2\r\n")
      Self.expect(client, hears: "retry: 2000\n\n" + Self.event(3))
      Self.expect(client, hears: Self.event(4))
      let current = try Self.listen(server, "Last-Event-ID: 4\r\n")
      Self.expect(current, hears: "retry: 2000\n\n")
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["e"]))
      Self.expect(current, hears: "retry: 2000\n\n\r\n")
      Self.expect(current, hears: Self.event(5))
      #expect(!String(decoding: current.received, as: UTF8.self).contains("id: 4"))
      for text in ["9", "-1", "x", "99999999999999999999", "-9223372036854775808", "9223372036854775807"] {
        Self.expect(try Self.listen(server, "Last-Event-ID: \(text)\r\n"), hears: Self.event(5))
      }
    }
  }

  @Test func `a returning listener gets the deletion of a screen`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("DELETE", "/screens/lines")
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]))
      let client = try Self.listen(server, "Last-Event-ID: 1\r\n")
      Self.expect(client, hears: Self.event(2, "deleted") + Self.event(3))
    }
  }

  @Test func `streams in a change set follow the server, and end with the set`() async throws {
    try await Server.run(in: folder) { server in
      let made = try await server.admin("POST", "/changesets", body: #"{"name":"look"}"#)
      #expect(made.status == 201)
      func listen(_ path: String) throws -> TestClient {
        let port = try #require(Int(server.port))
        let client = try #require(TestClient(port: port))
        client.send("GET /c/look\(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
      }
      let features = try listen("/sub/any")
      Self.expect(features, hears: "event: features")
      // The stream ends, so that the client connects again and gets what the set shows now.
      let variants = #"[{"key":"x"},{"key":"y"}]"#
      _ = try await server.admin(
        "PUT", "/screens/other", body: #"{"items":[],"experiment":{"key":"tone","variants":\#(variants)}}"#)
      Self.expect(features, hears: "\r\n0\r\n\r\n")
      let again = try listen("/sub/any")
      Self.expect(again, hears: "tone")
      let events = try listen("/screens/lines/events")
      Self.expect(events, hears: Self.event(1))
      // Deleted on the server, and so in the set.
      _ = try await server.admin("DELETE", "/screens/lines")
      Self.expect(events, hears: Self.event(2, "deleted"))
      Self.expect(again, hears: "\r\n0\r\n\r\n")
      let last = try listen("/sub/any")
      Self.expect(last, hears: "event: features")
      #expect(try await server.admin("DELETE", "/changesets/look").status == 200)
      for client in [events, last] { Self.expect(client, hears: "\r\n0\r\n\r\n") }
    }
  }

  @Test func `one stream has the events of several screens`() async throws {
    try folder.write(Lines.definition(["x"]), to: "screens/cart/now.json")
    func event(_ route: String, _ version: Int, _ name: String = "version") -> String {
      "event: \(name)\nid: \(route):\(version)\ndata: {\"route\":\"\(route)\",\"version\":\(version)}\n\n"
    }
    try await Server.run(in: folder) { server in
      func listen(_ last: String = "") throws -> TestClient {
        let port = try #require(Int(server.port))
        let client = try #require(TestClient(port: port))
        client.send("GET /events?routes=lines,cart/now,lines HTTP/1.1\r\nHost: a\r\n\(last)\r\n")
        return client
      }
      let client = try listen()
      Self.expect(client, hears: "retry: 2000\n\n" + event("cart/now", 1) + event("lines", 1))
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]))
      Self.expect(client, hears: event("lines", 2))
      _ = try await server.admin("DELETE", "/screens/cart/now")
      Self.expect(client, hears: event("cart/now", 2, "deleted"))
      // A returning client gets what it missed of each screen. One that names a screen only now gets its newest event.
      let returning = try listen("Last-Event-ID: lines:1, cart/now:2\r\n")
      Self.expect(returning, hears: "retry: 2000\n\n" + event("lines", 2))
      let other = try listen("Last-Event-ID: lines:2\r\n")
      Self.expect(other, hears: "retry: 2000\n\n" + event("cart/now", 2, "deleted"))
      for odd in ["lines", "lines:x", ":", "lines:-1", "lines:1:2", ","] {
        Self.expect(try listen("Last-Event-ID: \(odd)\r\n"), hears: event("lines", 2))
      }
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["c"]))
      for client in [client, returning, other] { Self.expect(client, hears: event("lines", 3)) }
      #expect(!String(decoding: returning.received, as: UTF8.self).contains("cart/now"))
      let routes = (1...65).map { "s\($0)" }.joined(separator: ",")
      for query in ["", "?routes=", "?routes=a%20b", "?routes=\(routes)", "?routes=lines&routes=lines"] {
        #expect(try await server.get("/events" + query).status == 400, "\(query)")
      }
      #expect(try await server.get("/events?routes=lines,liness").status == 404)
    }
  }

  @Test func `an unknown screen has no events, and a draining server ends all streams`() async throws {
    var open: TestClient?
    let ended = try await Server.run(in: folder) { server in
      #expect(try await server.get("/screens/liness/events").status == 404)
      #expect(try await server.get("/screens/events").status == 404)
      let client = try Self.listen(server)
      Self.expect(client, hears: Self.event(1))
      open = client
    }
    // Left open: the server did not wait for it.
    #expect(open?.receiveAll().contains("id: 1") == true || open?.ending == .end)
    #expect(ended.status == 0)
  }

  @Test func `many listeners get a version, and those that do not read delay no others`() async throws {
    try await Server.run(in: folder) { server in
      let listeners = try (0..<300).map { _ in try Self.listen(server) }
      for listener in listeners { Self.expect(listener, hears: Self.event(1)) }
      for version in 2...30 {
        _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["v\(version)"]))
      }
      for listener in listeners { Self.expect(listener, hears: Self.event(30)) }
    }
  }
}
