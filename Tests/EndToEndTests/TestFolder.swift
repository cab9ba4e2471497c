import Foundation

/// A temporary folder that contains a folder of screens: the shipped view types and formats, without screens.
/// The program runs in it, so that paths in messages are short and known.
struct TestFolder: Sendable {
  let url: URL

  /// The root of this package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "marquee-end-to-end-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: url.appending(path: "screens"), withIntermediateDirectories: true)
    for name in ["_types", "_formats"] {
      try FileManager.default.copyItem(
        at: Self.package.appending(path: "screens/\(name)"), to: url.appending(path: "screens/\(name)"))
    }
  }

  /// Adds a screen that Marquee ships, or a folder such as `_previews`.
  func ship(_ name: String) throws {
    let file = name.hasPrefix("_") ? name : name + ".json"
    try FileManager.default.copyItem(
      at: Self.package.appending(path: "screens/\(file)"), to: url.appending(path: "screens/\(file)"))
  }

  /// Writes a file, and creates its folders.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  func delete(_ path: String) throws { try FileManager.default.removeItem(at: url.appending(path: path)) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// The content of a file; empty if it is missing.
  func text(of name: String) -> String {
    (try? String(contentsOf: url.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Removes the folder. Errors are ignored, because they must not fail a test that has passed.
  func remove() { try? FileManager.default.removeItem(at: url) }
}
