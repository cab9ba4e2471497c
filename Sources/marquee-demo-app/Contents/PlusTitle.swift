import Foundation
import ScreenKit

struct PlusTitle: ViewObject {
  static let viewType = "PLUS_TITLE"

  struct Picture: Codable, Hashable, Sendable {
    var imageUrl: URL
    var width: String
    var height: String
  }

  struct Text: Codable, Hashable, Sendable {
    var text: String
    var textStyle: String?
  }

  var firstRowImage: Picture?
  var titleText: Text?
  var badges: [Badge]
  var description: String?
}
