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

/// The contents of the app in these tests.
enum AppContent: Hashable, Sendable {
  case line(String)
  case lines(String, String)
  case image(URL)
  case unknown(String, JSONValue)
}

extension Screen {
  var appContents: [AppContent?] { items.map { $0.content(as: AppContent.self) } }
}

struct Refusal: Error {}

extension ViewRegistry {
  static var samples: ViewRegistry {
    var registry = ViewRegistry { AppContent.unknown($0, $1) }
    registry.register(OneLineText.self) { AppContent.line($0.text1) }
    registry.register(TwoLineText.self) {
      if $0.text1 == "refused" { throw Refusal() }
      return AppContent.lines($0.text1, $0.text2)
    }
    registry.register(OneImage.self) { AppContent.image($0.url) }
    return registry
  }
}

/// Parses JSON text.
func json(_ text: String) throws -> JSONValue {
  try JSONDecoder.screenKit.decode(JSONValue.self, from: Data(text.utf8))
}
