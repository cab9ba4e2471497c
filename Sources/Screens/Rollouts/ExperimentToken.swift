package import Assignment
internal import MessageDigest

/// Tells a report which variant of an experiment its unit got: a part of the field `Screen-Report`. Contains no id of the
/// unit, only a hash under a key of the server.
package struct ExperimentToken: Sendable, Equatable {
  private static let idBytes = 8
  private static let codeBytes = 10
  private static let plainBytes = idBytes + UnitCode.byteCount

  /// That of ``id(of:)``.
  package let id: String
  /// The key of an experiment.
  package let experiment: String
  /// The key of the variant.
  package let variant: String
  /// The keyed hash of the unit.
  package let unit: UnitCode

  /// Whether a text is a token of an experiment, if it is a token.
  package static func isExperimentToken(_ text: some StringProtocol) -> Bool {
    text.utf8.contains(UInt8(ascii: ":"))
  }

  /// The id under which reports of an experiment are counted. It follows from what assigns the units to variants: those of
  /// another seed or of other weights are counted apart, because an event is compared with the split that its unit met.
  /// A change of the coverage does not change the split, so the id stays. No rollout has such an id: that of a rollout
  /// is computed from the time of its start.
  package static func id(of experiment: Experiment) -> String {
    let sum = experiment.variants.reduce(0) { $0 + $1.weight }
    // Rounded, because 1 : 2 and 0.1 : 0.2 are the same split.
    let shares = experiment.variants.flatMap { [$0.key, String(($0.weight / sum * 1e9).rounded())] }
    let parts =
      [
        experiment.key, experiment.effectiveSeed, String(experiment.hashVersion.rawValue),
        experiment.hashAttribute,
      ] + shares
    return SHA256Digest(of: Array("experiment \(parts)".utf8)).hexadecimal(prefix: idBytes)
  }

  /// Appends the first element of a list with tokens of experiments. Clients send an event once for the first 16 characters
  /// of a token, so these follow from all elements that stay the same while the units do.
  /// - Parameter rollout: the id of the rollout that the list has a token of.
  package static func appendName(ofList tokens: [UInt8], rollout: String?, to output: inout [UInt8]) {
    let digest = SHA256Digest(of: Array((rollout ?? "").utf8) + tokens)
    output += digest.hexadecimal(prefix: idBytes).utf8
  }

  /// The number of a variant or an event in the counts. It follows from the name, because an author may reorder both.
  package static func number(of name: String) -> Int { Int(FNV1a(name).value) }

  /// The key of a server's tokens.
  package final class Key: Sendable {
    /// The length of ``ReportStore/secret()``.
    package static let secretBytes = 32

    private let units: AuthenticationKey
    private let tokens: AuthenticationKey

    package init(_ secret: [UInt8]) {
      // The first byte of a message says what it is the code of.
      units = AuthenticationKey(secret, prefix: [1])
      tokens = AuthenticationKey(secret, prefix: [2])
    }

    /// Appends the token of a unit that gets a variant.
    /// - Parameter id: that of the experiment.
    package func appendToken(
      for unit: [UInt8], id: String, experiment: String, variant: String, to output: inout [UInt8]
    ) {
      var bytes = Hexadecimal.bytes(of: id.utf8) ?? []
      bytes += UnitCode(units.code(of: Array(experiment.utf8) + [0] + unit)).bytes
      let names = Array("\(experiment):\(variant)".utf8)
      bytes += tokens.code(of: bytes + names).bytes(first: codeBytes)
      Hexadecimal.append(bytes, to: &output)
      output.append(UInt8(ascii: ":"))
      output += names
    }

    /// Reads a token; nil for one that this key has not made.
    package func read(_ text: Substring) -> ExperimentToken? {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let bytes = Hexadecimal.bytes(of: parts[0].utf8),
        bytes.count == plainBytes + codeBytes
      else { return nil }
      let plain = Array(bytes.prefix(plainBytes))
      let code = tokens.code(of: plain + Array("\(parts[1]):\(parts[2])".utf8)).bytes(first: codeBytes)
      // A comparison of all bytes takes the same time whichever differs.
      let difference = zip(code, bytes.dropFirst(plainBytes)).reduce(0) { $0 | ($1.0 ^ $1.1) }
      guard difference == 0 else { return nil }
      return ExperimentToken(
        id: Hexadecimal.text(of: plain.prefix(idBytes)), experiment: String(parts[1]),
        variant: String(parts[2]), unit: UnitCode(bytes: plain[idBytes...]))
    }
  }
}
