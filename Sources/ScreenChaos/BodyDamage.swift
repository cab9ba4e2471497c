import JSONText
import SeededRandom

/// Finds where the bytes of a JSON text can be damaged.
struct BodyDamage {
  private let body: [UInt8]
  /// The bytes between the quotation marks of each string.
  private let strings: [Range<Int>]
  /// Which of the strings, in their order, are names of members.
  private let isName: [Bool]

  init(_ body: [UInt8]) {
    self.body = body
    var strings: [Range<Int>] = []
    var isName: [Bool] = []
    var start: Int?
    var isEscaped = false
    for (place, byte) in body.enumerated() {
      guard let open = start else {
        switch byte {
        case UInt8(ascii: "\""): start = place + 1
        case UInt8(ascii: ":"): if !isName.isEmpty { isName[isName.count - 1] = true }
        default: break
        }
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        strings.append(open..<place)
        isName.append(false)
        start = nil
      }
    }
    self.strings = strings
    self.isName = isName
  }

  /// Where a text is cut.
  private enum Cut: CaseIterable {
    case anywhere, withinString, withinCharacter
  }

  /// The text up to a place in its middle half, at which it is not JSON. A text that has no such place is cut to
  /// nothing.
  func truncated(_ random: inout SplitMix64) -> [UInt8] {
    guard body.count > 1 else { return [] }
    let middle = max(1, body.count / 4)...max(1, body.count - 1 - body.count / 4)
    var places: [Int] = []
    switch random.pick(Cut.allCases) {
    case .withinString:
      places = strings.filter { $0.count > 1 && middle.contains($0.lowerBound) }
        .map { $0.lowerBound + 1 + random.next(below: $0.count - 1) }.filter { middle.contains($0) }
    case .withinCharacter: places = middle.filter { body[$0] & 0xC0 == 0x80 }
    default: break
    }
    let place = random.pick(places) ?? (middle.lowerBound + random.next(below: middle.count))
    let cut = Array(body[..<place])
    // All but a bare number or a text with much white space is no JSON when cut.
    return (try? JSONParser.parse(cut)) == nil ? cut : []
  }

  /// Bytes that are no UTF-8 (RFC 3629 §3, §4) wherever characters begin and end around them.
  private static let invalidSequences: [[UInt8]] = [
    [0xFF],  // in no sequence
    [0x80],  // continues nothing
    [0xC3],  // is not continued
    [0xE2, 0x82],  // nor is this
    [0xF0, 0x9F, 0x98],  // half an emoji
    [0xC0, 0xAF],  // a longer form than need be
    [0xED, 0xA0, 0x80],  // a surrogate
    [0xF4, 0x90, 0x80, 0x80],  // beyond U+10FFFF
    [0xFE, 0xFF],  // UTF-16's mark
    [0xE9],  // é in ISO 8859-1
  ]

  /// The text with such bytes within a string, of a value where there is one.
  func withInvalidUTF8(_ random: inout SplitMix64) -> [UInt8] {
    let values = strings.indices.filter { !isName[$0] }
    guard let chosen = random.pick(values.isEmpty ? Array(strings.indices) : values),
      let sequence = random.pick(Self.invalidSequences),
      let place = random.pick(boundaries(in: strings[chosen]))
    else { return body }
    var damaged = body
    damaged.insert(contentsOf: sequence, at: place)
    return damaged
  }

  /// Where a character or an escape begins, and the end.
  private func boundaries(in string: Range<Int>) -> [Int] {
    var places: [Int] = []
    var escape = 0
    for place in string {
      if escape > 0 {
        escape -= 1
        continue
      }
      if body[place] & 0xC0 != 0x80 { places.append(place) }
      if body[place] == UInt8(ascii: "\\") {
        escape = place + 1 < string.upperBound && body[place + 1] == UInt8(ascii: "u") ? 5 : 1
      }
    }
    places.append(string.upperBound)
    return places
  }
}
