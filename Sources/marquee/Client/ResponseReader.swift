/// Reads one response from a connection (RFC 9112 §4 to §7), with limits.
struct ResponseReader {
  /// The largest size of status line and fields, trailers included, in bytes.
  private static let maximumHeadBytes = 1 << 16
  private static let maximumBodyBytes = 64 << 20
  /// The largest number of interim responses before the final one.
  private static let maximumInterimResponses = 16

  private let socket: ClientSocket
  private var buffer: [UInt8] = []
  private var position = 0
  /// The bytes that head or trailers may still take.
  private var remainingHeadBytes = maximumHeadBytes
  /// Whether any byte was received.
  private var hasBegun = false

  static func response(from socket: ClientSocket) throws(TransportError) -> ClientResponse {
    var reader = ResponseReader(socket)
    return try reader.response()
  }

  private init(_ socket: ClientSocket) { self.socket = socket }

  private mutating func response() throws(TransportError) -> ClientResponse {
    for _ in 0...Self.maximumInterimResponses {
      var response = ClientResponse(status: try statusLine(), fields: try fields())
      if (100..<200).contains(response.status) { continue }
      response.body = try body(of: response)
      return response
    }
    throw Self.notHTTP
  }

  private static let notHTTP = TransportError("the response is not HTTP")

  // MARK: Head

  /// `HTTP/1.1 200 OK`
  private mutating func statusLine() throws(TransportError) -> Int {
    let line = try line()
    let code = line.dropFirst(9).prefix(3)
    guard line.starts(with: "HTTP/1.".utf8), code.count == 3, line.count == 12 || line[12] == 0x20,
      let status = Self.number(code, radix: 10), (100..<600).contains(status)
    else { throw Self.notHTTP }
    return status
  }

  private mutating func fields() throws(TransportError) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    while case let line = try line(), !line.isEmpty {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { throw Self.notHTTP }
      let value = line[(colon + 1)...].drop(while: Self.isBlank)
      let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
      fields.append(
        (
          String(decoding: line[..<colon], as: UTF8.self),
          String(decoding: value[value.startIndex..<end], as: UTF8.self)
        ))
    }
    return fields
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Reads a line, without its line end.
  private mutating func line() throws(TransportError) -> [UInt8] {
    var line: [UInt8] = []
    while true {
      guard try fill() else {
        throw hasBegun ? Self.incomplete : TransportError("the server sent no response")
      }
      let rest = buffer[position...]
      let end = rest.firstIndex(of: 0x0A)
      let part = rest[..<(end ?? rest.endIndex)]
      remainingHeadBytes -= part.count + 1
      guard remainingHeadBytes >= 0 else { throw TransportError("the head of the response is too long") }
      line += part
      position = end.map { $0 + 1 } ?? rest.endIndex
      if end != nil {
        if line.last == 0x0D { line.removeLast() }
        return line
      }
    }
  }

  // MARK: Body

  private static let incomplete = TransportError("the response is incomplete")

  /// Reads the body, whose length the fields define (RFC 9112 §6.3).
  private mutating func body(of response: ClientResponse) throws(TransportError) -> [UInt8] {
    if response.status == 204 || response.status == 304 { return [] }
    var body: [UInt8] = []
    if let coding = response.value(of: "Transfer-Encoding") {
      guard coding.lowercased() == "chunked" else {
        throw TransportError("the response has the unknown coding \(coding.debugDescription)")
      }
      while case let size = try chunkSize(), size > 0 {
        try take(size, to: &body)
        guard try line().isEmpty else { throw Self.notHTTP }
      }
      _ = try fields()
    } else if let length = response.value(of: "Content-Length") {
      guard let count = Self.number(length.utf8, radix: 10) else { throw Self.notHTTP }
      try take(count, to: &body)
    } else {
      while try fill() { try take(buffer.count - position, to: &body) }
    }
    return body
  }

  /// `chunk-size [ chunk-ext ]` (RFC 9112 §7.1)
  private mutating func chunkSize() throws(TransportError) -> Int {
    // A body can have any number of chunks, so each chunk has the whole limit.
    remainingHeadBytes = Self.maximumHeadBytes
    let digits = try line().prefix { $0 != UInt8(ascii: ";") && !Self.isBlank($0) }
    guard let size = Self.number(digits, radix: 16) else { throw Self.notHTTP }
    return size
  }

  private mutating func take(_ count: Int, to body: inout [UInt8]) throws(TransportError) {
    guard count <= Self.maximumBodyBytes - body.count else {
      throw TransportError("the response has more than \(Self.maximumBodyBytes >> 20) MiB")
    }
    var left = count
    while left > 0 {
      guard try fill() else { throw Self.incomplete }
      let amount = min(left, buffer.count - position)
      body += buffer[position..<position + amount]
      position += amount
      left -= amount
    }
  }

  /// Parses digits without a sign; nil for other characters or a number that is too large.
  private static func number(_ digits: some Collection<UInt8>, radix: Int) -> Int? {
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: radix)
  }

  /// Receives bytes if the buffer is empty.
  /// - Returns: false at the end of the connection.
  private mutating func fill() throws(TransportError) -> Bool {
    if position < buffer.count { return true }
    buffer = try socket.receive()
    position = 0
    hasBegun = hasBegun || !buffer.isEmpty
    return !buffer.isEmpty
  }
}
