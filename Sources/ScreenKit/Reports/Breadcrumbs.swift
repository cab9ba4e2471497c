import Foundation

/// The screens that are on the display now, and those after which the app has crashed. It is kept beside the cached
/// screens: what is still on the display at the next start of the app has ended with the app.
struct Breadcrumbs: Codable, Hashable {
  /// A version that is shown and has not settled.
  struct Shown: Codable, Hashable {
    let version: Int?
    let token: String?

    /// Whether both are of the same version in the same rollout.
    func isSame(as other: Shown) -> Bool {
      version == other.version
        && token.map(ScreenReport.rollout(of:)) == other.token.map(ScreenReport.rollout(of:))
    }
  }

  /// The crashes after one version of a screen, in a row.
  struct Crashes: Codable, Hashable {
    let version: Int
    var count: Int
  }

  /// How many crashes in a row a version is given. A single one can be an end of the app that has other reasons.
  static let tolerated = 1

  /// By route.
  private(set) var shown: [String: Shown] = [:]
  private(set) var crashes: [String: Crashes] = [:]
  /// The tokens of crashes that were not reported yet: a device that crashes may be offline, or crash again first.
  private(set) var unreported: [String] = []

  /// The largest number of unreported crashes. When there are more, the oldest is dropped.
  private static let maximumUnreported = 20

  init() {}

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    shown = try members.decode([String: Shown].self, forKey: .shown)
    crashes = try members.decode([String: Crashes].self, forKey: .crashes)
    // An earlier version of the app wrote none.
    unreported = try members.decodeIfPresent([String].self, forKey: .unreported) ?? []
  }

  /// The version of a screen that the app does not want any more.
  func avoidedVersion(of route: String) -> Int? {
    crashes[route].flatMap { $0.count > Self.tolerated ? $0.version : nil }
  }

  /// Takes what an earlier run of the app left as crashes.
  mutating func begin() {
    for (route, one) in shown.sorted(by: { $0.key < $1.key }) {
      if let token = one.token {
        // A crash counts once for a rollout.
        unreported.removeAll { ScreenReport.rollout(of: $0) == ScreenReport.rollout(of: token) }
        unreported.append(token)
      }
      guard let version = one.version else { continue }
      let earlier = crashes[route].flatMap { $0.version == version ? $0.count : nil } ?? 0
      crashes[route] = Crashes(version: version, count: min(earlier, Self.tolerated) + 1)
    }
    unreported = unreported.suffix(Self.maximumUnreported)
    shown = [:]
  }

  mutating func didReport(_ tokens: [String]) { unreported.removeAll { tokens.contains($0) } }

  mutating func show(_ route: String, _ one: Shown) { shown[route] = one }

  /// The screen was on the display for a while without a crash.
  mutating func settle(_ route: String) {
    shown[route] = nil
    crashes[route] = nil
  }

  /// The app may be ended from now on.
  mutating func leave() { shown = [:] }
}
