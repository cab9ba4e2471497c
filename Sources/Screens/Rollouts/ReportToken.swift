internal import MessageDigest

/// Tells a report which side of a rollout its unit was on: the field `Screen-Report` of a screen. Contains no id of the
/// unit, only a hash under a key that is destroyed with the rollout. Its text is hexadecimal: the id of the rollout (8
/// bytes), the step and the side (1), the time (4), the hash of the unit (12), and a code of all these (10).
package struct ReportToken: Sendable, Equatable {
  private static let idDigits = 16
  private static let plainBytes = 8 + 1 + 4 + UnitCode.byteCount
  /// The length of the text.
  package static let length = 2 * (plainBytes + 10)

  /// The index of the step at which the screen was served.
  package let step: Int
  package let isNew: Bool
  /// When the screen was served, in seconds since 1970 UTC.
  package var servedAt: Double { Double(seconds) }
  /// The keyed hash of the unit.
  package let unit: UnitCode
  private let seconds: UInt32

  private init(step: Int, isNew: Bool, seconds: UInt32, unit: UnitCode) {
    self.step = step
    self.isNew = isNew
    self.seconds = seconds
    self.unit = unit
  }

  private var stepAndSide: UInt64 { UInt64(truncatingIfNeeded: step << 1 | (isNew ? 1 : 0)) & 0xff }

  /// Characters in memory. The first ``length`` are the text of a token; the rest means nothing.
  package typealias Characters = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  /// The key of a rollout. A class, because each request of a unit needs it, and it is large.
  package final class Key: Sendable {
    private let units: AuthenticationKey
    private let networks: AuthenticationKey
    /// The state of a token's code after the id of the rollout.
    private let start: SipHash
    /// The id of the rollout as a number.
    let id: UInt64

    init(_ key: [UInt8], rollout: String) {
      // The first byte of a message says what it is the code of.
      units = AuthenticationKey(key, prefix: [1])
      networks = AuthenticationKey(key, prefix: [3])
      id = UInt64(rollout, radix: 16) ?? 0
      let words = AuthenticationKey(key, prefix: [2]).code(of: []).words
      var start = SipHash(key: (words.0, words.1))
      start.update(id)
      self.start = start
    }

    /// The token of a unit.
    /// - Parameter second: the time of the request that it is served to, since 1970 UTC.
    package func token(for unit: UnitCode, step: Int, isNew: Bool, at second: Int) -> Characters {
      let seconds = UInt32(clamping: second)
      let token = ReportToken(step: step, isNew: isNew, seconds: seconds, unit: unit)
      let code = code(of: token)
      // The bytes of all parts in a row, eight in each number.
      return Hexadecimal.characters(
        of: (
          id, token.stepAndSide << 56 | UInt64(seconds) << 24 | unit.high >> 40,
          unit.high << 24 | UInt64(unit.low) >> 8, UInt64(unit.low) << 56 | code.0 >> 8,
          code.0 << 56 | code.1 << 40
        ))
    }

    /// Reads a token; nil for one that this key has not made.
    package func read(_ text: some StringProtocol) -> ReportToken? {
      guard text.utf8.count == ReportToken.length, let bytes = Hexadecimal.bytes(of: text.utf8) else {
        return nil
      }
      var rest = bytes[...]
      func number(_ count: Int) -> UInt64 {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
      }
      guard number(8) == id else { return nil }
      let head = number(1)
      let token = ReportToken(
        step: Int(head >> 1), isNew: head & 1 == 1, seconds: UInt32(truncatingIfNeeded: number(4)),
        unit: UnitCode(high: number(8), low: UInt32(truncatingIfNeeded: number(4))))
      let code = code(of: token)
      // A comparison of all bits takes the same time whichever differs.
      return (code.0 ^ number(8)) | (code.1 ^ number(2)) == 0 ? token : nil
    }

    /// The keyed hash of a unit, as its tokens have it.
    package func hash(ofUnit unit: Span<UInt8>) -> UnitCode { UnitCode(units.code(of: unit)) }

    /// The keyed hash of a network: 48 bits, which every number in JSON can hold.
    package func hash(ofNetwork bytes: [UInt8]) -> Int64 { Int64(networks.code(of: bytes).words.0 >> 16) }

    /// The first 80 bits of the code of a token: 64 and 16.
    private func code(of token: ReportToken) -> (UInt64, UInt64) {
      var state = start
      state.update(token.unit.high)
      state.update(UInt64(token.unit.low) << 32 | UInt64(token.seconds))
      let code = state.code(rest: token.stepAndSide, count: ReportToken.plainBytes)
      return (code.0, code.1 >> 48)
    }
  }

  /// The id of the rollout that a token names; nil for a text that is not a token.
  package static func rollout(of text: some StringProtocol) -> String? {
    text.utf8.count == length ? String(text.prefix(idDigits)) : nil
  }
}
