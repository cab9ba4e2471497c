/// Follows the messages of one PostgreSQL connection, and cuts it at the end of a write transaction.
///
/// Only the text of `Query` and `Parse` is known: a named statement that was parsed before is not noticed when it runs
/// again. An encrypted connection cannot be read.
struct CommitWatch {
  /// The handling of bytes from the client.
  enum ClientDecision {
    case forward
    /// Resets both connections. The bytes are not forwarded.
    case cut
  }

  /// The handling of bytes from the server.
  enum ServerDecision {
    case deliver([UInt8])
    /// Delivers these bytes and then resets both connections.
    case cut(FaultProxy.Cut, [UInt8])
  }

  /// A request of the client that the server ends with `ReadyForQuery`.
  private struct Request {
    let isSync: Bool
    var cut: FaultProxy.Cut?
  }

  /// The part of a pipeline since the last `Sync`.
  private struct Pipeline {
    var isEmpty = true
    var writesHead = false
    var cut: FaultProxy.Cut?
  }

  private enum Block { case none, readOnly, readWrite }

  /// The largest answer to a commit. A half of it fits into a receive buffer, so a reset does not overtake it.
  private static let answerLimit = 65536

  private var client = MessageScanner(.startup)
  private var server = MessageScanner(.typed)
  private var block = Block.none
  private var pipeline = Pipeline()
  /// The requests without an answer, oldest first.
  private var requests: [Request] = []
  /// Whether the first `ReadyForQuery`, which answers no request, has arrived.
  private var isReady = false
  /// The answer to a commit, as far as it has arrived.
  private var held: [UInt8] = []
  private var answerFailed = false

  /// Whether the messages cannot be read.
  var isOpaque: Bool { client.phase == .opaque || server.phase == .opaque }

  /// The cuts that wait for the answer to a commit.
  private var pendingCuts: [FaultProxy.Cut] { (requests.map(\.cut) + [pipeline.cut]).compactMap(\.self) }

  /// Reads a chunk from the client.
  mutating func readFromClient(_ chunk: [UInt8], _ control: ProxyControl) -> ClientDecision {
    guard !isOpaque else { return .forward }
    for message in client.messages(in: chunk) {
      switch message.type {
      case 0:
        if StartupCode(message.body) == .encryption { server.phase = .negotiation }
      case UInt8(ascii: "Q"):
        let cut = commits(TransactionStatement(text(message.body[...]))) ? control.takeCut() : nil
        if cut == .beforeCommit { return .cut }
        requests.append(Request(isSync: false, cut: cut))
      case UInt8(ascii: "P"):
        pipeline.isEmpty = false
        let sql = message.body.drop { $0 != 0 }.dropFirst()
        parse(TransactionStatement(text(sql)), control)
        if takeCutBeforeCommit() { return .cut }
      case UInt8(ascii: "S"):
        // Sync ends the implicit transaction of a pipeline, but not a block of BEGIN and COMMIT.
        if pipeline.writesHead, block == .none, pipeline.cut == nil { pipeline.cut = control.takeCut() }
        if takeCutBeforeCommit() { return .cut }
        requests.append(Request(isSync: true, cut: pipeline.cut))
        pipeline = Pipeline()
      case UInt8(ascii: "F"): requests.append(Request(isSync: false))
      default: break
      }
    }
    return .forward
  }

  /// Reads a chunk from the server.
  mutating func readFromServer(_ chunk: [UInt8], _ control: ProxyControl) -> ServerDecision {
    guard !isOpaque else { return .deliver(releaseAnswer(control) + chunk) }
    var delivered: [UInt8] = []
    var index = 0
    for message in server.messages(in: chunk) {
      pass(chunk[index..<message.end], &delivered)
      index = message.end
      switch message.type {
      case UInt8(ascii: "E"): answerFailed = true
      case UInt8(ascii: "C") where message.body.starts(with: "ROLLBACK".utf8): answerFailed = true
      case UInt8(ascii: "G"):
        // While data is copied in, the server ignores the Sync that has followed Execute.
        if requests.first?.isSync == true { requests.removeFirst() }
      case UInt8(ascii: "Z"):
        let status = message.body.first
        if let cut = endAnswer(status) {
          guard !answerFailed, status == UInt8(ascii: "I") else {
            control.returnCut(cut)
            delivered += held
            held = []
            break
          }
          return .cut(cut, delivered + (cut == .midAnswer ? held.prefix(held.count / 2) : []))
        }
      default: break
      }
      if message.type == UInt8(ascii: "Z") { answerFailed = false }
    }
    pass(chunk[index...], &delivered)
    if held.count > Self.answerLimit { delivered += releaseAnswer(control) }
    return .deliver(delivered)
  }

  /// Ends the wait for the rest of an answer.
  /// - Returns: the bytes that were held.
  mutating func releaseAnswer(_ control: ProxyControl) -> [UInt8] {
    defer { held = [] }
    pendingCuts.forEach(control.returnCut)
    for index in requests.indices { requests[index].cut = nil }
    pipeline.cut = nil
    return held
  }

  /// Delivers bytes, or holds them if they belong to the answer to a commit.
  private mutating func pass(_ bytes: ArraySlice<UInt8>, _ delivered: inout [UInt8]) {
    let cut = requests.isEmpty ? pipeline.cut : requests.first?.cut
    if cut == nil { delivered += bytes } else { held += bytes }
  }

  /// Handles `ReadyForQuery`.
  /// - Returns: the cut of the request that it ends.
  private mutating func endAnswer(_ status: UInt8?) -> FaultProxy.Cut? {
    guard isReady else {
      isReady = true
      return nil
    }
    let cut = requests.isEmpty ? nil : requests.removeFirst().cut
    // The server's status is right even after several statements in one Query.
    if requests.isEmpty, pipeline.isEmpty {
      if status == UInt8(ascii: "I") { block = .none } else if block == .none { block = .readWrite }
    }
    return cut
  }

  /// Ends the pipeline if it is to be cut before its commit.
  private mutating func takeCutBeforeCommit() -> Bool {
    guard pipeline.cut == .beforeCommit else { return false }
    pipeline.cut = nil
    return true
  }

  /// Adds a statement to the pipeline.
  private mutating func parse(_ statement: TransactionStatement, _ control: ProxyControl) {
    if statement == .headWrite {
      pipeline.writesHead = true
      return
    }
    // The server commits when it executes the statement, before it reads Sync.
    if commits(statement), pipeline.cut == nil { pipeline.cut = control.takeCut() }
    if statement == .commit || statement == .rollback { pipeline.writesHead = false }
  }

  /// Whether a statement ends a write transaction. Follows the block of BEGIN and COMMIT.
  private mutating func commits(_ statement: TransactionStatement) -> Bool {
    switch statement {
    case .begin(let isReadOnly): block = isReadOnly ? .readOnly : .readWrite
    case .rollback: block = .none
    case .commit:
      defer { block = .none }
      return block != .readOnly
    case .headWrite: return block == .none
    case .other: break
    }
    return false
  }

  /// The text of a C string.
  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
