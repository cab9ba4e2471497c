import Foundation
import ScreenKit

struct OneLineText: ViewObject {
  static let viewType = "ONE_LINE_TEXT"
  var text1: String
}

struct TwoLineText: ViewObject {
  static let viewType = "TWO_LINE_TEXT"
  var text1: String
  var text2: String
}

struct OneImage: ViewObject {
  static let viewType = "ONE_IMAGE"
  var url: URL
}

/// The value type of the app in these tests.
enum AppContent: Hashable, Sendable {
  case line(String)
  case lines(String, String)
  case image(URL)
  case unknown(String, JSONValue)
}

struct Refusal: Error {}

extension ViewRegistry where Value == AppContent {
  static var samples: ViewRegistry<AppContent> {
    var registry = ViewRegistry { .unknown($0, $1) }
    registry.register(OneLineText.self) { .line($0.text1) }
    registry.register(TwoLineText.self) {
      if $0.text1 == "refused" { throw Refusal() }
      return .lines($0.text1, $0.text2)
    }
    registry.register(OneImage.self) { .image($0.url) }
    return registry
  }
}

/// Parses JSON text.
func json(_ text: String) throws -> JSONValue {
  try JSONDecoder.screenKit.decode(JSONValue.self, from: Data(text.utf8))
}
