/// The answers in what a client received, read as a client reads them.
struct ReceivedAnswers {
  /// What was asked: `number` stands in the field Number of its answer; nil for what was no request.
  struct Question {
    var number: Int?
    var isHead: Bool
  }

  private(set) var count = 0
  /// Whether the last one is there to its end.
  private(set) var isComplete = true

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8], to questions: [Question]) {
    rest = bytes[...]
    while !rest.isEmpty {
      guard let head = takeHead() else {
        isComplete = false
        return
      }
      if head.status == 100 { continue }
      require(count < questions.count, "an answer to nothing")
      let question = questions[count]
      require(head.number == question.number, "answer \(count) is that of \(head.number ?? -1)")
      count += 1
      isComplete = takeBody(head, isHead: question.isHead)
      require(isComplete || rest.isEmpty, "bytes behind what is not complete")
      require(!head.closes || rest.isEmpty, "bytes behind the last answer")
    }
  }

  private struct Head {
    var status = 0
    var number: Int?
    var length: Int?
    var isChunked = false
    var closes = false
  }

  /// Up to the empty line; nil when that has not come.
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

  /// False when the end of the body has not come.
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
