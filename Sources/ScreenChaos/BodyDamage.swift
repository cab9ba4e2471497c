import JSONText
import SeededRandom

/// The places at which the bytes of a JSON text can be damaged.
struct BodyDamage {
  private let body: [UInt8]
  /// The content of each string, without quotation marks.
  private let strings: [Range<Int>]
  /// For each string, whether it is a member name.
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

  /// The kind of place at which a text is cut.
  private enum Cut: CaseIterable {
    case anywhere, withinString, withinCharacter
  }

  /// The text up to a random place in its middle half, so that it is not JSON. Empty when there is no such place.
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
    // Only a bare number or a text with much white space can still be JSON after the cut.
    return (try? JSONParser.parse(cut)) == nil ? cut : []
  }

  /// Bytes that are not UTF-8 (RFC 3629 §3, §4) between any two characters.
  private static let invalidSequences: [[UInt8]] = [
    [0xFF],  // a byte that UTF-8 never uses
    [0x80],  // a continuation byte without a lead byte
    [0xC3],  // a lead byte without its continuation byte
    [0xE2, 0x82],  // an incomplete sequence of three bytes
    [0xF0, 0x9F, 0x98],  // an incomplete emoji
    [0xC0, 0xAF],  // an overlong encoding
    [0xED, 0xA0, 0x80],  // a surrogate
    [0xF4, 0x90, 0x80, 0x80],  // beyond U+10FFFF
    [0xFE, 0xFF],  // the byte order mark of UTF-16
    [0xE9],  // é in ISO 8859-1
  ]

  /// The text with invalid bytes in a string, preferably in a value.
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

  /// The offsets at which a character or an escape begins, and the end.
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
