import RawClient

/// A client that speaks as much of PostgreSQL's protocol as a transaction needs.
struct CommitClient {
  /// The ways to send a transaction.
  enum Style: CaseIterable, Sendable {
    /// Each statement of a block is a Query.
    case queries
    /// Each statement of a block is a pipeline of its own.
    case pipelines
    /// The block is one pipeline.
    case onePipeline
    /// The transaction is one UPDATE in a pipeline.
    case update
    /// The transaction is one WITH in a Query.
    case with
  }

  static let update = "UPDATE marquee_head SET revision = revision + 1"
  static let with =
    "WITH head AS (\(update) RETURNING revision) INSERT INTO marquee_change SELECT * FROM head"
  /// The server's answer to the startup.
  private static let welcome = message("R", [0, 0, 0, 0]) + ready("I")

  let client: TestClient
  /// Whether each byte is sent alone.
  private let sendsBytes: Bool

  /// Connects and starts a session.
  init?(port: UInt16, sendsBytes: Bool = false) {
    guard let client = TestClient(port: Int(port)) else { return nil }
    self.client = client
    self.sendsBytes = sendsBytes
    guard exchange(Self.startup, for: Self.welcome) else { return nil }
  }

  static let startup: [UInt8] = {
    let body = CommitServer.bigEndian(3 << 16) + Array("user\0a\0\0".utf8)
    return CommitServer.bigEndian(body.count + 4) + body
  }()

  static func query(_ text: String) -> [UInt8] { message("Q", Array("\(text)\0".utf8)) }

  static func pipeline(_ texts: String...) -> [UInt8] {
    texts.flatMap { text in
      message("P", Array("\0\(text)\0".utf8) + [0, 0]) + message("B", [0, 0, 0, 0, 0, 0, 0, 0])
        + message("E", [0, 0, 0, 0, 0])
    } + message("S")
  }

  /// The server's answer to a Query.
  static func queryAnswer(_ tag: String, _ status: String) -> [UInt8] {
    message("C", Array("\(tag)\0".utf8)) + ready(status)
  }

  /// The server's answer to a pipeline.
  static func pipelineAnswer(_ tags: String..., status: String) -> [UInt8] {
    tags.flatMap { message("1") + message("2") + message("C", Array("\($0)\0".utf8)) } + ready(status)
  }

  /// - Returns: false if the connection is broken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    sendsBytes ? bytes.allSatisfy { client.send([$0]) } : client.send(bytes)
  }

  /// Sends bytes and receives as many as are expected.
  /// - Returns: whether they are the expected ones.
  func exchange(_ bytes: [UInt8], for answer: [UInt8]) -> Bool {
    send(bytes)
    client.forget()
    return client.receive(exactly: answer.count) && client.received == answer
  }

  /// Runs a transaction up to the request that commits it.
  /// - Returns: that request, and its answer; nil if an earlier answer is not the expected one.
  func begin(_ style: Style) -> (commit: [UInt8], answer: [UInt8])? {
    let update = Self.update
    switch style {
    case .queries:
      guard exchange(Self.query("BEGIN"), for: Self.queryAnswer("BEGIN", "T")),
        exchange(Self.query(update), for: Self.queryAnswer(update, "T"))
      else { return nil }
      return (Self.query("COMMIT"), Self.queryAnswer("COMMIT", "I"))
    case .pipelines:
      guard exchange(Self.pipeline("BEGIN"), for: Self.pipelineAnswer("BEGIN", status: "T")),
        exchange(Self.pipeline(update), for: Self.pipelineAnswer(update, status: "T"))
      else { return nil }
      return (Self.pipeline("COMMIT"), Self.pipelineAnswer("COMMIT", status: "I"))
    case .onePipeline:
      return (
        Self.pipeline("BEGIN", update, "COMMIT"),
        Self.pipelineAnswer("BEGIN", update, "COMMIT", status: "I")
      )
    case .update: return (Self.pipeline(update), Self.pipelineAnswer(update, status: "I"))
    case .with: return (Self.query(Self.with), Self.queryAnswer(Self.with, "I"))
    }
  }

  private static func message(_ type: String, _ body: [UInt8] = []) -> [UInt8] {
    CommitServer.message(type, body)
  }

  private static func ready(_ status: String) -> [UInt8] { message("Z", Array(status.utf8)) }
}
