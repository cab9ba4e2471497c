/// The trace that a request belongs to: the field `traceparent` (<https://www.w3.org/TR/trace-context/> §3.2).
package struct TraceContext: Hashable, Sendable {
  /// The two halves of the trace's id.
  private let high: UInt64
  private let low: UInt64
  private let span: UInt64
  /// Whether the sender records the trace.
  package let isSampled: Bool

  private init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool) {
    self.high = high
    self.low = low
    self.span = span
    self.isSampled = isSampled
  }

  /// The beginning of a new trace.
  package static func new() -> TraceContext {
    var random = SystemRandomNumberGenerator()
    let least = UInt64(1)
    return TraceContext(
      high: .random(in: least ... .max, using: &random), low: .random(in: least ... .max, using: &random),
      span: .random(in: least ... .max, using: &random), isSampled: true)
  }

  /// Another span of the same trace.
  package func child() -> TraceContext {
    var random = SystemRandomNumberGenerator()
    return TraceContext(
      high: high, low: low, span: .random(in: 1 ... .max, using: &random), isSampled: isSampled)
  }

  /// Parses a field of the form `00-TRACE-SPAN-FLAGS`; a later version may have more parts. Nil for a malformed field,
  /// which also means digits in upper case or an id of zeros.
  package init?(_ field: Bytes) {
    guard field.count >= 55, field[2] == 0x2D, field[35] == 0x2D, field[52] == 0x2D,
      let version = Self.number(field, 0..<2), version != 0xFF,
      field.count == 55 || version > 0 && field[55] == 0x2D,
      let high = Self.number(field, 3..<19), let low = Self.number(field, 19..<35), high | low != 0,
      let span = Self.number(field, 36..<52), span != 0, let flags = Self.number(field, 53..<55)
    else { return nil }
    self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
  }

  private static func number(_ field: Bytes, _ range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in range {
      switch field[index] {
      case 0x30...0x39: number = number << 4 | UInt64(field[index] - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(field[index] - 0x61 + 10)
      default: return nil
      }
    }
    return number
  }

  /// 32 hexadecimal digits.
  package var traceID: String { Self.text(high) + Self.text(low) }
  /// 16 hexadecimal digits.
  package var spanID: String { Self.text(span) }
  /// The value of the field.
  package var text: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

  private static func text(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
