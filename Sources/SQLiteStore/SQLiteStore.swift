internal import GRDB
package import Screens

/// A ``ScreenStore`` in one SQLite database of a data folder.
///
/// One connection writes and reads, in turn. A save has been synchronised to the disk when it returns
/// (write-ahead log, `synchronous = FULL`: <https://www.sqlite.org/pragma.html#pragma_synchronous>).
package final class SQLiteStore: ScreenStore {
  private let folder: DataFolder
  private let lock: FolderLock
  private let queue: DatabaseQueue

  /// How long another reader of the file, as `sqlite3` on the command line, may hold a save up, in seconds.
  static let busySeconds = 5.0

  /// Opens the store of a data folder, which is made if it is missing, readable by its owner alone.
  /// - Parameters:
  ///   - folder: the data folder's path.
  ///   - maximumBytes: the database never grows beyond this; nil for as far as the disk goes.
  /// - Throws: ``StoreError`` with one line that names the path.
  package init(folder path: String, maximumBytes: Int? = nil) throws(StoreError) {
    let folder = DataFolder(path: path)
    try folder.create()
    self.folder = folder
    lock = try FolderLock(of: folder)
    // Only now, under the lock: closing a descriptor of the file would drop the locks that another connection
    // of this process has on it (POSIX advisory locks, <https://www.sqlite.org/howtocorrupt.html> §2.2).
    try folder.createFile(folder.databasePath)
    do {
      var configuration = Configuration()
      configuration.label = "marquee.store"
      configuration.foreignKeysEnabled = true
      configuration.busyMode = .timeout(Self.busySeconds)
      queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
      let schema = StoreSchema(path: folder.databasePath)
      try queue.inDatabase { database in
        try schema.check(database)
        try Self.makeDurable(database)
        if let maximumBytes { try Self.limitSize(of: database, to: maximumBytes) }
      }
      try schema.migrator.migrate(queue)
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  /// Ends the use of the folder; whatever is asked of the store from now on fails.
  ///
  /// The connection ends before the lock does, so that the next one to open the folder finds it at rest. An
  /// error loses nothing: what was saved is in the log already.
  package func close() {
    try? queue.close()
    lock.release()
  }

  deinit { close() }

  /// Whether nothing was ever stored.
  var isEmpty: Bool {
    get throws(StoreError) {
      try reading { database in
        let tables = [
          "version", "viewType", "format", "conditionGroup", "release", "imported", "draft", "token", "audit",
        ]
        return try tables.allSatisfy { table in
          try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") == 0
        }
      }
    }
  }

  package func load() throws(StoreError) -> StoreContents {
    try reading { database in
      var contents = StoreContents()
      contents.screens = try VersionRow.newest(in: database, at: folder.databasePath)
      contents.viewTypes = try documents(.viewType, in: database)
      contents.formats = try documents(.format, in: database)
      contents.groups = try documents(.group, in: database)
      contents.releases = try documents(.release, in: database)
      contents.tokens = try TokenTable.tokens(in: database, at: folder.databasePath)
      contents.schedules = try DraftTable.schedules(in: database, at: folder.databasePath)
      contents.imports = try ImportTable.marks(in: database, at: folder.databasePath)
      return contents
    }
  }

  package func save(_ changes: StoreChanges) throws(StoreError) {
    guard !changes.isEmpty else { return }
    // What takes time is done before the one writer is held.
    let rows = try StoreRows(changes)
    do {
      try queue.write { try rows.write(to: $0) }
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  /// Stores all that `body` hands over, piece by piece, or nothing when it throws.
  /// - Throws: what `body` throws, ``StoreError``.
  func saveTogether(_ body: ((StoreChanges) throws -> Void) throws -> Void) throws {
    do {
      try queue.write { database in
        try body { try StoreRows($0).write(to: database) }
      }
    } catch let error as DatabaseError {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  package func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT \(VersionRow.columns) FROM version WHERE route = ? AND number = ?")
      return try Row.fetchOne(statement, arguments: [route.name, number])
        .map { row in try VersionRow.version(from: row, at: folder.databasePath) }
    }
  }

  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(StoreError) -> [VersionSummary] {
    guard limit > 0 else { return [] }
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT \(VersionRow.summaryColumns) FROM version
          WHERE route = ? AND (? IS NULL OR number < ?) ORDER BY number DESC LIMIT ?
          """)
      let rows = try Row.fetchCursor(statement, arguments: [route.name, before, before, limit])
      var summaries: [VersionSummary] = []
      while let row = try rows.next() {
        summaries.append(try VersionRow.summary(from: row, at: folder.databasePath))
      }
      return summaries
    }
  }

  package func draft(of route: Route) throws(StoreError) -> Draft? {
    try reading { try DraftTable.draft(of: route, in: $0, at: folder.databasePath) }
  }

  package func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    try reading { try AuditTable.entries(before: before, limit: limit, in: $0, at: folder.databasePath) }
  }

  private func documents(_ table: DocumentTable, in database: Database) throws -> DocumentTable.Documents {
    try table.documents(in: database, at: folder.databasePath)
  }

  private func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  /// Each commit is on the disk when it is answered.
  static func makeDurable(_ database: Database) throws {
    let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "its file system has no write-ahead log")
    }
    try database.execute(sql: "PRAGMA synchronous = FULL")
    // On Darwin fsync does not reach the disk itself; elsewhere these do nothing.
    try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
  }

  private static func limitSize(of database: Database, to bytes: Int) throws {
    let pageSize = max(1, try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096)
    _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
  }
}
