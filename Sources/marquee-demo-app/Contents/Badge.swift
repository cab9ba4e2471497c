import Foundation

struct Badge: Codable, Hashable, Sendable {
  var badgeImage: URL
  var text: String
}
