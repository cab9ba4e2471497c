import Foundation

/// The order of the members of JSON objects, which `JSONDecoder` does not tell.
struct MemberOrder {
  private var names: [String] = []
  private var members: [String: MemberOrder] = [:]
  private var elements: [MemberOrder] = []

  /// Reads the order from a JSON document; nil when it is not JSON in UTF-8.
  ///
  /// The document is read once. What is nested deeper than the maximum has no order.
  init?(_ data: Data, maximumDepth: Int = 64) {
    var reader = Reader(bytes: Array(data))
    guard let order = reader.value(depth: maximumDepth) else { return nil }
    self = order
  }

  private init() {}

  /// The order below a member.
  subscript(name: String) -> MemberOrder? { members[name] }

  /// The order below an element.
  subscript(index: Int) -> MemberOrder? { elements.indices.contains(index) ? elements[index] : nil }

  /// The order at a coding path.
  subscript(path: [any CodingKey]) -> MemberOrder? {
    var order: MemberOrder? = self
    for key in path { order = key.intValue.map { order?[$0] } ?? order?[key.stringValue] }
    return order
  }

  /// Returns names of members in their order. Those that are not known are sorted and at the end.
  func sorted(_ unsorted: some Collection<String>) -> [String] {
    let wanted = Set(unsorted)
    return names.filter(wanted.contains) + wanted.subtracting(names).sorted()
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    private mutating func skipWhitespace() {
      while let byte = byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ expected: Unicode.Scalar) -> Bool {
      skipWhitespace()
      guard byte == UInt8(ascii: expected) else { return false }
      position += 1
      return true
    }

    mutating func value(depth: Int) -> MemberOrder? {
      skipWhitespace()
      switch byte {
      case UInt8(ascii: "{") where depth > 0: return object(depth: depth - 1)
      case UInt8(ascii: "[") where depth > 0: return array(depth: depth - 1)
      default: return skip() ? MemberOrder() : nil
      }
    }

    private mutating func object(depth: Int) -> MemberOrder? {
      var order = MemberOrder()
      guard consume("{") else { return nil }
      if consume("}") { return order }
      repeat {
        guard let name = string(), consume(":"), let value = value(depth: depth) else { return nil }
        if order.members.updateValue(value, forKey: name) == nil { order.names.append(name) }
      } while consume(",")
      return consume("}") ? order : nil
    }

    private mutating func array(depth: Int) -> MemberOrder? {
      var order = MemberOrder()
      guard consume("[") else { return nil }
      if consume("]") { return order }
      repeat {
        guard let value = value(depth: depth) else { return nil }
        order.elements.append(value)
      } while consume(",")
      return consume("]") ? order : nil
    }

    /// Reads a string.
    private mutating func string() -> String? {
      skipWhitespace()
      let start = position
      guard skipString() else { return nil }
      let text = bytes[start..<position]
      guard text.contains(UInt8(ascii: "\\")) else {
        return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
      }
      let array = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
      return try? JSONDecoder().decode([String].self, from: Data(array)).first
    }

    private mutating func skipString() -> Bool {
      guard consume("\"") else { return false }
      while let byte {
        position += 1
        if byte == UInt8(ascii: "\"") { return true }
        if byte == UInt8(ascii: "\\") { position += 1 }
      }
      return false
    }

    /// Skips a value of any depth.
    private mutating func skip() -> Bool {
      var depth = 0
      while true {
        skipWhitespace()
        switch byte {
        case UInt8(ascii: "\""): if !skipString() { return false }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          position += 1
          depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return true }
          position += 1
          depth -= 1
        case UInt8(ascii: ","):
          if depth == 0 { return true }
          position += 1
        case nil: return depth == 0
        default: position += 1
        }
      }
    }
  }
}
