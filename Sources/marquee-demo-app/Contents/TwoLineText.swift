import ScreenKit

struct TwoLineText: ViewObject {
  static let viewType = "TWO_LINE_TEXT"
  var text1: String
  var text2: String
}
