import Eventually
import RawClient
import Testing

@testable import FaultInjection

@Suite struct CommitCutTests {
  /// A server, and a proxy in front of it.
  private struct Pair {
    let server: CommitServer
    let proxy: FaultProxy

    init(_ script: CommitServer.Script = CommitServer.Script()) throws {
      server = try CommitServer(script)
      proxy = try FaultProxy(to: server.port)
    }

    func client(sendsBytes: Bool = false) throws -> CommitClient {
      try #require(CommitClient(port: proxy.port, sendsBytes: sendsBytes))
    }

    /// Runs a transaction that must pass.
    func expectPass(_ style: CommitClient.Style, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let client = try client()
      let (commit, answer) = try #require(client.begin(style))
      #expect(client.exchange(commit, for: answer), sourceLocation: sourceLocation)
    }

    /// Runs a transaction that must be cut.
    /// - Returns: the part of the answer to the commit that the client has received.
    func expectCut(_ style: CommitClient.Style, sendsBytes: Bool = false) throws -> (
      received: [UInt8], answer: [UInt8]
    ) {
      let client = try client(sendsBytes: sendsBytes)
      let (commit, answer) = try #require(client.begin(style))
      client.client.forget()
      let isSent = client.send(commit)
      _ = client.client.receiveAll()
      // The kernel reports a reset once.
      #expect(client.client.ending == (isSent ? .reset : .end))
      return (client.client.received, answer)
    }
  }

  private static func written(_ style: CommitClient.Style) -> [String] {
    [style == .with ? CommitClient.with : CommitClient.update]
  }

  @Test(arguments: CommitClient.Style.allCases, [false, true])
  func `after the commit, the client does not hear of it`(_ style: CommitClient.Style, _ sendsBytes: Bool)
    throws
  {
    let pair = try Pair()
    pair.proxy.arm(.afterCommit)
    #expect(try pair.expectCut(style, sendsBytes: sendsBytes).received == [])
    #expect(pair.server.committed == Self.written(style))
    try pair.expectPass(style)
    #expect(pair.proxy.counters.cuts == [.afterCommit: 1])
    #expect(pair.proxy.counters.commits == 2)
  }

  @Test(arguments: CommitClient.Style.allCases, [false, true])
  func `before the commit, the server does not hear of it`(_ style: CommitClient.Style, _ sendsBytes: Bool)
    throws
  {
    let pair = try Pair()
    pair.proxy.arm(.beforeCommit)
    _ = try pair.expectCut(style, sendsBytes: sendsBytes)
    #expect(eventually { pair.server.ended == 1 })
    #expect(pair.server.committed == [])
    try pair.expectPass(style)
    #expect(pair.server.committed == Self.written(style))
    #expect(pair.proxy.counters.cuts == [.beforeCommit: 1])
  }

  @Test(arguments: CommitClient.Style.allCases, [false, true])
  func `in the middle of the answer, the client receives one half`(
    _ style: CommitClient.Style, _ sendsBytes: Bool
  ) throws {
    let pair = try Pair()
    pair.proxy.arm(.midAnswer)
    let (received, answer) = try pair.expectCut(style, sendsBytes: sendsBytes)
    #expect(received == Array(answer.prefix(answer.count / 2)))
    #expect(pair.server.committed == Self.written(style))
    #expect(pair.proxy.counters.cuts == [.midAnswer: 1])
  }

  @Test func `cuts happen in the order in which they were armed`() throws {
    let pair = try Pair()
    pair.proxy.arm(.beforeCommit, times: 2)
    pair.proxy.arm(.afterCommit)
    #expect(pair.proxy.armed == [.beforeCommit, .beforeCommit, .afterCommit])
    for _ in 0..<3 { _ = try pair.expectCut(.update) }
    #expect(pair.proxy.armed == [])
    #expect(pair.proxy.counters.cuts == [.beforeCommit: 2, .afterCommit: 1])
    #expect(pair.server.committed == [CommitClient.update])
    try pair.expectPass(.update)
  }

  @Test func `only the end of a write transaction is cut`() throws {
    let pair = try Pair()
    pair.proxy.arm(.afterCommit)
    let client = try pair.client()
    for text in ["SELECT revision FROM marquee_head", "INSERT INTO marquee_exposure VALUES (1)"] {
      #expect(client.exchange(CommitClient.query(text), for: CommitClient.queryAnswer(text, "I")))
      #expect(
        client.exchange(CommitClient.pipeline(text), for: CommitClient.pipelineAnswer(text, status: "I")))
    }
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    #expect(client.exchange(CommitClient.query(begin), for: CommitClient.queryAnswer(begin, "T")))
    #expect(client.exchange(CommitClient.query("COMMIT"), for: CommitClient.queryAnswer("COMMIT", "I")))
    #expect(pair.proxy.counters.commits == 0)
    #expect(pair.proxy.armed == [.afterCommit])
  }

  @Test func `a commit that fails is delivered, and the next one is cut`() throws {
    var script = CommitServer.Script()
    script.failsCommits = true
    let pair = try Pair(script)
    pair.proxy.arm(.afterCommit)
    let client = try pair.client()
    let (commit, _) = try #require(client.begin(.queries))
    #expect(client.exchange(commit, for: CommitClient.queryAnswer("ROLLBACK", "I")))
    #expect(pair.proxy.counters.cuts == [:])
    #expect(pair.proxy.armed == [.afterCommit])
    #expect(try pair.expectCut(.update).received == [])
  }

  @Test func `a cut waits for the next commit if the server ends the connection`() throws {
    var script = CommitServer.Script()
    script.endsAtCommit = true
    let pair = try Pair(script)
    pair.proxy.arm(.midAnswer)
    let client = try pair.client()
    let (commit, _) = try #require(client.begin(.queries))
    client.client.forget()
    client.send(commit)
    #expect(client.client.receiveAll() == "")
    #expect(client.client.ending == .end)
    #expect(pair.proxy.armed == [.midAnswer])
    #expect(pair.proxy.counters.cuts == [:])
  }

  @Test func `an answer that is too large is delivered`() throws {
    var script = CommitServer.Script()
    script.noticeBytes = 300_000
    let pair = try Pair(script)
    pair.proxy.arm(.afterCommit)
    let client = try pair.client()
    client.send(CommitClient.query(CommitClient.update))
    #expect(client.client.receive(exactly: 15 + 300_005))
    #expect(pair.proxy.armed == [.afterCommit])
  }

  @Test(arguments: FaultProxy.Cut.allCases)
  func `no client connects again after a cut that refuses`(_ cut: FaultProxy.Cut) throws {
    let pair = try Pair()
    pair.proxy.arm(cut, thenRefuse: true)
    let (received, answer) = try pair.expectCut(.update)
    #expect(received == (cut == .midAnswer ? Array(answer.prefix(answer.count / 2)) : []))
    #expect(pair.proxy.mode == .refuse)
    // The kernel may complete a connection that comes before the port is closed; the proxy does not accept it.
    #expect(eventually { CommitClient(port: pair.proxy.port, sendsBytes: false) == nil })
    #expect(pair.proxy.counters.accepted == 1)
    try pair.proxy.set(.pass)
    try pair.expectPass(.update)
  }

  @Test func `disarm cancels the cuts`() throws {
    let pair = try Pair()
    pair.proxy.arm(.beforeCommit, times: 5)
    pair.proxy.disarm()
    try pair.expectPass(.pipelines)
    #expect(pair.proxy.counters.cuts == [:])
  }

  @Test func `cuts work with a delay`() throws {
    let pair = try Pair()
    try pair.proxy.set(.delay(milliseconds: 5))
    pair.proxy.arm(.midAnswer)
    let (received, answer) = try pair.expectCut(.queries)
    #expect(received == Array(answer.prefix(answer.count / 2)))
  }

  @Test func `a client whose encryption is refused is watched`() throws {
    let pair = try Pair()
    let client = try #require(TestClient(port: Int(pair.proxy.port)))
    let request = CommitServer.bigEndian(8) + CommitServer.bigEndian(80_877_103)
    client.send(request)
    #expect(client.take(1) == "N")
    pair.proxy.arm(.afterCommit)
    client.send(CommitClient.startup)
    #expect(client.take(15) != nil)
    client.send(CommitClient.query(CommitClient.update))
    #expect(client.receiveAll() == "")
    #expect(client.ending == .reset)
    #expect(pair.proxy.counters.opaque == 0)
  }

  @Test func `an encrypted connection passes and is counted`() throws {
    var script = CommitServer.Script()
    script.encryption = "S"
    let pair = try Pair(script)
    pair.proxy.arm(.afterCommit)
    let client = try #require(TestClient(port: Int(pair.proxy.port)))
    client.send(CommitServer.bigEndian(8) + CommitServer.bigEndian(80_877_103))
    #expect(client.take(1) == "S")
    let secret = CommitClient.query(CommitClient.update)
    client.send(secret)
    #expect(client.take(secret.count) == String(decoding: secret, as: UTF8.self))
    #expect(pair.proxy.counters.opaque == 1)
    #expect(pair.proxy.counters.cuts == [:])
  }
}
