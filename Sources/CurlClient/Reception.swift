/// What has come of an answer so far, in the pieces in which libcurl hands it over: the head line by line,
/// the body in blocks.
struct Reception {
  /// Beyond this many bytes of fields, interim answers included, an answer is given up. Older builds of
  /// libcurl bound a single line only, newer ones stop at 300 KiB without a code of its own for it.
  static let fieldLimit = 256 << 10

  private let bodyLimit: Int
  private var fieldBytes = 0
  private var fields: [CurlField] = []
  private var trailers: [CurlField] = []
  private var body: [UInt8] = []
  private var isPastHead = false
  /// Whether a limit was passed, and the transfer broken off for that.
  private(set) var isTooLarge = false

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// Takes a line of the head or of the trailers, its line break included.
  /// - Returns: false to break off.
  mutating func takeLine(_ bytes: some Collection<UInt8>) -> Bool {
    fieldBytes += bytes.count
    guard fieldBytes <= Self.fieldLimit else {
      isTooLarge = true
      return false
    }
    let line = trimmed(bytes)
    if bytes.starts(with: "HTTP/".utf8) {
      // A status line. What stood before it was an interim answer (RFC 9110 §15.2).
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

  /// Takes a block of the body.
  /// - Returns: false to break off.
  mutating func takeBody(_ bytes: some Collection<UInt8>) -> Bool {
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
      // obs-fold counts as one space (RFC 9112 §5.2).
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

/// Without the white space and line breaks at both ends.
private func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> [UInt8] {
  let front = bytes.drop(while: isSpace)
  var all = Array(front)
  while let last = all.last, isSpace(last) { all.removeLast() }
  return all
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
