import Foundation

/// A temporary folder with a folder of screens in it: the shipped view types and formats, and no screen yet.
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

  /// Adds a screen that Marquee ships.
  func ship(_ name: String) throws {
    try FileManager.default.copyItem(
      at: Self.package.appending(path: "screens/\(name).json"),
      to: url.appending(path: "screens/\(name).json"))
  }

  /// Writes a file, and the folders it stands in.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  func delete(_ path: String) throws { try FileManager.default.removeItem(at: url.appending(path: path)) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// What a file holds; nothing when it isn't there.
  func text(of name: String) -> String {
    (try? String(contentsOf: url.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Leftovers in the system's temporary folder are no reason to fail a test that has passed.
  func remove() { try? FileManager.default.removeItem(at: url) }
}
