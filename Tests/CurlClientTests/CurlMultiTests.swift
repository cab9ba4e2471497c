import CurlClient
import Dispatch
import LoopbackHTTP
import Synchronization
import Testing

@Suite struct CurlMultiTests {
  /// Blocks its callers until `count` have arrived.
  private final class Gate: Sendable {
    private let count: Int
    private let waiting = Mutex(0)
    private let opened = DispatchSemaphore(value: 0)

    init(count: Int) { self.count = count }

    /// Returns false if the others don't arrive within five minutes.
    func pass() -> Bool {
      let isLast = waiting.withLock {
        $0 += 1
        return $0 == count
      }
      if isLast { for _ in 0..<count { opened.signal() } }
      return opened.wait(timeout: .now() + .seconds(300)) == .success
    }
  }

  @Test func `the allowed number of requests is in flight at once`() throws {
    let gate = Gate(count: 16)
    let server = try LoopbackServer { _ in gate.pass() ? .keepingAlive(responseText()) : .closing("") }
    defer { server.stop() }
    let requests = Array(repeating: CurlRequest("GET", server.url), count: 16)
    let outcomes = try CurlMulti().perform(requests, concurrency: 16)
    #expect(outcomes.count == 16)
    #expect(outcomes.allSatisfy { (try? $0.get().status) == 200 })
    #expect(server.connectionCount == 16)
  }

  @Test(arguments: [1, 3])
  func `no more requests than allowed are in flight`(limit: Int) throws {
    let server = try LoopbackServer { _ in .keepingAlive(responseText()) }
    defer { server.stop() }
    let requests = Array(repeating: CurlRequest("GET", server.url), count: 30)
    #expect(
      try CurlMulti().perform(requests, concurrency: limit).allSatisfy { (try? $0.get().status) == 200 })
    #expect(server.connectionCount <= limit)
  }

  @Test func `results come in the order of the requests, failures included`() async throws {
    let server = try LoopbackServer { request in
      let line = request.lines.first ?? ""
      return line.contains("/7 ") ? .closing("") : .keepingAlive(responseText(body: line))
    }
    defer { server.stop() }
    var requests = (0..<40).map { CurlRequest("GET", "\(server.url)/\($0)") }
    requests[9] = CurlRequest("GET", "not a url")
    let outcomes = try await CurlMulti().responses(to: requests, concurrency: 8)
    for (number, got) in outcomes.enumerated() {
      switch (number, got) {
      case (7, .failure(let error)): #expect(error.code == .connectionLost)
      case (9, .failure(let error)): #expect(error.code == .invalidRequest)
      case (_, .success(let response)): #expect(response.text == "GET /\(number) HTTP/1.1")
      case (_, .failure(let error)): Issue.record("request \(number): \(error)")
      }
    }
  }

  @Test func `a stream continues while there is a next request`() async throws {
    let server = try LoopbackServer { _ in .keepingAlive(responseText()) }
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

  @Test func `no requests give no results`() throws {
    #expect(try CurlMulti().perform([], concurrency: 8).isEmpty)
  }
}
