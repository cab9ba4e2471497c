package import Foundation

/// The response for a screen, as a cache keeps it: the JSON and the values of header fields.
package struct CachedScreen: Hashable, Sendable {
  /// The JSON.
  package var body: Data
  /// The entity tag.
  package var etag: String?
  /// The number of the published version.
  package var version: Int?
  /// The key of the experiment.
  package var experiment: String?
  /// The key of the variant.
  package var variant: String?
  /// The value of `Screen-Assignments`: the variant of each experiment.
  package var assignments: String?
  /// The value of `Screen-Downgraded`: the items that the server replaced or dropped.
  package var downgraded: String?
  /// The first language of `Content-Language`.
  package var language: String?
  /// The query of the next page; nil on the last page, and for a screen without pages.
  package var nextPageQuery: String?
  /// The value of `Screen-Report`; nil without a rollout and an experiment with events.
  package var reportToken: String?
  /// The time at which the server last confirmed that the screen is current.
  package var confirmedAt: Date

  /// Creates a cached screen.
  package init(
    body: Data, etag: String? = nil, version: Int? = nil, experiment: String? = nil, variant: String? = nil,
    assignments: String? = nil, downgraded: String? = nil, language: String? = nil,
    nextPageQuery: String? = nil, reportToken: String? = nil, confirmedAt: Date
  ) {
    self.body = body
    self.etag = etag
    self.version = version
    self.experiment = experiment
    self.variant = variant
    self.assignments = assignments
    self.downgraded = downgraded
    self.language = language
    self.nextPageQuery = nextPageQuery
    self.reportToken = reportToken
    self.confirmedAt = confirmedAt
  }
}

/// Where screens are kept. In memory, in a folder, or where the app keeps them.
package protocol CacheStore: Sendable {
  /// The cached screen of a key; nil when there is none.
  func screen(for key: String) async -> CachedScreen?
  /// Stores a screen in place of the previous one.
  /// - Throws: When the screen cannot be stored. The previous one may be lost.
  func store(_ screen: CachedScreen, for key: String) async throws
  /// Removes the cached screen of a key.
  func remove(_ key: String) async
  /// Removes all cached screens.
  func removeAll() async
  /// Whether the screens are there at the next start of the app.
  var outlivesApp: Bool { get }
}

extension CacheStore {
  package var outlivesApp: Bool { true }
}
