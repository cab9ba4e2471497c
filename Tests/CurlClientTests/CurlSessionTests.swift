import CurlClient
import LoopbackHTTP
import Testing

@Suite struct CurlSessionTests {
  @Test func `the connection is reused for the next request`() throws {
    let server = try LoopbackServer { .keepingAlive(responseText(body: "\($0.connection)")) }
    defer { server.stop() }
    let session = try CurlSession()
    for _ in 0..<5 { #expect(try session.perform(CurlRequest("GET", server.url)).text == "0") }
    #expect(server.connectionCount == 1)
  }

  @Test func `a request has nothing of the previous one`() throws {
    let server = try LoopbackServer { .keepingAlive(responseText(body: $0.head)) }
    defer { server.stop() }
    let session = try CurlSession()
    _ = try session.perform(
      CurlRequest("PUT", server.url, fields: [CurlField("X-Old", "1")], body: Array("{}".utf8)))
    _ = try session.perform(CurlRequest("HEAD", server.url))
    let text = try session.perform(CurlRequest("GET", server.url)).text
    #expect(text.hasPrefix("GET / "))
    #expect(!text.contains("X-Old") && !text.contains("Content-Length"))
  }

  @Test func `a session works after an error`() throws {
    let server = try LoopbackServer {
      $0.head.contains("/bad") ? .closing("") : .keepingAlive(responseText())
    }
    defer { server.stop() }
    let session = try CurlSession()
    #expect(throws: CurlError.self) { try session.perform(CurlRequest("GET", server.url + "/bad")) }
    #expect(try session.perform(CurlRequest("GET", server.url)).status == 200)
  }

  @Test func `a silent server is a timeout`() throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let session = try CurlSession()
    let error = #expect(throws: CurlError.self) {
      try session.perform(CurlRequest("GET", server.url, timeout: .milliseconds(50)))
    }
    #expect(error?.code == .timedOut)
  }

  @Test func `a closed port is a connection error`() throws {
    let server = try LoopbackServer { _ in .silence }
    server.stop()
    let session = try CurlSession()
    let error = #expect(throws: CurlError.self) { try session.perform(CurlRequest("GET", server.url)) }
    #expect(error?.code == .cannotConnect)
    #expect(error?.number == 7)
  }

  @Test func `concurrent callers each get their own response`() async throws {
    let server = try LoopbackServer { .keepingAlive(responseText(body: $0.lines.first ?? "")) }
    defer { server.stop() }
    let session = try CurlSession()
    let url = server.url
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<20 {
        group.addTask {
          (number, try await session.response(to: CurlRequest("GET", "\(url)/\(number)")).text)
        }
      }
      for try await (number, text) in group { #expect(text == "GET /\(number) HTTP/1.1") }
    }
  }
}
