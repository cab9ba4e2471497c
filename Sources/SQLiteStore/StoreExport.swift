internal import Foundation
internal import GRDB
package import JSONText
package import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Everything that a data folder holds, as JSON Lines: one object a line, whose only member says what it is.
///
/// It is read in one transaction, also while a server writes to the folder. Secrets are not in it: of a token there is
/// its name and scope.
package struct StoreExport: Sendable {
  /// Rises with each change of the lines that an older program could not read.
  package static let format = 1

  private let path: String
  private let queue: DatabaseQueue

  /// - Throws: ``StoreError`` with one line that names the folder.
  package init(folder: String) throws(StoreError) {
    path = DataFolder(path: folder).databasePath
    guard FileManager.default.fileExists(atPath: path) else {
      throw .unavailable("there is no data in \(folder.onOneLine)")
    }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(SQLiteStore.busySeconds)
      queue = try DatabaseQueue(path: path, configuration: configuration)
      let schema = StoreSchema(path: path)
      try queue.read { database in
        try schema.check(database)
        guard try Int.fetchOne(database, sql: "PRAGMA user_version") == StoreSchema.version else {
          throw StoreError.unavailable(
            "\(path.onOneLine) was written by an older Marquee: start the server on it once")
        }
      }
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Writes all of it.
  /// - Parameter write: takes a line without its end.
  /// - Returns: the number of lines.
  package func write(_ write: (JSONValue) throws -> Void) throws -> Int {
    try queue.read { database in
      var count = 0
      func add(_ kind: String, _ value: JSONValue) throws {
        var line = JSONObject()
        line[kind] = value
        try write(.object(line))
        count += 1
      }
      try add("marquee", ["export": .number(JSONNumber(Self.format))])
      for (table, kind) in [
        (DocumentTable.viewType, "viewType"), (.format, "format"), (.group, "group"), (.release, "release"),
      ] {
        for (name, document) in try table.documents(in: database, at: path).sorted(by: { $0.key < $1.key }) {
          try add(kind, ["name": .string(name), "document": document])
        }
      }
      let versions = try Row.fetchCursor(
        database, sql: "SELECT \(VersionRow.columns) FROM version ORDER BY route, number")
      while let row = try versions.next() {
        try add("version", VersionRow.version(from: row, at: path).line)
      }
      let drafts = try String.fetchAll(database, sql: "SELECT route FROM draft ORDER BY route")
      for name in drafts {
        guard let route = try? Route(name),
          let draft = try DraftTable.draft(of: route, in: database, at: path)
        else { throw StoreError.damaged("\(path.onOneLine) is damaged: a draft has no route") }
        try add("draft", draft.line)
      }
      for (file, mark) in try ImportTable.marks(in: database, at: path).sorted(by: { $0.key < $1.key }) {
        try add("imported", mark.line(path: file))
      }
      for token in try TokenTable.tokens(in: database, at: path) {
        try add("token", ["name": .string(token.name), "scope": .string(token.scope.rawValue)])
      }
      let entries = try Row.fetchCursor(database, sql: "SELECT * FROM audit ORDER BY id")
      while let row = try entries.next() { try add("audit", AuditTable.entry(from: row, at: path).line) }
      try add("end", ["lines": .number(JSONNumber(count))])
      return count
    }
  }

  /// What is in force: screens, formats and groups.
  package func contents() throws(StoreError) -> StoreContents {
    do {
      return try queue.read { database in
        var contents = StoreContents()
        contents.screens = try VersionRow.newest(in: database, at: path)
        contents.formats = try DocumentTable.format.documents(in: database, at: path)
        contents.groups = try DocumentTable.group.documents(in: database, at: path)
        return contents
      }
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Makes a copy of the database, whole and at rest, in a file that is not there yet.
  package func backUp(to file: String) throws(StoreError) {
    let part = file + ".part"
    do {
      try? FileManager.default.removeItem(atPath: part)
      // For its owner alone, as the database is; SQLite takes a file that is empty.
      let descriptor = SystemCall.open(part, O_RDWR | O_CREAT | O_EXCL)
      guard descriptor >= 0 else {
        throw StoreError.unavailable("cannot write \(file.onOneLine): \(SystemCall.reason)")
      }
      close(descriptor)
      try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
      DataFolder.synchronise(part)
      guard SystemCall.rename(part, toNew: file) else {
        throw StoreError.unavailable("cannot write \(file.onOneLine): \(SystemCall.reason)")
      }
      DataFolder.synchronise(DataFolder.parent(of: file))
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw StoreError(error, at: file)
    }
  }
}
