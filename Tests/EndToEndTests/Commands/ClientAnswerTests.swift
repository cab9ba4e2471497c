import JSONText
import LoopbackHTTP
import TestFolders
import Testing

/// The commands' handling of responses, with a server that sends given bytes.
@Suite final class ClientAnswerTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  /// Runs the program against a server that sends given bytes for each request line.
  private func run(
    _ arguments: [String], _ answer: @escaping @Sendable (LoopbackServer.Received) -> String
  ) async throws -> (run: Program.Outcome, url: String) {
    let server = try LoopbackServer { .closing(answer($0)) }
    let run = try await Program.run(
      arguments + ["--server", server.url, "--token", "secret"], in: folder)
    server.stop()
    return (run, server.url)
  }

  private static func json(_ body: String, _ status: String = "200 OK", _ fields: String = "") -> String {
    "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  // MARK: Framing

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200\r\ncontent-length:2 \r\n\r\n{}ignored",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n01;a=b\r\n}\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\n{}", "HTTP/1.1 200 OK\n\n{}",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}",
  ])
  func `a response is read with every framing`(answer: String) async throws {
    let (run, _) = try await run(["show", "one"]) { _ in answer }
    #expect(run.status == 0)
    #expect(run.output == "{}\n")
    #expect(run.errors == "")
  }

  @Test(arguments: [
    ("", "the server sent no response"), ("HTTP/1.1 200 OK\r\nA: b\r\n", "the response is incomplete"),
    ("SSH-2.0-OpenSSH\r\n\r\n", "the response is not HTTP"),
    ("HTTP/1.1 2x0 OK\r\n\r\n", "the response is not HTTP"),
    ("HTTP/1.1 200 OK\r\nnothing\r\n\r\n", "the response is not HTTP"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", "the response is incomplete"),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
      "the response has more than 64 MiB"
    ),
    ("HTTP/1.1 200 OK\r\nContent-Length: 67108865\r\n\r\n{}", "the response has more than 64 MiB"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n", "the response is not HTTP"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", "the response is incomplete"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n",
      "the response is incomplete"
    ),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n{}", "the response is not HTTP"),
    ("HTTP/1.1 200 OK\r\n\r\n{", "the response is not JSON"),
  ])
  func `a malformed response is an error in one line`(answer: String, fault: String) async throws {
    let (run, url) = try await run(["show", "one"]) { _ in answer }
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "marquee: \(url): \(fault)\n")
  }

  @Test func `an endless head is an error`() async throws {
    let fields = String(repeating: "A: b\r\n", count: 20_000)
    let (long, url) = try await run(["show", "one"]) { _ in "HTTP/1.1 200 OK\r\n\(fields)\r\n{}" }
    #expect(long.status == 1)
    #expect(long.errors == "marquee: \(url): the head of the response is too long\n")
    let interim = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 5000)
    let (many, other) = try await run(["show", "one"]) { _ in interim + "HTTP/1.1 200 OK\r\n\r\n{}" }
    #expect(many.status == 1)
    #expect(many.errors == "marquee: \(other): the head of the response is too long\n")
  }

  @Test func `a refusal without a problem document shows the status`() async throws {
    let (run, _) = try await run(["show", "one"]) { _ in Self.json("<html>", "502 Bad Gateway") }
    #expect(run.status == 1)
    #expect(run.errors == "marquee: the server returned the status 502\n")
  }

  @Test func `control characters from a server are escaped`() async throws {
    let (refused, _) = try await run(["show", "one"]) { _ in
      Self.json(#"{"detail":"a\u001b[2Jb\nc"}"#, "404 Not Found")
    }
    #expect(refused.errors == "marquee: a\\u{1b}[2Jb\\u{a}c\n")
    let (shown, _) = try await run(["show", "one"]) { _ in Self.json(#"{"a":"\u009b2J\u001b"}"#) }
    #expect(shown.output == "{\n  \"a\": \"\\u009b2J\\u001b\"\n}\n")
  }

  @Test func `a request goes below the path of a proxy, with the token`() async throws {
    let server = try LoopbackServer { request in
      let wanted = [
        "GET /marquee/admin/screens/menu/one?version=2 HTTP/1.1", "Authorization: Bearer secret",
      ]
      let isRight = wanted.allSatisfy { request.lines.contains($0) }
      return .closing(Self.json(isRight ? "1" : "0"))
    }
    let run = try await Program.run(
      ["show", "menu/one", "--version", "2", "--server", server.url + "/marquee/"], in: folder,
      environment: ["MARQUEE_TOKEN": "secret"])
    server.stop()
    #expect(run.output == "1\n")
  }

  // MARK: Tables

  private static let difference = """
    {"route":"one","from":2,"to":3,
     "added":[{"id":"new","index":0}],"removed":[{"id":"old","section":"s","index":4}],
     "moved":[{"id":"국수","from":{"index":1},"to":{"index":0}},{"id":"m","from":{"section":"s","index":1},"to":{"section":"t","index":0}}],
     "changed":[{"id":"price","paths":["/content/text1","/content/text2"]}],"other":["/screenName"],
     "patch":[{"op":"remove","path":"/items/0"}]}
    """

  private static let rows = [
    "added    new    place 1", "removed  old    place 5 in section s",
    "moved    국수   from place 2 to place 1",
    "moved    m      from place 2 in section s to place 1 in section t",
    "changed  price  /content/text1, /content/text2", "changed  -      /screenName",
  ]

  @Test func `a difference has a row for each change`() async throws {
    let answer: @Sendable (LoopbackServer.Received) -> String = { request in
      request.head.hasPrefix("GET /admin/screens/one/diff?from=2&to=3 ")
        ? Self.json(Self.difference) : Self.json("{}", "400 Bad Request")
    }
    let (run, _) = try await run(["diff", "one", "2", "3"], answer)
    #expect(run.status == 0)
    #expect(run.outputLines == ["one from 2 to 3:", "CHANGE   ITEM   WHERE"] + Self.rows)
    let (patch, _) = try await self.run(["diff", "one", "2", "3", "--patch"], answer)
    #expect(
      patch.output == """
        [
          {
            "op": "remove",
            "path": "/items/0"
          }
        ]

        """)
    let (none, _) = try await self.run(["diff", "one"]) { _ in
      Self.json(
        #"{"route":"one","from":1,"to":"draft","added":[],"removed":[],"moved":[],"changed":[],"other":[],"patch":[]}"#
      )
    }
    #expect(none.output == "one: nothing has changed from 1 to draft\n")
  }

  @Test func `the changes follow the name of a published file`() async throws {
    try folder.write(Lines.definition(["a"]), to: "screens/one.json")
    let (run, _) = try await run(["publish", "screens/one.json"]) { request in
      switch request.lines.first?.split(separator: " ").prefix(2).joined(separator: " ") {
      case "GET /admin/screens/one": Self.json("{}", "200 OK", "ETag: \"2\"\r\n")
      case "PUT /admin/screens/one": Self.json(#"{"route":"one","version":3}"#)
      case "GET /admin/screens/one/diff?from=2&to=3": Self.json(Self.difference)
      default: Self.json("{}", "400 Bad Request")
      }
    }
    #expect(run.status == 0)
    #expect(
      run.outputLines == ["screens/one.json: one updated, version 3 (was 2)"] + Self.rows.map { "  " + $0 })
  }

  @Test func `an outdated draft is refused with the changes of both sides`() async throws {
    let (run, _) = try await run(["draft", "publish", "one"]) { request in
      request.head.hasPrefix("POST ")
        ? Self.json(
          """
          {"detail":"the draft began with version 1, and version 2 is in force","conflicts":["a","b"],
           "ours":{"added":[],"removed":[],"moved":[],"changed":[{"id":"a","paths":["/content/text1"]}],"other":[],"patch":[]},
           "theirs":{"added":[],"removed":[{"id":"a","index":0}],"moved":[],"changed":[],"other":[],"patch":[]}}
          """, "409 Conflict") : Self.json("{}", "200 OK", "ETag: \"2\"\r\n")
    }
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        marquee: the draft began with version 1, and version 2 is in force
        marquee: changed on both sides: a, b
        changed in the draft:
          changed  a  /content/text1
        published since:
          removed  a  place 1

        """)
  }
}
