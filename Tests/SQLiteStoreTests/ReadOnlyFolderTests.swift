import Foundation
import GRDB
import JSONText
import ScreenStoreSuite
import Screens
import TestFolders
import Testing

@testable import SQLiteStore

/// Reading data folders that cannot be written. Root ignores permissions, so the tests put folders and links where
/// SQLite would create its files.
@Suite struct ReadOnlyFolderTests {
  private let folder: TemporaryFolder
  /// A name with characters that are special in a URI.
  private let name = "a %41?b#c&mode=rw;é"
  private var data: String { folder.path + "/" + name }

  init() throws {
    folder = try TemporaryFolder()
    let store = try SQLiteStore(folder: data)
    var changes = StoreChanges.of(versions: try (1...3).map { try sample("home", $0) })
    changes.tokens = ["ci": AccessToken(name: "ci", scope: .read, digest: "d", createdAt: 1)]
    try store.save(changes)
    store.close()
  }

  private func lines(_ folder: String) throws -> [JSONValue] {
    var lines: [JSONValue] = []
    _ = try StoreExport.write(DataFolderReader(folder: folder)) { lines.append($0) }
    return lines
  }

  @Test func `a closed database is read where SQLite cannot create files beside it`() throws {
    let expected = try lines(data)
    try? FileManager.default.removeItem(atPath: data + "/marquee.sqlite-wal")
    try folder.makeFolder(name + "/marquee.sqlite-wal")
    let files = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
    #expect(try lines(data) == expected)
    let export = try DataFolderReader(folder: data)
    #expect(try export.contents().tokens.map(\.name) == ["ci"])
    try folder.makeFolder("copy")
    try export.backUp(to: folder.path + "/copy/marquee.sqlite")
    #expect(try lines(folder.path + "/copy") == expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: data).sorted() == files)
  }

  @Test func `a log that cannot be read is an error that names the log`() throws {
    let store = try SQLiteStore(folder: data)
    try store.save(.of(versions: [sample("home", 4)]))
    try folder.makeFolder("crashed")
    for file in ["marquee.sqlite", "marquee.sqlite-wal"] {
      try folder.write(try folder.bytes(of: name + "/" + file), to: "crashed/" + file)
    }
    store.close()
    let crashed = folder.path + "/crashed"
    try FileManager.default.createSymbolicLink(
      atPath: crashed + "/marquee.sqlite-shm", withDestinationPath: "/nowhere/at/all")
    let error = #expect(throws: StoreError.self) { try DataFolderReader(folder: crashed) }
    guard case .readOnly(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("\"\(crashed)/marquee.sqlite-wal\""))
    #expect(!message.contains { $0.isNewline })
    try FileManager.default.removeItem(atPath: crashed + "/marquee.sqlite-shm")
    #expect(try lines(crashed).count == lines(data).count)
  }

  @Test func `a read-only database and a damaged one are different errors`() {
    let error = DatabaseError(
      resultCode: .SQLITE_READONLY, message: "attempt to write a readonly database")
    let expected = StoreError.readOnly("cannot write \"x\": attempt to write a readonly database")
    #expect(StoreError(error, at: "x") == expected)
    let missing = DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "unable to open database file")
    // A missing folder cannot be written either.
    guard case .readOnly = StoreError(missing, at: "/nowhere/at/all") else {
      Issue.record("\(StoreError(missing, at: "/nowhere/at/all"))")
      return
    }
    guard case .unavailable = StoreError(missing, at: folder.path + "/x") else {
      Issue.record("\(StoreError(missing, at: folder.path + "/x"))")
      return
    }
  }
}
