package import Foundation

/// The folder of this package.
package enum PackageFolder {
  package static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The screens that Marquee ships.
  package static let screens = url.appendingPathComponent("screens")

  /// Copies files or folders of the shipped screens, such as `_types` and `menu.json`, into another folder.
  package static func copyScreens(_ names: [String], to folder: URL) throws {
    for name in names {
      try FileManager.default.copyItem(
        at: screens.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
  }
}
