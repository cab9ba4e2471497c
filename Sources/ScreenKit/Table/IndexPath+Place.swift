public import Foundation

extension IndexPath {
  /// The place of a cell; what UIKit's `IndexPath(row:section:)` and `IndexPath(item:section:)` make, on every platform.
  public static func cell(_ row: Int, inSection section: Int) -> IndexPath {
    IndexPath(indexes: [section, row])
  }

  /// Section and row; nil for a path of another length.
  var place: (section: Int, row: Int)? { count == 2 ? (self[0], self[1]) : nil }
}

extension IndexPath {
  /// `section:row`, for people.
  var text: String { map(String.init).joined(separator: ":") }
}
