package import Foundation

/// A temporary folder that only this user can read.
package struct TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "marquee-selftest-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  package func remove() throws { try FileManager.default.removeItem(at: url) }
}
