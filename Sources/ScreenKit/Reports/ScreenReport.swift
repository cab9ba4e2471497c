import Foundation

/// What happened to a screen of a rollout, as `POST /reports` takes it.
struct ScreenReport: Encodable, Hashable {
  var id = UUID().uuidString
  /// The value of `Screen-Report`, which says to the server which version it is about.
  let token: String
  var events: [String]
  /// The milliseconds from the bytes of the screen to its first draw.
  var drawMs: Double?
  let release: String?
  /// The view type that failed.
  var viewType: String?

  /// The body of a request.
  struct List: Encodable {
    let reports: [ScreenReport]
  }
}

extension ScreenReport {
  /// The part of a token that is the same for all of its rollout.
  static func rollout(of token: String) -> Substring { token.prefix(16) }

  /// The event of a warning; nil for one that is not about what the user sees.
  static func event(of kind: ScreenWarning.Kind) -> String? {
    switch kind {
    case .unknownViewType: "unknown-view-type"
    case .contentFailed: "content-failed"
    case .itemUnreadable: "item-unreadable"
    case .repeatedID, .deltaRefused, .requestFailed, .cacheFailed: nil
    }
  }
}
