import HTTPWire
import RawClient
import SocketServer
import Testing

extension RequestLimit {
  static let small: WireLimits = {
    var limits = WireLimits()
    limits.body = 3000
    return limits
  }()
  static let all = all(small, target: "/ready", taking: "/body")
}

@Suite struct RequestLimitTests {
  @Test(
    arguments: crowdPollings,
    RequestLimit.all)
  func `a request within each limit is served`(_ polling: ServerConfiguration.Polling, _ limit: RequestLimit)
    throws
  {
    let server = try TestServer(polling) { $0.limits = RequestLimit.small }
    let client = try server.client()
    for cut in RequestLimit.Cut.allCases {
      for piece in cut.pieces(limit.fits) { client.send(piece) }
      let response = try #require(client.response(), "\(cut)")
      #expect(response.status == 200, "\(cut)")
      #expect(!response.has("Connection: close"), "\(cut)")
    }
    #expect(try #require(client.get("/ready")).body == "ready")
  }

  @Test(
    arguments: crowdPollings,
    RequestLimit.all)
  func `a request over a limit gets its status and an orderly close`(
    _ polling: ServerConfiguration.Polling, _ limit: RequestLimit
  ) throws {
    let server = try TestServer(polling) { $0.limits = RequestLimit.small }
    let witness = try server.witness()
    for cut in RequestLimit.Cut.allCases {
      let client = try server.client()
      for piece in cut.pieces(limit.exceeds) { client.send(piece) }
      client.sendEnd()
      let response = try #require(client.response(), "\(cut)")
      #expect(response.status == limit.status, "\(cut)")
      #expect(response.has("Connection: close"), "\(cut)")
      #expect(client.receiveAll() == "", "\(cut)")
      #expect(client.ending == .end, "\(cut)")
    }
    #expect(witness.finish() == [])
  }

  @Test(arguments: pollings)
  func `the promised limits hold`(_ polling: ServerConfiguration.Polling) throws {
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

  @Test(arguments: pollings)
  func `the overhead of small chunks is limited`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.limits.chunkOverhead = 600 }
    let head = "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    // Each chunk has one byte of content and five bytes of framing.
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
