package import Foundation

/// A temporary folder that contains a folder of screens: the shipped view types and formats, without screens.
package struct ScreensFolder: Sendable {
  private let folder: TemporaryFolder
  package var url: URL { folder.url }
  private var screens: URL { url.appendingPathComponent("screens") }

  package init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("screens")
    try PackageFolder.copyScreens(["_types", "_formats"], to: screens)
  }

  /// Adds a screen that Marquee ships, or a folder such as `_previews`.
  package func ship(_ name: String) throws {
    try PackageFolder.copyScreens([name.hasPrefix("_") ? name : name + ".json"], to: screens)
  }

  /// Writes a file, and creates its folders.
  package func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

  package func delete(_ path: String) throws { try folder.delete(path) }

  package func path(_ name: String) -> String { folder.path(name) }

  /// The content of a file; empty if it is missing.
  package func text(of name: String) -> String {
    (try? folder.bytes(of: name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
