/// Parses the responses that a client received.
struct ReceivedResponses {
  /// A request that a response is expected for.
  struct SentRequest {
    /// The value of the response's Number field; nil for a malformed request.
    var number: Int?
    var isHead: Bool
  }

  private(set) var count = 0
  /// Whether the last response is complete.
  private(set) var isComplete = true

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8], to requests: [SentRequest]) {
    rest = bytes[...]
    while !rest.isEmpty {
      guard let head = takeHead() else {
        isComplete = false
        return
      }
      if head.status == 100 { continue }
      require(count < requests.count, "a response without a request")
      let request = requests[count]
      require(head.number == request.number, "response \(count) belongs to request \(head.number ?? -1)")
      count += 1
      isComplete = takeBody(head, isHead: request.isHead)
      require(isComplete || rest.isEmpty, "bytes after an incomplete response")
      require(!head.closes || rest.isEmpty, "bytes after the last response")
    }
  }

  private struct Head {
    var status = 0
    var number: Int?
    var length: Int?
    var isChunked = false
    var closes = false
  }

  /// Removes the head up to the empty line; nil if it is incomplete.
  private mutating func takeHead() -> Head? {
    var head = Head()
    var isFirst = true
    while let line = takeLine() {
      if line.isEmpty { return head }
      if isFirst {
        require(line.hasPrefix("HTTP/1.1 "), "no status line: \(line)")
        head.status = Int(line.dropFirst(9).prefix(3)) ?? 0
        isFirst = false
        continue
      }
      let parts = line.split(separator: ": ", maxSplits: 1)
      let value = parts.count == 2 ? String(parts[1]) : ""
      switch parts.first {
      case "Number": head.number = Int(value)
      case "Content-Length": head.length = Int(value)
      case "Transfer-Encoding": head.isChunked = value == "chunked"
      case "Connection": head.closes = value == "close"
      default: break
      }
    }
    return nil
  }

  /// Removes the body. Returns false if it is incomplete.
  private mutating func takeBody(_ head: Head, isHead: Bool) -> Bool {
    if isHead || head.status == 204 || head.status == 304 { return true }
    if let length = head.length {
      let isWhole = rest.count >= length
      rest = rest.dropFirst(length)
      return isWhole
    }
    if head.isChunked {
      while let line = takeLine() {
        guard let size = Int(line, radix: 16) else {
          require(false, "no chunk size: \(line)")
          return false
        }
        if size == 0 { return takeLine() == "" }
        guard rest.count >= size + 2 else {
          rest = []
          return false
        }
        rest = rest.dropFirst(size + 2)
      }
      rest = []
      return false
    }
    require(head.closes, "a body without an end")
    rest = []
    return true
  }

  private mutating func takeLine() -> String? {
    guard let end = rest.firstIndex(of: 0x0A) else {
      rest = []
      return nil
    }
    let line = rest[..<end]
    require(line.last == 0x0D, "a line feed alone")
    rest = rest[(end + 1)...]
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}
