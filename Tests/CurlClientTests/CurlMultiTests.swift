import CurlClient
import Dispatch
import LoopbackHTTP
import Synchronization
import Testing

@Suite("Many requests at once")
struct CurlMultiTests {
  /// Lets nobody pass until `count` have come.
  private final class Gate: Sendable {
    private let count: Int
    private let waiting = Mutex(0)
    private let opened = DispatchSemaphore(value: 0)

    init(count: Int) { self.count = count }

    /// - Returns: false when the others did not come.
    func pass() -> Bool {
      let isLast = waiting.withLock {
        $0 += 1
        return $0 == count
      }
      if isLast { for _ in 0..<count { opened.signal() } }
      return opened.wait(timeout: .now() + .seconds(20)) == .success
    }
  }

  @Test("as many requests as allowed are in flight together")
  func keepsManyInFlight() throws {
    let gate = Gate(count: 16)
    let server = try LoopbackServer { _ in gate.pass() ? .keepingAlive(answer()) : .closing("") }
    defer { server.stop() }
    let requests = Array(repeating: CurlRequest("GET", server.url), count: 16)
    let answers = try CurlMulti().perform(requests, concurrency: 16)
    #expect(answers.count == 16)
    #expect(answers.allSatisfy { (try? $0.get().status) == 200 })
    #expect(server.connectionCount == 16)
  }

  @Test("no more than allowed are in flight", arguments: [1, 3])
  func boundsConcurrency(limit: Int) throws {
    let server = try LoopbackServer { _ in .keepingAlive(answer()) }
    defer { server.stop() }
    let requests = Array(repeating: CurlRequest("GET", server.url), count: 30)
    #expect(
      try CurlMulti().perform(requests, concurrency: limit).allSatisfy { (try? $0.get().status) == 200 })
    #expect(server.connectionCount <= limit)
  }

  @Test("answers come in the order of the requests, failures among them")
  func keepsOrder() async throws {
    let server = try LoopbackServer { request in
      let line = request.lines.first ?? ""
      return line.contains("/7 ") ? .closing("") : .keepingAlive(answer(body: line))
    }
    defer { server.stop() }
    var requests = (0..<40).map { CurlRequest("GET", "\(server.url)/\($0)") }
    requests[9] = CurlRequest("GET", "not a url")
    let answers = try await CurlMulti().responses(to: requests, concurrency: 8)
    for (number, got) in answers.enumerated() {
      switch (number, got) {
      case (7, .failure(let error)): #expect(error.code == .connectionLost)
      case (9, .failure(let error)): #expect(error.code == .invalidRequest)
      case (_, .success(let response)): #expect(response.text == "GET /\(number) HTTP/1.1")
      case (_, .failure(let error)): Issue.record("request \(number): \(error)")
      }
    }
  }

  @Test("a stream goes on for as long as there is a next request")
  func streams() async throws {
    let server = try LoopbackServer { _ in .keepingAlive(answer()) }
    defer { server.stop() }
    let url = server.url
    let counts = Counts()
    try await CurlMulti().stream(
      concurrency: 4, next: { counts.give(upTo: 100) ? CurlRequest("GET", url) : nil },
      finished: { _, got in counts.end((try? got.get().status) == 200) })
    #expect(counts.values == (100, 100))
  }

  private final class Counts: Sendable {
    private let state = Mutex((given: 0, answered: 0))
    var values: (Int, Int) { state.withLock { ($0.given, $0.answered) } }

    func give(upTo limit: Int) -> Bool {
      state.withLock {
        guard $0.given < limit else { return false }
        $0.given += 1
        return true
      }
    }

    func end(_ isGood: Bool) { state.withLock { $0.answered += isGood ? 1 : 0 } }
  }

  @Test("no requests give no answers")
  func acceptsNothing() throws {
    #expect(try CurlMulti().perform([], concurrency: 8).isEmpty)
  }
}
