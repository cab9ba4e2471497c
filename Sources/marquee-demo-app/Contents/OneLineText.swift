import ScreenKit

struct OneLineText: ViewObject {
  static let viewType = "ONE_LINE_TEXT"
  var text1: String
}
