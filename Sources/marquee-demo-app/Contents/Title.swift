import ScreenKit

struct Title: ViewObject {
  static let viewType = "TITLE"
  var title: String?
  var badges: [Badge]
  var description: String?
  var type: String?
}
