/// Finds the messages of the PostgreSQL protocol in one direction of a connection ("Message Formats" in its manual).
struct MessageScanner {
  enum Phase {
    /// A client's packet without a type byte: StartupMessage, SSLRequest, GSSENCRequest or CancelRequest.
    case startup
    /// The server's single byte that answers SSLRequest or GSSENCRequest.
    case negotiation
    /// A type byte and a length.
    case typed
    /// Encrypted, or another protocol.
    case opaque
  }

  struct Message {
    /// 0 in the phase `startup`.
    let type: UInt8
    /// The first bytes after the length.
    let body: [UInt8]
    /// The index after the last byte in the chunk.
    let end: Int
  }

  /// The largest part of a body that is kept.
  private static let bodyLimit = 65536
  /// `MAX_STARTUP_PACKET_LENGTH` of the server.
  private static let startupLimit = 10000
  /// No message of PostgreSQL is larger than 1 GiB.
  private static let messageLimit = 1 << 30

  var phase: Phase
  private var header: [UInt8] = []
  private var body: [UInt8] = []
  /// The bytes of the body that have not arrived.
  private var missing = 0

  init(_ phase: Phase) { self.phase = phase }

  /// The messages that end in the chunk.
  mutating func messages(in chunk: [UInt8]) -> [Message] {
    var messages: [Message] = []
    var index = 0
    while index < chunk.count, phase != .opaque {
      if phase == .negotiation {
        index += 1
        phase = chunk[index - 1] == UInt8(ascii: "N") ? .typed : .opaque
        continue
      }
      let headerLength = phase == .startup ? 4 : 5
      if header.count < headerLength {
        header.append(chunk[index])
        index += 1
        if header.count == headerLength { readLength() }
      } else {
        let count = min(missing, chunk.count - index)
        body += chunk[index..<index + min(count, Self.bodyLimit - body.count)]
        missing -= count
        index += count
      }
      guard header.count == headerLength, missing == 0, phase != .opaque else { continue }
      let type = phase == .startup ? 0 : header[0]
      messages.append(Message(type: type, body: body, end: index))
      if phase == .startup { readStartupCode() }
      header = []
      body = []
    }
    return messages
  }

  private mutating func readLength() {
    let length = Int(bigEndian: header.suffix(4))
    let range = phase == .startup ? 8...Self.startupLimit : 4...Self.messageLimit
    if range.contains(length) { missing = length - 4 } else { phase = .opaque }
  }

  /// Changes the phase after a packet without a type byte.
  private mutating func readStartupCode() {
    switch StartupCode(body) {
    case .version3: phase = .typed
    case .unknown: phase = .opaque
    case .encryption, .cancel: break
    }
  }
}
