public import Foundation

/// A screen at one moment, with its origin and the metadata of the response.
public struct ScreenSnapshot: Hashable, Sendable {
  /// The origin of a snapshot.
  public enum Source: String, Hashable, Sendable {
    /// Received whole from the server.
    case network
    /// Received from the server as a patch of the cached screen.
    case delta
    /// Cached, and confirmed by the server as current.
    case notModified
    /// Cached.
    case cache
    /// From the ``ScreenSeed`` that shipped with the app.
    case seed
  }

  /// The screen.
  public var screen: Screen
  /// The warnings that decoding the screen raised.
  public var warnings: [ScreenWarning]
  /// The origin of the snapshot.
  public var source: Source
  /// The entity tag.
  public var etag: String?
  /// The number of the published version.
  public var version: Int?
  /// The key of the experiment; nil without one. With several experiments see ``assignments``.
  public var experiment: String?
  /// The key of the variant; nil without an experiment.
  public var variant: String?
  /// The key of the variant of each experiment, by the key of the experiment.
  public var assignments: [String: String]
  /// What the server did with items that the app cannot show, by item id: `fallback` or `dropped`.
  public var downgraded: [String: String]
  /// The language of the screen's texts, such as `ar-EG`: the first one of `Content-Language` (RFC 9110 §8.5). Nil if the
  /// server does not say it, and for a seed.
  public var language: String?
  /// The address of the next page; nil on the last page, and for a screen without pages. ``ScreenClient/nextPage(after:)``
  /// fetches it.
  public var nextPage: URL?
  /// The time at which the server last confirmed that the screen is current; `Date.distantPast` for a seed.
  public var confirmedAt: Date
  /// Where the snapshot comes from; nil for one that the app has made.
  package var origin: Origin?

  /// Creates a snapshot without a server, such as one for a preview.
  public init(
    screen: Screen, warnings: [ScreenWarning] = [], source: Source = .network, etag: String? = nil,
    version: Int? = nil, experiment: String? = nil, variant: String? = nil,
    assignments: [String: String] = [:], downgraded: [String: String] = [:], language: String? = nil,
    nextPage: URL? = nil, confirmedAt: Date = .distantPast
  ) {
    self.screen = screen
    self.warnings = warnings
    self.source = source
    self.etag = etag
    self.version = version
    self.experiment = experiment
    self.variant = variant
    self.assignments = assignments
    self.downgraded = downgraded
    self.language = language
    self.nextPage = nextPage
    self.confirmedAt = confirmedAt
  }

  /// Whether the text of ``language`` runs from right to left; nil without a language. `ScreenView` lays out its
  /// content so.
  public var isRightToLeft: Bool? { language.map(TextDirection.isRightToLeft) }

  /// Whether the server has not confirmed the screen.
  var isCached: Bool { source == .cache || source == .seed }

  /// Returns the first language of `Content-Language`; nil when the field is missing or is not a list of tags.
  static func language(_ field: String?) -> String? {
    let tag = field?.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces) ?? ""
    return AcceptedLanguages.isTag(tag) ? tag : nil
  }

  /// Parses a header field such as `promo=fallback, price-card=dropped`.
  static func parsePairs(_ field: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for element in field?.split(separator: ",") ?? [] {
      let parts = element.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { pairs[parts[0]] = parts[1] }
    }
    return pairs
  }
}
