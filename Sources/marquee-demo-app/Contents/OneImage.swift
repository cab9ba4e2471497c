import Foundation
import ScreenKit

struct OneImage: ViewObject {
  static let viewType = "ONE_IMAGE"
  var url: URL
}
