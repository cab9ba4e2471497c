/// A JSON Pointer (RFC 6901): the path from the root of a document to one of its values.
package struct JSONPointer: Sendable, Hashable {
  /// The reference tokens, unescaped.
  package var tokens: [String]

  /// The whole document.
  package static let root = JSONPointer(tokens: [])

  package init(tokens: [String]) { self.tokens = tokens }

  /// Parses the string form (RFC 6901 §3): empty, or tokens that each begin with `/`, in which `~` occurs only
  /// as `~0` and `~1`. Nil for any other text.
  package init?(_ text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, first.isEmpty else { return nil }
    tokens = []
    tokens.reserveCapacity(parts.count - 1)
    for part in parts.dropFirst() {
      guard let token = Self.unescape(part) else { return nil }
      tokens.append(token)
    }
  }

  package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }
  package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
  package func appending(_ rest: JSONPointer) -> JSONPointer { JSONPointer(tokens: tokens + rest.tokens) }

  /// The pointer without its last token; nil for the root.
  package var parent: JSONPointer? {
    tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast()))
  }

  /// The value that the pointer names (RFC 6901 §4), or nil when there is none.
  package func value(in document: JSONValue) -> JSONValue? {
    var value = document
    for token in tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Self.arrayIndex(token), index < elements.count else { return nil }
        value = elements[index]
      default:
        return nil
      }
    }
    return value
  }

  /// The array index that a token stands for: decimal digits without a leading zero (RFC 6901 §4). Nil for any
  /// other token, including `-`.
  package static func arrayIndex(_ token: String) -> Int? {
    let digits = token.utf8
    guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard first != 0x30 || digits.count == 1 else { return nil }
    return Int(token)
  }

  private static func unescape(_ part: Substring.UTF8View) -> String? {
    guard part.contains(UInt8(ascii: "~")) else { return String(Substring(part)) }
    var bytes: [UInt8] = []
    var rest = part.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Compares tokens by their Unicode scalars.
  package static func == (one: JSONPointer, other: JSONPointer) -> Bool {
    one.tokens.count == other.tokens.count
      && zip(one.tokens, other.tokens).allSatisfy { $0.hasSameScalars(as: $1) }
  }

  package func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(ExactString(token)) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The string form, with `~` and `/` escaped.
  package var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}
