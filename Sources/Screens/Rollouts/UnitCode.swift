internal import MessageDigest

/// The keyed hash of a unit: 96 bits, which tell it from others but not who it is.
package struct UnitCode: Sendable, Equatable {
  static let byteCount = 12

  let high: UInt64
  let low: UInt32

  init(high: UInt64, low: UInt32) {
    self.high = high
    self.low = low
  }

  init(_ code: AuthenticationCode) {
    let words = code.words
    self.init(high: words.0, low: UInt32(truncatingIfNeeded: words.1 >> 32))
  }

  /// The inverse of ``bytes``.
  init(bytes: ArraySlice<UInt8>) {
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: number(bytes.prefix(8)), low: UInt32(truncatingIfNeeded: number(bytes.dropFirst(8))))
  }

  /// The bytes in tokens of experiments, and in stored reports.
  package var bytes: [UInt8] {
    [high >> 32, high, UInt64(low)].flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}
