import CurlClient
import LoopbackHTTP
import Testing

@Suite("One request after the other")
struct CurlSessionTests {
  @Test("the connection is kept from one request to the next")
  func keepsConnection() throws {
    let server = try LoopbackServer { .keepingAlive(answer(body: "\($0.connection)")) }
    defer { server.stop() }
    let session = try CurlSession()
    for _ in 0..<5 { #expect(try session.perform(CurlRequest("GET", server.url)).text == "0") }
    #expect(server.connectionCount == 1)
  }

  @Test("nothing of one request is left over in the next")
  func forgetsLastRequest() throws {
    let server = try LoopbackServer { .keepingAlive(answer(body: $0.head)) }
    defer { server.stop() }
    let session = try CurlSession()
    _ = try session.perform(
      CurlRequest("PUT", server.url, fields: [CurlField("X-Old", "1")], body: Array("{}".utf8)))
    _ = try session.perform(CurlRequest("HEAD", server.url))
    let text = try session.perform(CurlRequest("GET", server.url)).text
    #expect(text.hasPrefix("GET / "))
    #expect(!text.contains("X-Old") && !text.contains("Content-Length"))
  }

  @Test("a session works on after an error")
  func survivesError() throws {
    let server = try LoopbackServer { $0.head.contains("/bad") ? .closing("") : .keepingAlive(answer()) }
    defer { server.stop() }
    let session = try CurlSession()
    #expect(throws: CurlError.self) { try session.perform(CurlRequest("GET", server.url + "/bad")) }
    #expect(try session.perform(CurlRequest("GET", server.url)).status == 200)
  }

  @Test("a server that says nothing is a time-out")
  func timesOut() throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let session = try CurlSession()
    let error = #expect(throws: CurlError.self) {
      try session.perform(CurlRequest("GET", server.url, timeout: .milliseconds(50)))
    }
    #expect(error?.code == .timedOut)
  }

  @Test("a port on which nobody listens is said to be one")
  func tellsClosedPort() throws {
    let server = try LoopbackServer { _ in .silence }
    server.stop()
    let session = try CurlSession()
    let error = #expect(throws: CurlError.self) { try session.perform(CurlRequest("GET", server.url)) }
    #expect(error?.code == .cannotConnect)
    #expect(error?.number == 7)
  }

  @Test("callers from many tasks take turns, and each gets its own answer")
  func takesTurns() async throws {
    let server = try LoopbackServer { .keepingAlive(answer(body: $0.lines.first ?? "")) }
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
