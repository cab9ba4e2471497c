/// Finds the offsets of values in a valid JSON text, in one pass.
struct JSONScanner {
  private let text: [UInt8]
  private var position: Int
  private var targets: [JSONDocument.Place] = []
  /// The offset of each target, or so far of the nearest value on its path.
  private var offsets: [Int] = []

  init(_ text: [UInt8]) {
    self.text = text
    position = text.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
  }

  mutating func offsets(of targets: [JSONDocument.Place]) -> [Int] {
    self.targets = targets
    skipSpace()
    offsets = Array(repeating: position, count: targets.count)
    visit(Array(targets.indices), depth: 0)
    return offsets
  }

  private var byte: UInt8? { position < text.count ? text[position] : nil }

  /// Moves behind a value, and finds the targets in it.
  /// - Parameter depth: the number of tokens that lead to the value.
  private mutating func visit(_ targets: [Int], depth: Int) {
    let inner = targets.filter { self.targets[$0].pointer.tokens.count > depth }
    switch byte {
    case UInt8(ascii: "{") where !inner.isEmpty: visitMembers(inner, depth: depth)
    case UInt8(ascii: "[") where !inner.isEmpty: visitElements(inner, depth: depth)
    default: skipValue()
    }
  }

  /// Of several members with the same name, the last one counts.
  private mutating func visitMembers(_ targets: [Int], depth: Int) {
    let byName = Dictionary(grouping: targets) { ExactString(self.targets[$0].pointer.tokens[depth]) }
    position += 1
    skipSpace()
    while byte == UInt8(ascii: "\"") {
      let start = position
      skipString()
      let matching = byName[ExactString(name(in: start..<position))] ?? []
      skipSpace()
      position += 1
      skipSpace()
      for target in matching { offsets[target] = self.targets[target].anchor == .name ? start : position }
      visit(matching, depth: depth + 1)
      skipSeparator()
    }
    position += 1
  }

  private mutating func visitElements(_ targets: [Int], depth: Int) {
    var byIndex: [Int: [Int]] = [:]
    for target in targets {
      guard let index = JSONPointer.arrayIndex(self.targets[target].pointer.tokens[depth]) else { continue }
      byIndex[index, default: []].append(target)
    }
    position += 1
    skipSpace()
    var index = 0
    while let byte, byte != UInt8(ascii: "]") {
      let matching = byIndex[index] ?? []
      for target in matching { offsets[target] = position }
      visit(matching, depth: depth + 1)
      skipSeparator()
      index += 1
    }
    position += 1
  }

  /// The name in a quoted source. Decodes only names with escapes.
  private func name(in range: Range<Int>) -> String {
    let inner = text[range].dropFirst().dropLast()
    if inner.contains(UInt8(ascii: "\\")),
      case .string(let decoded)? = try? JSONParser.parse(Array(text[range]))
    {
      return decoded
    }
    return String(decoding: inner, as: UTF8.self)
  }

  private mutating func skipSeparator() {
    skipSpace()
    if byte == UInt8(ascii: ",") { position += 1 }
    skipSpace()
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        position += 1
      case UInt8(ascii: ","):
        if depth == 0 { return }
        position += 1
      default:
        position += 1
      }
      if depth == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        return
      }
    }
  }

  private mutating func skipString() {
    position += 1
    while let byte {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }
}
