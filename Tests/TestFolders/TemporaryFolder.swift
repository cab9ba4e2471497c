package import Foundation

/// A temporary folder, deleted together with its object.
package final class TemporaryFolder: Sendable {
  package let url: URL
  /// The path, without a slash at its end.
  package var path: String { url.path }

  package init() throws {
    // Programs report paths without symbolic links, such as those to the temporary folder of macOS.
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("marquee-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  // Errors are ignored, because they must not fail a test that has passed.
  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of an entry.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and creates its folders.
  /// - Returns: The path of the file.
  @discardableResult package func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Writes a file, and creates its folders.
  /// - Returns: The path of the file.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file, options: .atomic)
    return file.path
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
  }

  package func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  package func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  package func delete(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
}
