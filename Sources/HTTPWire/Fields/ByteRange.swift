/// The part of a representation that a `Range` field requests (RFC 9110 §14.1.2).
package enum ByteRange: Equatable, Sendable {
  /// The whole representation.
  case whole
  case part(Range<Int>)
  /// A range outside the representation: 416.
  case unsatisfiable

  /// - Parameters:
  ///   - field: `bytes=0-499`, `bytes=500-` or `bytes=-500`. Several ranges, other units and malformed values are
  ///     ignored, as the RFC allows.
  ///   - count: the number of bytes of the representation.
  package init(_ field: String, of count: Int) {
    self = .whole
    guard field.hasPrefix("bytes=") else { return }
    let text = field.dropFirst(6)
    guard let dash = text.firstIndex(of: "-") else { return }
    let (first, last) = (Self.number(text[..<dash]), Self.number(text[text.index(after: dash)...]))
    let hasFirst = dash > text.startIndex
    let hasLast = text.index(after: dash) < text.endIndex
    switch (hasFirst, first, hasLast, last) {
    case (true, .some(let first), false, _):
      self = first < count ? .part(first..<count) : .unsatisfiable
    case (true, .some(let first), true, .some(let last)) where first <= last:
      self = first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
    case (false, _, true, .some(let suffix)):
      self = suffix > 0 && count > 0 ? .part(max(count - suffix, 0)..<count) : .unsatisfiable
    default: break
    }
  }

  /// A decimal number. A number that doesn't fit an `Int` becomes `Int.max - 1`, which is beyond any representation.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? Int.max - 1
  }
}
