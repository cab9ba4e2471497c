import JSONText

/// Reads a JSON text that may be incomplete. It never fails: what it cannot read, it skips.
struct SourceTreeParser {
  private let text: [UInt8]
  private var offset = 0

  /// The greatest nesting depth of values. At a deeper value, the parser stops.
  private static let maximumDepth = 256

  init(_ text: [UInt8]) { self.text = text }

  private var byte: UInt8? { offset < text.count ? text[offset] : nil }

  mutating func value(depth: Int) -> SourceNode {
    skipSpace()
    let start = offset
    guard depth < Self.maximumDepth else {
      offset = text.count
      return SourceNode(content: .missing, range: start..<start)
    }
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""):
      let string = string()
      return SourceNode(content: .string(string), range: start..<offset)
    case let first? where SourceToken.isOfWord(first):
      while let byte, SourceToken.isOfWord(byte) { offset += 1 }
      let word = try? JSONDocument(Array(text[start..<offset])).value
      return SourceNode(content: .word(word), range: start..<offset)
    default: return SourceNode(content: .missing, range: start..<start)
    }
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    // A byte order mark may begin the text (RFC 8259 §8.1).
    if offset == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  private mutating func object(depth: Int) -> SourceNode {
    let start = offset
    offset += 1
    var members: [SourceNode.Member] = []
    while true {
      skipSpace()
      switch byte {
      case nil, UInt8(ascii: "]"):
        // A missing brace; the bracket belongs to an array around the object.
        return SourceNode(content: .object(members), range: start..<offset)
      case UInt8(ascii: "}"):
        offset += 1
        return SourceNode(content: .object(members), range: start..<offset)
      case UInt8(ascii: "\""): members.append(member(depth: depth))
      default: offset += 1
      }
    }
  }

  private mutating func member(depth: Int) -> SourceNode.Member {
    let start = offset
    let name = string()
    let nameRange = start..<offset
    skipSpace()
    guard byte == UInt8(ascii: ":") else {
      return SourceNode.Member(
        name: name, nameRange: nameRange, valueRegion: nil,
        value: SourceNode(content: .missing, range: offset..<offset))
    }
    offset += 1
    let valueStart = offset
    var value = value(depth: depth + 1)
    if case .string = value.content {
      let end = offset
      skipSpace()
      if byte == UInt8(ascii: ":") {
        // The string is the name of the next member, whose comma is missing: this one has no value yet.
        offset = value.range.lowerBound
        value = SourceNode(content: .missing, range: valueStart..<valueStart)
      } else {
        offset = end
      }
    }
    return SourceNode.Member(
      name: name, nameRange: nameRange, valueRegion: valueStart..<max(offset, valueStart), value: value)
  }

  private mutating func array(depth: Int) -> SourceNode {
    let start = offset
    offset += 1
    var elements: [SourceNode] = []
    while true {
      skipSpace()
      switch byte {
      case nil, UInt8(ascii: "}"): return SourceNode(content: .array(elements), range: start..<offset)
      case UInt8(ascii: "]"):
        offset += 1
        return SourceNode(content: .array(elements), range: start..<offset)
      default:
        let element = value(depth: depth + 1)
        if case .missing = element.content {
          offset = min(offset + 1, text.count)
        } else {
          elements.append(element)
        }
      }
    }
  }

  /// Reads a string. Without a closing quote, it ends with the line.
  private mutating func string() -> String {
    let start = offset
    offset += 1
    while let byte {
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return (try? JSONDocument(Array(text[start..<offset])).value)?.stringValue
          ?? raw(start + 1, offset - 1)
      }
      if byte == 0x0A || byte == 0x0D { break }
      offset += byte == UInt8(ascii: "\\") && offset + 1 < text.count ? 2 : 1
    }
    return raw(start + 1, offset)
  }

  private func raw(_ start: Int, _ end: Int) -> String {
    String(decoding: text[start..<max(start, end)], as: UTF8.self)
  }
}
