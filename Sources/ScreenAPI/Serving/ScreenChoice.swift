import Screens

/// What a request for a screen gets, chosen without rendering anything.
enum ScreenChoice {
  case rendition(CombinationRendition)
  /// A rendition for the capabilities of one app or the attributes of one unit.
  indirect case tailored(TailoredRendition)
  indirect case contentURL(ContentURL)
  /// The request names another version than the given screen's, or the draft.
  case other(VersionName)
  /// The request goes on through the pages of another version.
  case pages(ofVersion: Int)
  case problem(Problem)
}

/// The content of a response, which is rendered if necessary.
enum ScreenContent {
  case rendition(CombinationRendition)
  /// The rendition that a content URL names.
  case immutable(Rendition, RequestTally.CombinationCounts)
  /// The request names another version than the given screen's, or the draft.
  case other(VersionName)
  /// The request goes on through the pages of another version.
  case pages(ofVersion: Int)
  case problem(Problem)
}

/// What a content URL names.
struct ContentURL {
  let digest: String
  let format: String
  let combination: Int
  /// Where the page begins; nil for the first one.
  let cursor: PageCursor?
  /// The capabilities of the app that asks. The URL does not contain them.
  let capabilities: Capabilities?
}
