public import Foundation

/// What a decoder made of damaged screens.
public struct DecoderVerdict: Sendable, CustomStringConvertible {
  /// A body that a decoder should have read.
  public struct Failure: Sendable {
    /// The body, and how it was damaged.
    public let body: DamagedScreens.Body
    /// The error in words.
    public let error: String
    /// The smallest body that fails with the same type of error, to keep as a fixture; nil if an earlier failure of the
    /// same kind has one.
    public let smallest: Data?
  }

  /// The seed of the first bodies.
  public let seed: UInt64
  /// The number of bodies that were decoded.
  public internal(set) var count = 0
  /// The number of bodies that are no JSON and made the decoder throw, as they should.
  public internal(set) var refusals = 0
  /// The bodies that are JSON and made the decoder throw.
  public internal(set) var failures: [Failure] = []

  init(seed: UInt64) { self.seed = seed }

  /// `1000 damaged screens from seed 7: survived 1000, failed 0`, and a line for each cause.
  public var description: String {
    var lines = [
      "\(count) damaged screens from seed \(seed): survived \(count - failures.count), failed \(failures.count)"
    ]
    for failure in failures {
      guard let smallest = failure.smallest else { continue }
      lines.append("\(failure.body.kind), seed \(failure.body.seed): \(failure.error)")
      lines.append("  " + String(decoding: smallest.prefix(Self.shownBytes), as: UTF8.self))
    }
    return lines.joined(separator: "\n")
  }

  /// The part of a body that is shown, in bytes.
  private static let shownBytes = 1000
}
