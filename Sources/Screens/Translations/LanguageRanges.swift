/// The language ranges of `Accept-Language` (RFC 9110 §12.5.4), the preferred one first.
package struct LanguageRanges: Sendable, Equatable {
  /// A range in lower case, or `*`.
  package struct Range: Sendable, Equatable {
    package let text: String
    /// The weight, in thousandths.
    package let weight: Int
  }

  /// In the order of their weights; those of the same weight as they were sent.
  package private(set) var ranges: [Range] = []

  /// The maximum number of ranges in a field. RFC 9110 sets no limit, and clients send about ten.
  package static let maximumCount = 100

  /// A single range, as of `?locale=`.
  /// - Returns: nil if it is malformed.
  package init?(range text: String) {
    guard Self.isRange(text.utf8[...]) else { return nil }
    ranges = [Range(text: text.lowercased(), weight: 1000)]
  }

  /// Nil if an element is malformed, or if there are too many.
  package init?(_ field: some Sequence<UInt8>) {
    let field = Array(field)
    for element in field.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true) {
      let parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(
        Self.trimmed)
      guard let range = parts.first else { return nil }
      // Empty elements are ignored (RFC 9110 §5.6.1).
      if range.isEmpty, parts.count == 1 { continue }
      guard parts.count <= 2, Self.isRange(range), ranges.count < Self.maximumCount else { return nil }
      var weight = 1000
      if parts.count == 2 {
        guard let given = Self.weight(parts[1]) else { return nil }
        weight = given
      }
      ranges.append(Range(text: String(decoding: range, as: UTF8.self).lowercased(), weight: weight))
    }
    // The sort is stable.
    ranges.sort { $0.weight > $1.weight }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  /// Whether a text is a basic language range (RFC 4647 §2.1).
  private static func isRange(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    if text.elementsEqual("*".utf8) { return true }
    let subtags = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    return subtags.first?.allSatisfy(isLetter) ?? false
      && subtags.allSatisfy { subtag in
        (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      }
  }

  /// The thousandths of `q=0.8` (RFC 9110 §12.4.2); nil for anything else.
  private static func weight(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= 3, text.prefix(2).elementsEqual("q=".utf8) || text.prefix(2).elementsEqual("Q=".utf8)
    else {
      return nil
    }
    let digits = text.dropFirst(2)
    guard let whole = digits.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1"),
      digits.count <= 5
    else {
      return nil
    }
    let fraction = digits.dropFirst(2)
    if digits.count > 1, digits.dropFirst().first != UInt8(ascii: ".") { return nil }
    guard fraction.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    var weight = whole == UInt8(ascii: "1") ? 1000 : 0
    var unit = 100
    for digit in fraction {
      weight += Int(digit - 0x30) * unit
      unit /= 10
    }
    return weight <= 1000 ? weight : nil
  }
}
