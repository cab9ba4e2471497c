package import JSONText
import SeededRandom

/// The values of a template's placeholders in one response.
///
/// Braces in values have no meaning. A value that is longer than ``maximumValueBytes``, or than the remaining part
/// of ``maximumBytes``, is truncated between Unicode scalars.
package struct TemplateValues {
  /// The largest size of one value before escaping, in bytes.
  package static let maximumValueBytes = 10_000
  /// The largest size of all values of one response before escaping, in bytes. Escaping turns a byte into at most six.
  package static let maximumBytes = 1 << 20

  private let user: String
  private let attributes: JSONObject
  private let now: () -> String
  private var time: String?
  private var generator: SplitMix64?
  private var bytesLeft = Self.maximumBytes

  /// - Parameters:
  ///   - user: the unit of the request; nil renders as an empty text.
  ///   - attributes: the attributes of the user. A missing one renders as an empty text, and one that is not a string as
  ///     its JSON text.
  ///   - now: the formatted time; called at most once, when it is needed.
  ///   - seed: the seed of `uuid` and `random`; nil takes a random one.
  package init(
    user: String?, attributes: JSONObject = [:], seed: UInt64? = nil, now: @escaping () -> String
  ) {
    self.user = user ?? ""
    self.attributes = attributes
    self.now = now
    generator = seed.map { SplitMix64(seed: $0) }
  }

  mutating func append(_ expression: Expression, to bytes: inout [UInt8]) {
    switch expression {
    case .user: append(user, to: &bytes)
    case .attribute(let path):
      switch Self.value(at: path, in: attributes) {
      case nil: break
      case .string(let text)?: append(text, to: &bytes)
      case let value?: append(value.text, to: &bytes)
      }
    case .now:
      let time = self.time ?? now()
      self.time = time
      append(time, to: &bytes)
    case .uuid: append(uuid(), to: &bytes)
    case .random(let range): append(String(number(in: range)), to: &bytes)
    }
  }

  private mutating func append(_ value: String, to bytes: inout [UInt8]) {
    let limit = min(Self.maximumValueBytes, bytesLeft)
    let count = value.utf8.count
    guard count > limit else {
      bytesLeft -= count
      return JSONWriter.appendContent(of: value, to: &bytes)
    }
    bytesLeft -= limit
    var end = value.utf8.index(value.startIndex, offsetBy: limit)
    while end > value.startIndex, value.utf8[end] & 0xC0 == 0x80 { end = value.utf8.index(before: end) }
    JSONWriter.appendContent(of: String(value[..<end]), to: &bytes)
  }

  private static func value(at path: [String], in attributes: JSONObject) -> JSONValue? {
    guard let first = path.first else { return nil }
    return path.dropFirst().reduce(attributes[first]) { value, name in value?[name] }
  }

  private mutating func next() -> UInt64 {
    // Use the system's generator only once per response, because a call costs more than the whole rendering.
    var current = generator ?? SplitMix64(seed: UInt64.random(in: .min ... .max))
    defer { generator = current }
    return current.next()
  }

  /// Uses the high half of a product (Lemire 2019) without rejection: the bias is below the range's count / 2⁶⁴.
  private mutating func number(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound))
    let (count, isAll) = span.addingReportingOverflow(1)
    let drawn = isAll ? next() : next().multipliedFullWidth(by: count).high
    return range.lowerBound &+ Int(truncatingIfNeeded: drawn)
  }

  /// A UUID of version 4 (RFC 9562 §5.4).
  private mutating func uuid() -> String {
    let high = (next() & ~0xF000) | 0x4000
    let low = (next() & ~(0b11 << 62)) | (0b10 << 62)
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for place in 0..<32 {
      if place & 3 == 0, 8...20 ~= place { bytes.append(UInt8(ascii: "-")) }
      let half = place < 16 ? high : low
      bytes.append(digits[Int(truncatingIfNeeded: half >> UInt64(60 - 4 * (place % 16))) & 0xF])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
