import HTTPWire
import SocketServer
import Testing

/// A limit of a request: the largest that passes, and one more, which gets the answer that the limit promises.
struct RequestLimit: CustomTestStringConvertible, Sendable {
  let name: String
  let fits: String
  let exceeds: String
  let status: Int
  var testDescription: String { name }

  private static func line(_ count: Int) -> String {
    "GET /" + String(repeating: "a", count: count - "GET / HTTP/1.1\r\n".utf8.count)
      + " HTTP/1.1\r\nHost: a\r\n\r\n"
  }

  private static func fields(_ count: Int) -> String {
    "GET /ready HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: count - 1) + "\r\n"
  }

  /// `count`: bytes of the field section with the empty line.
  private static func section(_ count: Int) -> String {
    let rest = "Host: a\r\nA: \r\n\r\n".utf8.count
    return "GET /ready HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "b", count: count - rest) + "\r\n\r\n"
  }

  private static func emptyLines(_ count: Int) -> String {
    String(repeating: "\r\n", count: count) + "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n"
  }

  private static func chunked(_ body: String) -> String {
    "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body
  }

  private static func body(_ count: Int) -> String {
    "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
      + String(repeating: "a", count: count)
  }

  private static func chunks(_ count: Int) -> String {
    chunked(
      "1\r\nx\r\n" + String(count - 1, radix: 16) + "\r\n" + String(repeating: "a", count: count - 1)
        + "\r\n0\r\n\r\n")
  }

  /// `count`: bytes of the line before the chunk without its line end.
  private static func chunkLine(_ count: Int) -> String {
    chunked("1;a=" + String(repeating: "b", count: count - 4) + "\r\nx\r\n0\r\n\r\n")
  }

  /// `count`: bytes of the trailer section with the empty line.
  private static func trailers(_ count: Int) -> String {
    chunked("0\r\nA: " + String(repeating: "b", count: count - 7) + "\r\n\r\n")
  }

  /// All limits of `limits`, whose body must be small enough to be sent byte by byte.
  static func all(_ limits: WireLimits) -> [RequestLimit] {
    [
      RequestLimit(
        name: "request line", fits: line(limits.requestLine), exceeds: line(limits.requestLine + 1),
        status: 414),
      RequestLimit(
        name: "fields in number", fits: fields(limits.fieldCount), exceeds: fields(limits.fieldCount + 1),
        status: 431),
      RequestLimit(
        name: "bytes of fields", fits: section(limits.fieldBytes), exceeds: section(limits.fieldBytes + 1),
        status: 431),
      RequestLimit(
        name: "empty lines", fits: emptyLines(limits.emptyLines), exceeds: emptyLines(limits.emptyLines + 1),
        status: 400),
      RequestLimit(name: "body", fits: body(limits.body), exceeds: body(limits.body + 1), status: 413),
      RequestLimit(
        name: "body in chunks", fits: chunks(limits.body), exceeds: chunks(limits.body + 1), status: 413),
      RequestLimit(
        name: "line of a chunk", fits: chunkLine(limits.chunkLine - 2),
        exceeds: chunkLine(limits.chunkLine - 1), status: 400),
      RequestLimit(
        name: "trailers", fits: trailers(limits.trailerBytes), exceeds: trailers(limits.trailerBytes + 1),
        status: 431),
    ]
  }

  static let small: WireLimits = {
    var limits = WireLimits()
    limits.body = 3000
    return limits
  }()
}

@Suite("Limits of a request")
struct RequestLimitTests {
  enum Cut: CaseIterable {
    case whole, everyByte, everyLine, halves
  }

  private static func pieces(_ text: String, _ cut: Cut) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    switch cut {
    case .whole: return [bytes]
    case .everyByte: return bytes.map { [$0] }
    case .everyLine: return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0 + [0x0A] }
    case .halves: return [Array(bytes[..<(bytes.count / 2)]), Array(bytes[(bytes.count / 2)...])]
    }
  }

  @Test(
    "What is just within a limit is served, and the connection goes on", arguments: pollings,
    RequestLimit.all(RequestLimit.small))
  func within(_ polling: ServerConfiguration.Polling, _ limit: RequestLimit) throws {
    let server = try TestServer(polling) { $0.limits = RequestLimit.small }
    let client = try server.client()
    for cut in Cut.allCases {
      var pieces = Self.pieces(limit.fits, cut)
      // Every line has got its line end, the last piece one too many.
      if cut == .everyLine { pieces[pieces.count - 1].removeLast() }
      for piece in pieces { client.send(piece) }
      let response = try #require(client.response(), "\(cut)")
      #expect(response.status == (limit.name == "request line" ? 404 : 200), "\(cut)")
      #expect(!response.has("Connection: close"), "\(cut)")
    }
    #expect(try #require(client.get("/ready")).body == "ready")
  }

  @Test(
    "One byte or field more gets the answer of the limit, then an orderly end", arguments: pollings,
    RequestLimit.all(RequestLimit.small))
  func beyond(_ polling: ServerConfiguration.Polling, _ limit: RequestLimit) throws {
    let server = try TestServer(polling) { $0.limits = RequestLimit.small }
    let witness = try server.witness()
    for cut in Cut.allCases {
      let client = try server.client()
      for piece in Self.pieces(limit.exceeds, cut) { client.send(piece) }
      client.sendEnd()
      let response = try #require(client.response(), "\(cut)")
      #expect(response.status == limit.status, "\(cut)")
      #expect(response.has("Connection: close"), "\(cut)")
      #expect(client.receiveAll() == "", "\(cut)")
      #expect(client.ending == .end, "\(cut)")
    }
    #expect(witness.finish() == [])
  }

  @Test("The bounds that clients may count on", arguments: pollings)
  func promised(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling)
    func status(_ text: String) throws -> Int {
      let client = try server.client()
      client.send(text)
      return try #require(client.response()).status
    }
    let target = String(repeating: "a", count: 8000 - "GET / HTTP/1.1\r\n".utf8.count)
    #expect(try status("GET /\(target) HTTP/1.1\r\nHost: a\r\n\r\n") == 404)
    let fields = (1..<100).map { "Field-\($0): \($0)\r\n" }.joined()
    #expect(try status("GET /ready HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") == 200)
    let value = String(repeating: "a", count: 8192)
    #expect(try status("GET /ready HTTP/1.1\r\nHost: a\r\nCookie: \(value)\r\n\r\n") == 200)
    let tooMuch = String(repeating: "a", count: 65536)
    #expect(try status("GET /ready HTTP/1.1\r\nHost: a\r\nCookie: \(tooMuch)\r\n\r\n") == 431)
    #expect(try status("GET /\(tooMuch) HTTP/1.1\r\nHost: a\r\n\r\n") == 414)
    let megabyte = String(repeating: "a", count: 1_048_576)
    #expect(try status("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n\(megabyte)") == 200)
    #expect(try status("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n") == 413)
    let chunked =
      "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n\(megabyte)\r\n"
    #expect(try status(chunked + "0\r\n\r\n") == 200)
    #expect(try status(chunked + "1\r\na\r\n0\r\n\r\n") == 413)
  }

  @Test("A body in small chunks may cost a bounded number of bytes beyond its content", arguments: pollings)
  func chunkOverhead(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.limits.chunkOverhead = 600 }
    let head = "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    // Five bytes that are no content beside each one that is.
    func request(_ chunks: Int) -> String {
      head + String(repeating: "1\r\nx\r\n", count: chunks) + "0\r\n\r\n"
    }
    let client = try server.client()
    client.send(request(148))
    #expect(try #require(client.response()).body.utf8.count == 148)
    client.send(request(152))
    #expect(try #require(client.response()).status == 400)
  }
}
