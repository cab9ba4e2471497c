/// The part of a response received so far. libcurl passes the head line by line and the body in blocks.
struct ReceivedResponse {
  /// The limit of all field lines in bytes, interim responses included. Older builds of libcurl limit only a single
  /// line; newer ones limit all to 300 KiB, without a specific error code.
  static let fieldLimit = 256 << 10

  private let bodyLimit: Int
  private var fieldBytes = 0
  private var fields: [CurlField] = []
  private var trailers: [CurlField] = []
  private var body: [UInt8] = []
  private var isPastHead = false
  /// Whether the transfer was aborted because of a limit.
  private(set) var isTooLarge = false

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// Appends a line of the head or of the trailers, with its line break. Returns false to abort the transfer.
  mutating func appendLine(_ bytes: some Collection<UInt8>) -> Bool {
    fieldBytes += bytes.count
    guard fieldBytes <= Self.fieldLimit else {
      isTooLarge = true
      return false
    }
    let line = trimmed(bytes)
    if bytes.starts(with: "HTTP/".utf8) {
      // A status line. The fields before it belong to an interim response (RFC 9110 §15.2).
      fields = []
      isPastHead = false
    } else if line.isEmpty {
      isPastHead = true
    } else if isPastHead {
      append(line, folded: isFolded(bytes), to: &trailers)
    } else {
      append(line, folded: isFolded(bytes), to: &fields)
    }
    return true
  }

  /// Appends a block of the body. Returns false to abort the transfer.
  mutating func appendBody(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count <= bodyLimit - body.count else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  consuming func response(status: Int, version: CurlHTTPVersion) -> CurlResponse {
    CurlResponse(status: status, version: version, fields: fields, trailers: trailers, body: body)
  }

  private func append<Line: Collection<UInt8>>(_ line: Line, folded: Bool, to fields: inout [CurlField]) {
    if folded, let last = fields.indices.last {
      // obs-fold is equivalent to one space (RFC 9112 §5.2).
      fields[last].value += " " + String(decoding: line, as: UTF8.self)
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      fields.append(CurlField(String(decoding: line, as: UTF8.self), ""))
      return
    }
    let name = line[..<colon]
    let value = trimmed(line[line.index(after: colon)...])
    fields.append(CurlField(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
  }

  private func isFolded(_ bytes: some Collection<UInt8>) -> Bool { bytes.first.map(isSpace) ?? false }
}

/// The bytes without white space and line breaks at both ends.
private func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> [UInt8] {
  let front = bytes.drop(while: isSpace)
  var result = Array(front)
  while let last = result.last, isSpace(last) { result.removeLast() }
  return result
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
