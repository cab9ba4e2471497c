import Foundation
import ScreenKit

struct AView: ViewObject {
  static let viewType = "AViewType"
  var title: String
  var iconUrl: URL
}
