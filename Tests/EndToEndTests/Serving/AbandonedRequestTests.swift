import CurlClient
import Foundation
import JSONText
import RawClient
import TestFolders
import Testing

/// Requests whose client closes the connection before the response.
@Suite final class AbandonedRequestTests: Sendable {
  private let folder: ScreensFolder

  /// The items of the screen, and the view types that an app may lack. Few items, because the thread sanitizer takes
  /// seconds for a dry run of a thousand beside other tests.
  private static let (items, types) = (500, 10)

  init() throws {
    folder = try ScreensFolder()
    for number in 0..<Self.types {
      try folder.write(#"{"type":"object"}"#, to: "screens/_types/T\(number).json")
    }
    try folder.write(
      #"{"screen":{"viewItems":"$items"},"item":{"id":"$id","content":"$content"}}"#,
      to: "screens/_formats/viewItems.json")
    try folder.write(Self.screen("old"), to: "screens/home.json")
  }

  private static func screen(_ text: String) -> String {
    let items = (0..<items).map {
      #"{"id":"i\#($0)","viewType":"T\#($0 % types)","content":{"text":"\#(text) \#($0)"}}"#
    }
    return #"{"items":[\#(items.joined(separator: ","))]}"#
  }

  /// A replay for apps that know different view types: each of them gets a rendition of its own.
  private static func replay(apps: Range<Int>) -> String {
    let entries = apps.map { app in
      let known = (0..<types).filter { app >> $0 & 1 == 1 }.map { "T\($0)" }.joined(separator: ",")
      return
        #"{"request":{"url":"/screens/home","headers":[{"name":"Accept-View-Types","value":"\#(known)"}]}}"#
    }
    return
      #"{"against":"draft","route":"home","requests":{"log":{"entries":[\#(entries.joined(separator: ","))]}}}"#
  }

  private static func request(_ method: String, _ path: String, _ body: String = "") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Server.token)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// The number of requests with a label that ended.
  /// - Parameter status: counts only those with this status.
  private static func count(
    _ label: String, _ status: Int? = nil, of server: Server
  ) async throws -> Int {
    let status = status.map { #"status="\#($0)""# } ?? ""
    return try await server.get("/metrics").text.split(separator: "\n").filter { line in
      line.hasPrefix("marquee_http_requests_total{") && line.contains(#"route="\#(label)""#)
        && (status.isEmpty || line.contains(status))
    }.reduce(0) { sum, line in sum + (line.split(separator: " ").last.flatMap { Int($0) } ?? 0) }
  }

  /// The first status after interim responses, and the body.
  private static func response(of client: TestClient) throws -> TestResponse {
    while true {
      let response = try #require(client.response())
      if response.status != 100 { return response }
    }
  }

  @Test(.bug(id: "F62")) func `replays end with their clients, and waiting ones do not begin`() async throws {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      #expect(try await server.admin("PUT", "/screens/home/draft", body: Self.screen("new")).status == 201)
      // More than there are queues for computations on any machine, so that most of them wait.
      let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 8
      let request = Self.request("POST", "/admin/replay", Self.replay(apps: 1..<99))
      for _ in 0..<count {
        let client = try #require(TestClient(port: port))
        client.send(request)
        client.hangUp()
      }
      try await server.wait(for: "end of all replays") { server in
        try await Self.count("/admin/replay", 499, of: server) == count
      }
      #expect(try await Self.count("/admin/replay", 200, of: server) == 0)
      // The queue is free.
      let answer = try await server.admin("POST", "/replay", body: Self.replay(apps: 1..<2))
      #expect(answer.status == 200)
    }
  }

  @Test func `previews and dry runs end with their clients`() async throws {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      let requests = [
        ("/preview/{route}", Self.request("GET", "/preview/home")),
        (
          "/admin/screens/{route}", Self.request("PUT", "/admin/screens/home?dryRun=true", Self.screen("new"))
        ),
      ]
      for (label, request) in requests {
        // Which of them wait until their connection has ended depends on the machine, so try until one has.
        let batch = 8
        var (sent, abandoned) = (0, 0)
        repeat {
          for _ in 0..<batch {
            let client = try #require(TestClient(port: port))
            client.send(request)
            client.hangUp()
          }
          sent += batch
          let expected = sent
          try await server.wait(for: "end of all requests") { server in
            try await Self.count(label, of: server) == expected
          }
          abandoned = try await Self.count(label, 499, of: server)
          #expect(try await Self.count(label, 200, of: server) + abandoned == sent)
        } while abandoned == 0 && sent < 1_000
        #expect(abandoned > 0)
      }
      try await server.expect("home", items: Self.items)
    }
  }

  @Test func `a change is stored although its client has gone`() async throws {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      let client = try #require(TestClient(port: port))
      client.send(Self.request("PUT", "/admin/screens/home", Self.screen("new")))
      client.hangUp()
      try await server.wait(for: "version") { server in
        try await server.get("/screens/home").value(of: "Screen-Version") == "2"
      }
    }
  }

  @Test func `a half-closed client gets its result`() async throws {
    try await Server.run(in: folder) { server in
      let port = try #require(Int(server.port))
      #expect(try await server.admin("PUT", "/screens/home/draft", body: Self.screen("new")).status == 201)
      let client = try #require(TestClient(port: port))
      client.send(Self.request("POST", "/admin/replay", Self.replay(apps: 1..<20)))
      client.sendEnd()
      let response = try Self.response(of: client)
      #expect(response.status == 200)
      #expect(try JSONParser.parse(response.body)["requests"] == 19)
      #expect(client.receiveAll() == "" && client.ending == .end)
      #expect(try await Self.count("/admin/replay", 499, of: server) == 0)
    }
  }
}

extension Server {
  fileprivate func expect(_ route: String, items: Int) async throws {
    let answer = try await get("/screens/\(route)")
    #expect(try JSONParser.parse(answer.text)["viewItems"]?.arrayValue?.count == items)
  }
}
