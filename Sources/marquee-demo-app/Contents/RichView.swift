import Foundation
import ScreenKit

struct RichView: ViewObject {
  static let viewType = "RichViewType"

  struct Part: Codable, Hashable, Sendable {
    struct Text: Codable, Hashable, Sendable {
      var text: String
    }

    struct Picture: Codable, Hashable, Sendable {
      var url: URL
    }

    var text: Text?
    var image: Picture?
  }

  var title: String?
  var richText: [Part]?
}
