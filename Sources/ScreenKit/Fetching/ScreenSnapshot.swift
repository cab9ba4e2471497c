public import Foundation

/// A screen as it was at a moment, and where it comes from.
public struct ScreenSnapshot<Value: Sendable>: Sendable {
  /// Where a snapshot comes from.
  public enum Source: String, Hashable, Sendable {
    /// From the server, in whole.
    case network
    /// From the server, as a patch of what was stored.
    case delta
    /// Stored, and the server said that it is current.
    case notModified
    /// Stored.
    case cache
    /// Came with the app.
    case seed
  }

  /// What there is to show.
  public var screen: Screen<Value>
  /// What could not be shown as it is.
  public var warnings: [ScreenWarning]
  /// Where it comes from.
  public var source: Source
  /// By which the server knows this state of the screen.
  public var etag: String?
  /// The number of the published version.
  public var version: Int?
  /// The key of the experiment that it takes part in.
  public var experiment: String?
  /// The key of the arm of that experiment.
  public var variant: String?
  /// The variant of each experiment that it takes part in, by their keys.
  public var assignments: [String: String]
  /// Items that the app cannot show, by id, and what the server did about each: `fallback` or `dropped`.
  public var downgraded: [String: String]
  /// When the server last said that it is current.
  public var confirmedAt: Date

  /// Reads `promo=fallback, price-card=dropped`.
  static func pairs(_ field: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for element in field?.split(separator: ",") ?? [] {
      let parts = element.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { pairs[parts[0]] = parts[1] }
    }
    return pairs
  }
}

extension ScreenSnapshot: Equatable where Value: Equatable {}
