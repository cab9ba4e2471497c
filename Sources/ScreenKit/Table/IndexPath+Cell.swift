public import Foundation

extension IndexPath {
  /// The index path of a cell. It equals UIKit's `IndexPath(row:section:)` and `IndexPath(item:section:)`, and
  /// exists on every platform.
  public static func cell(_ row: Int, inSection section: Int) -> IndexPath {
    IndexPath(indexes: [section, row])
  }

  /// The section and the row; nil for a path that does not have two indexes.
  var sectionAndRow: (section: Int, row: Int)? { count == 2 ? (self[0], self[1]) : nil }
}

extension IndexPath {
  /// The path as `section:row`, for descriptions.
  var text: String { map(String.init).joined(separator: ":") }
}
