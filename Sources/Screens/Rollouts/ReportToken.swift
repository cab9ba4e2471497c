internal import MessageDigest

/// Tells a report which side of a rollout its unit was on: the field `Screen-Report` of a screen. Contains no id of the
/// unit, only a hash under a key that is destroyed with the rollout.
package struct ReportToken: Sendable, Equatable {
  private static let idBytes = 8
  private static let unitBytes = 12
  private static let codeBytes = 10
  private static let plainBytes = idBytes + 1 + 4 + unitBytes
  /// The length of the text.
  package static let length = 2 * (plainBytes + codeBytes)

  /// The index of the step at which the screen was served.
  package let step: Int
  package let isNew: Bool
  /// When the screen was served, in seconds since 1970 UTC.
  package let servedAt: Double
  /// The keyed hash of the unit.
  package let unit: [UInt8]

  /// The key of a rollout.
  package struct Key: Sendable {
    private let units: AuthenticationKey
    private let tokens: AuthenticationKey
    private let networks: AuthenticationKey
    private let id: [UInt8]

    init(_ key: [UInt8], rollout: String) {
      // The first byte of a message says what it is the code of.
      units = AuthenticationKey(key, prefix: [1])
      tokens = AuthenticationKey(key, prefix: [2])
      networks = AuthenticationKey(key, prefix: [3])
      id = Hexadecimal.bytes(of: rollout.utf8) ?? []
    }

    /// Appends the token of a unit that is served now.
    package func appendToken(
      for unit: [UInt8], step: Int, isNew: Bool, at time: Double, to output: inout [UInt8]
    ) {
      let seconds = UInt32(clamping: Int(min(max(time, 0), 4e9)))
      var bytes: [UInt8] = []
      bytes.reserveCapacity(plainBytes + codeBytes)
      bytes += id
      bytes.append(UInt8(truncatingIfNeeded: step << 1 | (isNew ? 1 : 0)))
      for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: seconds >> shift)) }
      units.append(codeOf: unit, first: unitBytes, to: &bytes)
      tokens.append(codeOf: bytes, first: codeBytes, to: &bytes)
      Hexadecimal.append(bytes, to: &output)
    }

    /// Reads a token; nil for one that this key has not made.
    package func read(_ text: some StringProtocol) -> ReportToken? {
      guard let bytes = Hexadecimal.bytes(of: text.utf8), bytes.count == plainBytes + codeBytes,
        bytes.starts(with: id)
      else { return nil }
      let plain = Array(bytes.prefix(plainBytes))
      // A comparison of all bytes takes the same time whichever differs.
      let difference = zip(code(tokens, plain, codeBytes), bytes.dropFirst(plainBytes)).reduce(0) {
        $0 | ($1.0 ^ $1.1)
      }
      guard difference == 0 else { return nil }
      let seconds = plain[(idBytes + 1)..<(idBytes + 5)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return ReportToken(
        step: Int(plain[idBytes] >> 1), isNew: plain[idBytes] & 1 == 1, servedAt: Double(seconds),
        unit: Array(plain.suffix(unitBytes)))
    }

    /// The keyed hash of a unit, as its tokens have it.
    package func hash(ofUnit unit: [UInt8]) -> [UInt8] { code(units, unit, unitBytes) }

    /// The keyed hash of a network: 48 bits, which every number in JSON can hold.
    package func hash(ofNetwork bytes: [UInt8]) -> Int64 {
      code(networks, bytes, 6).reduce(0) { $0 << 8 | Int64($1) }
    }

    private func code(_ key: AuthenticationKey, _ message: [UInt8], _ count: Int) -> [UInt8] {
      var code: [UInt8] = []
      key.append(codeOf: message, first: count, to: &code)
      return code
    }
  }

  /// The id of the rollout that a token names; nil for a text that is not a token.
  package static func rollout(of text: some StringProtocol) -> String? {
    text.utf8.count == length ? String(text.prefix(2 * idBytes)) : nil
  }
}
