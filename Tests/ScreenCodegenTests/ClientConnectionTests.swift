import BuiltPrograms
import Eventually
import Foundation
import JSONText
import LoopbackHTTP
import Synchronization
import TestFolders
import Testing

/// The connections of the generated clients.
@Suite struct ClientConnectionTests {
  /// Where a response stops.
  enum Stall: CaseIterable {
    case beforeHead, inBody

    var reply: LoopbackServer.Reply {
      switch self {
      case .beforeHead: .silence
      case .inBody:
        .stalling(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"route\":")
      }
    }
  }

  @Test(arguments: ClientProgram.Kind.allCases, Stall.allCases)
  func `a response that stalls runs into the timeout and closes its connection`(
    kind: ClientProgram.Kind, stall: Stall
  ) throws {
    let server = try LoopbackServer { _ in stall.reply }
    defer { server.stop() }
    guard let client = try ClientProgram(kind, server: #require(URL(string: server.url)), timeout: 1000)
    else {
      return
    }
    client.send("screen home")
    #expect(client.line() == "screen error timeout")
    #expect(eventually { server.openConnectionCount == 0 })
    #expect(client.finish() == 0)
  }

  @Test(arguments: ClientProgram.Kind.allCases, Stall.allCases)
  func `a cancelled request closes its connection`(kind: ClientProgram.Kind, stall: Stall) throws {
    let server = try LoopbackServer { _ in stall.reply }
    defer { server.stop() }
    guard let client = try ClientProgram(kind, server: #require(URL(string: server.url))) else { return }
    client.send("start home")
    #expect(eventually { server.openConnectionCount == 1 })
    client.send("stop")
    #expect(client.line() == "start cancelled")
    // Android closes the socket. The class of Java waits until the next bytes or the timeout.
    if kind == .kotlinForAndroid && stall == .inBody { return }
    #expect(eventually { server.openConnectionCount == 0 })
    #expect(client.finish() == 0)
  }

  @Test(arguments: ClientProgram.Kind.allCases)
  func `a request says who asks, and what the app can show`(kind: ClientProgram.Kind) throws {
    let heads = Mutex<[String]>([])
    let server = try LoopbackServer { request in
      heads.withLock { $0.append(request.head) }
      return .closing("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    defer { server.stop() }
    guard let client = try ClientProgram(kind, server: #require(URL(string: server.url))) else { return }
    client.send("screen home")
    #expect(client.line() == "screen error not-found")
    #expect(client.finish() == 0)
    let lines = heads.withLock { $0.joined(separator: "\r\n") }.split(separator: "\r\n")
    #expect(lines.first == "GET /screens/home?format=screen&user=a HTTP/1.1")
    let fields = Set(lines.dropFirst().map { $0.lowercased() })
    #expect(
      fields.isSuperset(of: ["accept: application/json", "accept-language: ko", "client-release: test/1.0.0"])
    )
    #expect(fields.contains { $0.hasPrefix("accept-view-types: aviewtype, bviewtype, one_image, ") })
  }

  @Test(arguments: [ClientProgram.Kind.typeScript, .kotlin])
  func `exposures are sent in reports that outlive a page`(kind: ClientProgram.Kind) throws {
    let reports = Mutex<[[UInt8]]>([])
    let server = try LoopbackServer { request in
      reports.withLock { $0.append(request.body) }
      return .keepingAlive("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")
    }
    defer { server.stop() }
    func users() throws -> [Int] {
      let bodies = reports.withLock { reports in
        defer { reports = [] }
        return reports
      }
      return try bodies.map { try JSONParser.parse($0)["exposures"]?.arrayValue?.count ?? 0 }
    }
    guard let client = try ClientProgram(kind, server: #require(URL(string: server.url))) else { return }
    // 64 KiB are the limit of `fetch`. 200 of these exposures have more.
    client.send("report 300 400")
    #expect(client.line() == (kind == .typeScript ? "report done kept alive" : "report done"))
    #expect(reports.withLock { $0.allSatisfy { kind != .typeScript || $0.count <= 65_536 } })
    #expect(try users() == (kind == .typeScript ? [100, 100, 100] : [200, 100]))
    // A single exposure has more, too.
    client.send("report 1 70000")
    #expect(client.line() == "report done")
    #expect(try users() == [1])
    #expect(client.finish() == 0)
  }

  // The first test that needs a client also compiles it, which takes minutes beside other load.
  @Test(.timeLimit(.minutes(20)), arguments: ClientProgram.Kind.allCases)
  func `more screens than a stream has share several streams`(kind: ClientProgram.Kind) throws {
    let folder = try ScreensFolder()
    // The server takes 64 routes of a stream, and a request line of 8 KiB.
    let short = (0..<70).map { "short/\($0)" }
    let long = (0..<50).map { "long/" + String(repeating: "x", count: 190) + "/\($0)" }
    for route in short + long { try folder.write(#"{"items": []}"#, to: "screens/\(route).json") }
    let server = try LiveServer(screens: folder.path("screens"))
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    for route in short + long {
      client.send("follow \(route)")
      #expect(client.line()?.hasPrefix("follow network 1 ko") == true)
    }
    for route in [short.first, short.last, long.first, long.last].compactMap(\.self) {
      try server.put("/admin/screens/\(route)", Data(#"{"items": [], "screenName": "New"}"#.utf8))
      #expect(client.line()?.contains(" 2 ko") == true)
    }
    #expect(client.finish() == 0)
  }
}
