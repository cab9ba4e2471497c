import Foundation
import TestFolders
import Testing

@testable import AdminTokenFile

#if canImport(Glibc)
  import Glibc
#endif

/// The file of the admin token in a data folder.
@Suite final class AdminTokenTests: Sendable {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }
  private var path: String { temporary.path("admin-token") }

  init() throws { temporary = try TemporaryFolder() }

  private func write(_ bytes: [UInt8], mode: Int = 0o600) throws {
    try temporary.write(bytes, to: "admin-token")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func mode() throws -> Int? { try temporary.permissions(of: "admin-token") }

  private func content() throws -> [UInt8] { try temporary.bytes(of: "admin-token") }

  /// Records an issue for each warning.
  private func load() throws -> (token: String, isNew: Bool) {
    try AdminToken.load(from: folder) { Issue.record("warned: \($0)") }
  }

  /// Expects a fault of one line that contains the path and a text.
  private func expectRefusal(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: AdminToken.FileError.self, sourceLocation: sourceLocation) { try load() }
    let message = error?.message ?? ""
    #expect(message.contains(path), "\(message)", sourceLocation: sourceLocation)
    #expect(message.contains(text), "\(message)", sourceLocation: sourceLocation)
    #expect(!message.contains { $0.isNewline }, sourceLocation: sourceLocation)
    let fault = #expect(throws: AdminToken.FileError.self, sourceLocation: sourceLocation) {
      try AdminToken.stored(in: folder) { _ in }
    }
    #expect(fault?.message == message, sourceLocation: sourceLocation)
  }

  @Test func `a token is generated once, in a file for its owner alone`() throws {
    #expect(try AdminToken.stored(in: folder) { _ in } == nil)
    let made = try load()
    #expect(made.isNew && AdminToken.isValid(made.token))
    #expect(try mode() == 0o600)
    #expect(try content() == Array((made.token + "\n").utf8))
    let found = try load()
    // New until somebody has seen it, also for the start after one that failed.
    #expect(found.token == made.token && found.isNew)
    AdminToken.didShow(in: folder)
    let shown = try load()
    #expect(shown.token == made.token && !shown.isNew)
  }

  @Test(arguments: ["abc", "abc\n", "abc\r\n", "\n\n  abc\t\r\n\n"])
  func `white space around a token is ignored`(text: String) throws {
    try write(Array(text.utf8))
    let found = try load()
    #expect(found.token == "abc" && !found.isNew)
    #expect(try content() == Array(text.utf8))
  }

  @Test(arguments: ["", "\n", " \r\n\t"]) func `an empty file is refused`(text: String) throws {
    try write(Array(text.utf8))
    expectRefusal("is empty; delete it: the next start generates a new token")
    #expect(try content() == Array(text.utf8))
  }

  @Test(arguments: [
    Array("abc\ndef\n".utf8), Array("abc def".utf8), Array("abc\u{0}".utf8), Array("토큰".utf8),
    Array("a=b".utf8), Array("\"abc\"".utf8), [0xFF, 0xFE, 0x61, 0x00], [0xEF, 0xBB, 0xBF, 0x61],
  ])
  func `a file without exactly one token is refused and not changed`(bytes: [UInt8]) throws {
    try write(bytes)
    expectRefusal("does not contain exactly one token (")
    #expect(try content() == bytes)
  }

  @Test func `a file over the size limit is refused`() throws {
    for (letters, lines) in [(5000, 0), (10, 5000)] {
      try write([UInt8](repeating: 0x61, count: letters) + [UInt8](repeating: 0x0A, count: lines))
      expectRefusal("does not contain exactly one token (")
    }
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o666, 0o620, 0o601])
  func `a file that other users can use gets the mode 0600, with a warning`(mode: Int) throws {
    try write(Array("abc\n".utf8), mode: mode)
    var warnings: [String] = []
    let found = try AdminToken.load(from: folder) { warnings.append($0) }
    #expect(found.token == "abc")
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains(path) == true)
    #expect(warnings.first?.contains("(mode 0\(String(mode, radix: 8)))") == true, "\(warnings)")
    #expect(try self.mode() == 0o600)
    // The next start does not warn again.
    #expect(try load().token == "abc")
  }

  @Test func `a symbolic link is refused and not followed`() throws {
    let target = folder + "/elsewhere"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    expectRefusal("is a symbolic link")
    #expect(!FileManager.default.fileExists(atPath: target))
    try Data("abc\n".utf8).write(to: URL(fileURLWithPath: target))
    expectRefusal("is a symbolic link")
  }

  @Test func `a folder and a pipe are refused`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    expectRefusal("is a folder")
    try FileManager.default.removeItem(atPath: path)
    try #require(unsafe mkfifo(path, 0o600) == 0)
    expectRefusal("is not a regular file")
  }
}
