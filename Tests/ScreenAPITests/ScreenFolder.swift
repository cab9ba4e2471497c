import Foundation

/// A temporary folder that contains a folder of screens: the shipped view types and formats, without screens.
struct ScreenFolder: Sendable {
  let url: URL

  /// The screens that Marquee ships.
  private static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "screens")

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "marquee-api-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: url.appending(path: "screens"), withIntermediateDirectories: true)
    for name in ["_types", "_formats"] {
      try FileManager.default.copyItem(
        at: Self.shipped.appending(path: name), to: url.appending(path: "screens/\(name)"))
    }
  }

  /// Adds a screen that Marquee ships.
  func ship(_ name: String) throws {
    try FileManager.default.copyItem(
      at: Self.shipped.appending(path: "\(name).json"), to: url.appending(path: "screens/\(name).json"))
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

  /// Removes the folder. Errors are ignored, because they must not fail a test that has passed.
  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// Screens that consist of lines of text.
enum Lines {
  /// A definition with an item for each line. The line is also the id.
  static func definition(_ lines: [String]) -> String {
    let items = lines.map { line in
      #"{"id":"\#(line)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(line)"}}"#
    }
    return #"{"screenName":"Lines","items":[\#(items.joined(separator: ","))]}"#
  }

  /// The same screen in the format `viewItems`.
  static func viewItems(_ lines: [String]) -> String {
    let items = lines.map { #"{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"\#($0)"}}"# }
    return #"{"viewItems":[\#(items.joined(separator: ","))]}"#
  }
}
