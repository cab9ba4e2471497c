import ScreenKit

struct BView: ViewObject {
  static let viewType = "BViewType"
  var title: String
}
