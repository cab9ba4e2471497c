import Synchronization

/// A server that speaks as much of PostgreSQL's protocol as a transaction needs, and executes nothing.
final class CommitServer: Sendable {
  /// The server's behaviour besides transactions.
  struct Script: Sendable {
    /// The answer to SSLRequest.
    var encryption = "N"
    /// Whether COMMIT is answered with ROLLBACK, as after an error in the transaction.
    var failsCommits = false
    /// The bytes of a notice before each `CommandComplete`.
    var noticeBytes = 0
    /// Whether the connection ends instead of the answer to COMMIT.
    var endsAtCommit = false
  }

  private final class Log: Sendable {
    let committed = Mutex<[String]>([])
  }

  private let server: ThreadedServer
  private let log: Log

  init(_ script: Script = Script()) throws {
    let log = Log()
    self.log = log
    server = try ThreadedServer { peer in
      var session = Session(peer, script) { texts in log.committed.withLock { $0 += texts } }
      session.run()
    }
  }

  deinit { server.stop() }

  var port: UInt16 { server.port }
  var ended: Int { server.ended }
  /// The statements of the committed transactions.
  var committed: [String] { log.committed.withLock(\.self) }

  /// A message with a type and a length.
  static func message(_ type: String, _ body: [UInt8] = []) -> [UInt8] {
    Array(type.utf8) + bigEndian(body.count + 4) + body
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private struct Session {
    private let peer: ThreadedServer.Peer
    private let script: Script
    private let commit: ([String]) -> Void
    private var input: [UInt8] = []
    /// The answers that wait for Sync.
    private var output: [UInt8] = []
    private var statements: [String] = []
    private var isInBlock = false

    init(_ peer: ThreadedServer.Peer, _ script: Script, _ commit: @escaping ([String]) -> Void) {
      (self.peer, self.script, self.commit) = (peer, script, commit)
    }

    mutating func run() {
      guard var code = startup() else { return }
      if code == 80_877_103 {
        peer.send(Array(script.encryption.utf8))
        if script.encryption != "N" {
          // An encrypted connection is an echo here.
          while let bytes = peer.receive() { peer.send(bytes) }
          return
        }
        guard let next = startup() else { return }
        code = next
      }
      guard code == 3 << 16 else { return }
      peer.send(message("R", [0, 0, 0, 0]) + ready)
      while let type = take(1), let length = number(), let body = take(length - 4) {
        guard handle(type, body) else { return }
      }
    }

    private mutating func startup() -> Int? {
      guard let length = number(), let body = take(length - 4) else { return nil }
      return body.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func number() -> Int? { take(4)?.reduce(0) { $0 << 8 | Int($1) } }

    private mutating func take(_ count: Int) -> [UInt8]? {
      while input.count < count {
        guard let bytes = peer.receive() else { return nil }
        input += bytes
      }
      defer { input.removeFirst(count) }
      return Array(input[..<count])
    }

    /// - Returns: false to end the connection.
    private mutating func handle(_ type: [UInt8], _ body: [UInt8]) -> Bool {
      switch String(decoding: type, as: UTF8.self) {
      case "Q":
        guard let answer = execute(text(body[...])) else { return false }
        if !isInBlock { end() }
        peer.send(answer + ready)
      case "P":
        guard let answer = execute(text(body.drop { $0 != 0 }.dropFirst())) else { return false }
        output += message("1") + message("2") + answer
      case "S":
        if !isInBlock { end() }
        peer.send(output + ready)
        output = []
      default: break
      }
      return true
    }

    /// - Returns: the answer; nil to end the connection.
    private mutating func execute(_ text: String) -> [UInt8]? {
      let noticeBody = [UInt8](repeating: 1, count: script.noticeBytes)
      let notice = noticeBody.isEmpty ? [] : message("N", noticeBody)
      var tag = text
      switch text {
      case _ where text.hasPrefix("BEGIN"): isInBlock = true
      case "COMMIT":
        if script.endsAtCommit { return nil }
        if script.failsCommits { (tag, statements) = ("ROLLBACK", []) }
        isInBlock = false
        end()
      default: statements.append(text)
      }
      return notice + message("C", Array(tag.utf8) + [0])
    }

    private mutating func end() {
      commit(statements)
      statements = []
    }

    private var ready: [UInt8] { message("Z", Array((isInBlock ? "T" : "I").utf8)) }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

private func message(_ type: String, _ body: [UInt8] = []) -> [UInt8] { CommitServer.message(type, body) }
