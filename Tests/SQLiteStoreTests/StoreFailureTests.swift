import Foundation
import JSONText
import SQLiteStore
import ScreenStoreSuite
import Screens
import SeededRandom
import TestFolders
import Testing

/// Errors of a store that cannot be used: one line that names the path.
@Suite struct StoreFailureTests {
  let folder: TemporaryFolder
  var database: String { folder.path + "/marquee.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  @Test func `the data folder and its parents are created for the owner only`() throws {
    let store = try SQLiteStore(folder: folder.path + "/above/data/")
    #expect(try store.load().screens.isEmpty)
    #expect(try folder.permissions(of: "above") == 0o700)
    #expect(try folder.permissions(of: "above/data") == 0o700)
    for name in ["marquee.sqlite", "marquee.sqlite-wal", "marquee.lock"] {
      #expect(try folder.permissions(of: "above/data/" + name) == 0o600)
    }
  }

  @Test func `a folder in use is refused until the first store ends`() throws {
    var first: SQLiteStore? = try SQLiteStore(folder: folder.path)
    #expect(try first?.load().screens.isEmpty == true)
    let expected = StoreError.locked(
      "another Marquee is using the data folder \"\(folder.path)\"; stop it, or choose another folder with --data"
    )
    #expect(throws: expected) { try SQLiteStore(folder: folder.path) }
    first = nil
    #expect(try SQLiteStore(folder: folder.path).load().screens.isEmpty)
  }

  @Test func `a refused second store does not disturb the first`() throws {
    let first = try SQLiteStore(folder: folder.path)
    for number in 1...3 {
      _ = try? SQLiteStore(folder: folder.path)
      try first.save(.of(versions: [sample("home", number)]))
    }
    #expect(try first.load().screens == [UnparsedVersion(sample("home", 3))])
  }

  @Test func `the database of a newer Marquee is refused and stays unchanged`() throws {
    try fill()
    var bytes = try folder.bytes(of: "marquee.sqlite")
    // `user_version`: bytes 60 to 63 of the header, https://www.sqlite.org/fileformat.html §1.3
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try folder.write(bytes, to: "marquee.sqlite")
    let expected = StoreError.newer("\"\(database)\" was written by a newer Marquee; use that version")
    #expect(throws: expected) { try SQLiteStore(folder: folder.path) }
    #expect(try folder.bytes(of: "marquee.sqlite") == bytes)
  }

  @Test func `a file that is not a database is refused`() throws {
    let text = Array(repeating: UInt8(ascii: "x"), count: 5000)
    try folder.write(text, to: "marquee.sqlite")
    let expected = StoreError.damaged("\"\(database)\" is damaged: it is not an SQLite database")
    #expect(throws: expected) { try SQLiteStore(folder: folder.path) }
    #expect(try folder.bytes(of: "marquee.sqlite") == text)
  }

  @Test func `a database of another program is refused`() throws {
    try fill()
    var bytes = try folder.bytes(of: "marquee.sqlite")
    // `application_id`: bytes 68 to 71 of the header.
    bytes.replaceSubrange(68..<72, with: [0, 0, 0, 0])
    try folder.write(bytes, to: "marquee.sqlite")
    let expected = StoreError.damaged("\"\(database)\" is not a database of Marquee")
    #expect(throws: expected) { try SQLiteStore(folder: folder.path) }
  }

  @Test func `a truncated database is refused`() throws {
    try fill()
    let bytes = try folder.bytes(of: "marquee.sqlite")
    for pages in 1..<(bytes.count / 4096) {
      try folder.write(bytes.prefix(pages * 4096), to: "marquee.sqlite")
      expectDamaged { _ = try SQLiteStore(folder: folder.path) }
    }
  }

  @Test func `random damage leads to a StoreError or to readable data`() throws {
    try fill()
    let bytes = try folder.bytes(of: "marquee.sqlite")
    var random = SplitMix64(seed: 7)
    var refusals = 0
    for _ in 0..<150 {
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let copy = try TemporaryFolder()
      try copy.write(damaged, to: "marquee.sqlite")
      do {
        let store = try SQLiteStore(folder: copy.path)
        _ = try store.load()
        _ = try store.versions(of: Route("home"), before: nil, limit: 100)
        for number in 1...30 { _ = try store.version(number, of: Route("home")) }
      } catch let error as StoreError {
        refusals += 1
        expectOneLine(error, naming: copy.path)
      }
    }
    #expect(refusals > 0)
  }

  @Test func `a stored definition that is not JSON is damage`() throws {
    try fill()
    var bytes = try folder.bytes(of: "marquee.sqlite")
    replaceFirstByte(of: #"{"name":"marker-home-30""#, in: &bytes)
    try folder.write(bytes, to: "marquee.sqlite")
    let store = try SQLiteStore(folder: folder.path)
    let expected = StoreError.damaged(
      #""\#(database)" is damaged: a definition has an invalid value (route "home", number 30)"#)
    // Definitions are parsed when they are needed.
    #expect(try store.load().screens.map(\.number) == [30])
    #expect(throws: expected) { try store.version(30, of: Route("home")) }
    #expect(try store.version(29, of: Route("home")) == sample("home", 29))
  }

  @Test func `a stored document that is not JSON is read as a string, and the doctor names it`() throws {
    try fill()
    #expect(SQLiteDoctor.findings(of: folder.path).allSatisfy { $0.level == .ok })
    var bytes = try folder.bytes(of: "marquee.sqlite")
    replaceFirstByte(of: #"{"title":"marker-card"}"#, in: &bytes)
    try folder.write(bytes, to: "marquee.sqlite")
    let damaged = JSONValue.string(#"?"title":"marker-card"}"#)
    var store: SQLiteStore? = try SQLiteStore(folder: folder.path)
    #expect(try store?.load().documents[.viewType] == ["card": damaged])
    for isInUse in [true, false] {
      if !isInUse { store = nil }
      let failures = SQLiteDoctor.findings(of: folder.path).filter { $0.level == .failure }
      #expect(
        failures.map(\.message) == [#"not JSON: viewType "card"; write it again, or restore a backup"#],
        "\(isInUse)")
    }
  }

  @Test func `a stored draft that is not JSON is named by the store and by the doctor`() throws {
    try fill()
    var bytes = try folder.bytes(of: "marquee.sqlite")
    replaceFirstByte(of: #"{"name":"marker-draft""#, in: &bytes)
    try folder.write(bytes, to: "marquee.sqlite")
    let expected = #""\#(database)" is damaged: a definition has an invalid value (route "soup")"#
    #expect(throws: StoreError.damaged(expected)) {
      try SQLiteStore(folder: folder.path).draft(of: Route("soup"))
    }
    let failures = SQLiteDoctor.findings(of: folder.path).filter { $0.level == .failure }
    #expect(failures.map(\.message) == [expected + "; publish it again, delete it, or restore a backup"])
  }

  @Test func `nothing is written into a database that was moved or deleted`() throws {
    let data = folder.path + "/data"
    let store = try SQLiteStore(folder: data)
    try store.save(.of(versions: [sample("home", 1)]))
    // Opens the connection for reads.
    #expect(try store.version(1, of: Route("home")) != nil)
    let moved = StoreError.unavailable(
      #""\#(data)/marquee.sqlite" was moved or deleted while in use; put it back, or start the server again"#)
    try FileManager.default.moveItem(atPath: data, toPath: data + "-moved")
    #expect(throws: moved) { try store.save(.of(versions: [sample("home", 2)])) }
    // Reads go on.
    #expect(try store.version(1, of: Route("home")) != nil)
    // Another folder of the same name is not the one of the store.
    try folder.makeFolder("data")
    try folder.write([], to: "data/marquee.sqlite")
    #expect(throws: moved) { try store.save(.of(versions: [sample("home", 2)])) }
    try folder.delete("data")
    try FileManager.default.moveItem(atPath: data + "-moved", toPath: data)
    try store.save(.of(versions: [sample("home", 2)]))
    try folder.delete("data")
    #expect(throws: moved) { try store.save(.of(versions: [sample("home", 3)])) }
  }

  @Test func `a path that is not a folder is refused`() throws {
    try folder.write([], to: "file")
    let file = folder.path + "/file"
    #expect(throws: StoreError.unavailable("cannot use \"\(file)\" as data folder: Not a directory")) {
      try SQLiteStore(folder: file)
    }
    let below = file + "/data"
    #expect(throws: StoreError.unavailable("cannot create the data folder \"\(below)\": Not a directory")) {
      try SQLiteStore(folder: below)
    }
  }

  @Test(arguments: [
    "", "/tmp/a\u{0}b", String(repeating: "x", count: 5000), String(repeating: "y/", count: 9000),
  ])
  func `an impossible path is refused`(_ path: String) throws {
    let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: path) }
    guard case .unavailable(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!message.contains { $0.isNewline })
  }

  @Test func `the error names the file that cannot be written`() throws {
    try folder.makeFolder("marquee.lock")
    let lock = folder.path + "/marquee.lock"
    #expect(throws: StoreError.unavailable("cannot write \"\(lock)\": Is a directory")) {
      try SQLiteStore(folder: folder.path)
    }
    let other = try TemporaryFolder()
    try other.makeFolder("marquee.sqlite")
    let file = other.path + "/marquee.sqlite"
    #expect(
      throws: StoreError.unavailable("cannot use \"\(file)\" as a database: it is not a regular file")
    ) {
      try SQLiteStore(folder: other.path)
    }
  }

  @Test func `a full database refuses a save and keeps the earlier ones`() throws {
    let store = try SQLiteStore(folder: folder.path, maximumBytes: 128 * 1024)
    var saved = 0
    let expected = StoreError.full("there is no room left to write \"\(database)\"")
    #expect(throws: expected) {
      for number in 1...10_000 {
        try store.save(.of(versions: [sample("home", number)]))
        saved = number
      }
    }
    #expect(saved > 0)
    #expect(try store.load().screens == [UnparsedVersion(sample("home", saved))])
    #expect(try store.versions(of: Route("home"), before: nil, limit: .max).count == saved)
  }

  @Test func `a name with U+0000 is refused`() throws {
    let store = try SQLiteStore(folder: folder.path)
    var changes = StoreChanges()
    changes.imports["a\u{0}b"] = .sample("true")
    let expected = StoreError.unavailable(#""a\u0000b" cannot be stored: it contains the character U+0000"#)
    #expect(throws: expected) { try store.save(changes) }
    #expect(try store.load().imports.isEmpty)
  }

  @Test func `a definition nested too deeply to be read is refused`() throws {
    let store = try SQLiteStore(folder: folder.path)
    // Brackets within a string do not nest.
    var definition = JSONValue.string(#"\"[{"#)
    for _ in 0..<JSONParser.defaultDepth { definition = ["x": definition] }
    func changes(_ number: Int) throws -> StoreChanges {
      .of(versions: [
        ScreenVersion(route: try Route("home"), number: number, definition: definition, record: .sample)
      ])
    }
    try store.save(changes(1))
    definition = [definition]
    #expect(throws: StoreError.unavailable("\"home\" cannot be stored: it is nested more than 512 deep")) {
      try store.save(changes(2))
    }
    #expect(try store.load().screens.map(\.number) == [1])
  }

  /// Saves thirty versions and a document of each kind, then closes the store.
  private func fill() throws {
    let store = try SQLiteStore(folder: folder.path)
    var changes = StoreChanges.of(versions: try (1...30).map { try sample("home", $0) })
    changes.documents[.viewType]["card"] = .object(["title": "marker-card"])
    let soup = try Route("soup")
    changes.drafts[soup] = .some(
      Draft(
        route: soup, definition: ["name": "marker-draft", "items": []], baseVersion: 0, revision: 1,
        savedAt: 1,
        by: "ann", message: nil, schedule: nil))
    changes.documents[.format]["wire"] = []
    changes.imports["home.json"] = .sample("{}")
    try store.save(changes)
  }

  /// Damages a text wherever it is in a file, and checks that it is there.
  private func replaceFirstByte(of text: String, in bytes: inout [UInt8]) {
    let starts = bytes.indices.filter { bytes[$0...].starts(with: text.utf8) }
    #expect(!starts.isEmpty)
    for start in starts { bytes[start] = UInt8(ascii: "?") }
  }

  private func expectDamaged(_ body: () throws -> Void) {
    let error = #expect(throws: StoreError.self) { try body() }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private func expectOneLine(_ error: StoreError, naming path: String) {
    #expect(error.message.contains(path))
    #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
  }
}
