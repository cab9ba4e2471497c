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

  /// The version of a screen that the app does not want any more.
  func avoidedVersion(of route: String) -> Int? {
    crashes[route].flatMap { $0.count > Self.tolerated ? $0.version : nil }
  }

  /// Takes what an earlier run of the app left as crashes.
  /// - Returns: The tokens of the screens.
  mutating func begin() -> [String] {
    var tokens: [String] = []
    for (route, one) in shown.sorted(by: { $0.key < $1.key }) {
      if let token = one.token { tokens.append(token) }
      guard let version = one.version else { continue }
      let earlier = crashes[route].flatMap { $0.version == version ? $0.count : nil } ?? 0
      crashes[route] = Crashes(version: version, count: min(earlier, Self.tolerated) + 1)
    }
    shown = [:]
    return tokens
  }

  mutating func show(_ route: String, _ one: Shown) { shown[route] = one }

  /// The screen was on the display for a while without a crash.
  mutating func settle(_ route: String) {
    shown[route] = nil
    crashes[route] = nil
  }

  /// The app may be ended from now on.
  mutating func leave() { shown = [:] }
}
