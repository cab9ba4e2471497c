public import Foundation

/// A screen as it was received, and what the server said of it.
public struct StoredScreen: Hashable, Sendable {
  /// The JSON.
  public var body: Data
  /// By which the server knows this state of the screen.
  public var etag: String?
  /// The number of the published version.
  public var version: Int?
  /// The key of the experiment that it takes part in.
  public var experiment: String?
  /// The key of the arm of that experiment.
  public var variant: String?
  /// The variants of all its experiments, in the words of `Screen-Assignments`.
  public var assignments: String?
  /// What the server replaced or left out because the app cannot show it, in the words of `Screen-Downgraded`.
  public var downgraded: String?
  /// When the server last said that it is current.
  public var confirmedAt: Date

  /// A screen as it was received.
  public init(
    body: Data, etag: String? = nil, version: Int? = nil, experiment: String? = nil, variant: String? = nil,
    assignments: String? = nil,
    downgraded: String? = nil, confirmedAt: Date
  ) {
    self.body = body
    self.etag = etag
    self.version = version
    self.experiment = experiment
    self.variant = variant
    self.assignments = assignments
    self.downgraded = downgraded
    self.confirmedAt = confirmedAt
  }
}

/// Keeps screens for the next start.
public protocol ScreenCache: Sendable {
  func screen(for key: String) async -> StoredScreen?
  /// - Throws: when it cannot be kept; what was stored before may be gone.
  func store(_ screen: StoredScreen, for key: String) async throws
  func remove(_ key: String) async
}
