public import Foundation

/// The result of decoding damaged screens.
public struct DecoderVerdict: Sendable, CustomStringConvertible {
  /// A body that a decoder should have read.
  public struct Failure: Sendable {
    /// The body, and how it was damaged.
    public let body: DamagedScreens.Body
    /// The description of the error.
    public let error: String
    /// The smallest body found that fails with the same type of error, to keep as a fixture; nil if an earlier failure
    /// of the same kind and error type has one.
    public let smallest: Data?
  }

  /// The seed of the first bodies.
  public let seed: UInt64
  /// The number of bodies that were decoded.
  public internal(set) var count = 0
  /// The number of bodies that are not JSON and made the decoder throw, as it may.
  public internal(set) var refusals = 0
  /// The bodies that are JSON and made the decoder throw.
  public internal(set) var failures: [Failure] = []

  init(seed: UInt64) { self.seed = seed }

  /// `1000 damaged screens from seed 7: survived 1000, failed 0`. Two lines for each cause follow: the error, and the
  /// smallest body.
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

  /// The largest part of a body in ``description``, in bytes.
  private static let shownBytes = 1000
}
