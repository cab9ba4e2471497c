internal import FileSystem
internal import GRDB
package import Screens
internal import Synchronization

/// Whether a database is a store, or a node's copy of a shared one.
package enum SQLiteStoreRole: Sendable {
  case original, copy
}

/// A ``ScreenStore`` in one SQLite database of a data folder.
///
/// One connection writes and another one reads: with a write-ahead log, a reader sees the last commit and does not wait
/// for a writer (<https://www.sqlite.org/wal.html#concurrency>). A save has been synchronised to the disk when it
/// returns (`synchronous = FULL`: <https://www.sqlite.org/pragma.html#pragma_synchronous>).
package final class SQLiteStore: ScreenStore {
  let folder: DataFolder
  private let lock: FolderLock
  let writer: DatabaseQueue
  private let reader = Mutex(Reader.closed)
  /// The database's file.
  private let file: SystemCall.FileIdentity?

  private enum Reader {
    /// Not opened yet: ``load()`` uses the writer's connection, so a start opens only one.
    case closed
    case open(DatabaseQueue)
    case ended
  }

  /// How long a save waits for another program that uses the file, such as `sqlite3`, in seconds.
  static let busySeconds = 5.0

  /// Opens the store of a data folder. Creates the folder, readable by its owner only, if it is missing.
  /// - Parameters:
  ///   - path: the data folder's path.
  ///   - role: whether this is the store itself, or a node's copy of a shared one.
  ///   - maximumBytes: the maximum size of the database; nil for no limit.
  /// - Throws: ``StoreError`` with one line that names the path.
  package init(
    folder path: String, role: SQLiteStoreRole = .original, maximumBytes: Int? = nil
  ) throws(StoreError) {
    var folder = DataFolder(path: path)
    if role == .copy { folder.database = DataFolder.copyName }
    try folder.create()
    self.folder = folder
    lock = try FolderLock(of: folder)
    // After the lock, because closing a descriptor of the file drops the locks that other connections of this process
    // have on it (POSIX advisory locks, <https://www.sqlite.org/howtocorrupt.html> §2.2).
    try folder.createFile(folder.databasePath)
    file = SystemCall.identity(of: folder.databasePath)
    do {
      writer = try DatabaseQueue(
        path: folder.databasePath, configuration: Self.configuration("marquee.store"))
      let schema = StoreSchema(path: folder.databasePath)
      try writer.inDatabase { database in
        try schema.check(database)
        try Self.makeDurable(database)
        // A copy that loses its last changes in a power failure stays consistent and catches up
        // (<https://www.sqlite.org/wal.html#performance_considerations>).
        if role == .copy { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
        if let maximumBytes { try Self.limitSize(of: database, to: maximumBytes) }
      }
      try schema.migrator.migrate(writer)
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  private static func configuration(_ label: String) -> Configuration {
    var configuration = Configuration()
    configuration.label = label
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busySeconds)
    return configuration
  }

  /// Closes the store. Every later call fails.
  ///
  /// The reader closes first: the last connection to close writes the log into the database, which a read-only
  /// connection cannot do. The lock is released last, so the next process finds the folder at rest. An error loses
  /// nothing, because saved changes are in the log.
  package func close() {
    reader.withLock { reader in
      if case .open(let queue) = reader { try? queue.close() }
      reader = .ended
    }
    try? writer.close()
    lock.release()
  }

  deinit { close() }

  /// The connection for reads, opened at the first read.
  private func readQueue() throws -> DatabaseQueue {
    try reader.withLock { reader in
      switch reader {
      case .open(let queue): return queue
      case .ended: throw StoreError.unavailable("\(folder.databasePath.inQuotes) is closed")
      case .closed:
        var configuration = Self.configuration("marquee.store.reader")
        configuration.readonly = true
        let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
        reader = .open(queue)
        return queue
      }
    }
  }

  /// The tables with the store's content.
  static let contentTables = [
    "version", "document", "imported", "draft", "token", "audit",
  ]

  package func load() throws(StoreError) -> StoreContents {
    try reading(with: writer) { database in
      var contents = StoreContents()
      contents.revision = try HeadTable.revision(in: database)
      contents.screens = try VersionTable.newest(in: database, at: folder.databasePath)
      contents.documents = try DocumentTable.documents(in: database, at: folder.databasePath)
      contents.tokens = try TokenTable.tokens(in: database, at: folder.databasePath)
      contents.schedules = try DraftTable.schedules(in: database, at: folder.databasePath)
      contents.imports = try ImportTable.marks(in: database, at: folder.databasePath)
      // A damaged entry must not keep a server from starting.
      contents.newestAuditEntry = try? AuditTable.newest(in: database, at: folder.databasePath)
      return contents
    }
  }

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    guard !changes.isEmpty else { return try reading { try HeadTable.revision(in: $0) } }
    // Serialising the documents takes time and needs no connection.
    let rows = try StoreRows(changes)
    do {
      return try writer.write { database in
        try requireFile()
        let revision = try HeadTable.advance(in: database, from: changes.baseRevision)
        try rows.write(to: database)
        if let request = changes.request {
          try RequestTable.insert(request, at: changes.audit.first, revision: revision, in: database)
        }
        return revision
      }
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  /// Refuses to write into a file that is no longer at its path. SQLite would go on writing into a deleted file, and the
  /// next start would not find the changes.
  func requireFile() throws(StoreError) {
    guard SystemCall.identity(of: folder.databasePath) == file else {
      throw .unavailable(
        "\(folder.databasePath.inQuotes) was moved or deleted while in use; put it back, or start the server again"
      )
    }
  }

  package func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    try reading { try RequestTable.request(id, in: $0, at: folder.databasePath) }
  }

  package func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double
  ) throws(StoreError) {
    do {
      try writer.write { try RequestTable.keep(response, to: request, at: time, in: $0) }
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  package func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT \(VersionTable.columns) FROM version WHERE route = ? AND number = ?")
      return try Row.fetchOne(statement, arguments: [route.name, number])
        .map { row in try VersionTable.version(from: row, at: folder.databasePath) }
    }
  }

  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(StoreError) -> [VersionSummary] {
    guard limit > 0 else { return [] }
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT \(VersionTable.summaryColumns) FROM version
          WHERE route = ? AND (? IS NULL OR number < ?) ORDER BY number DESC LIMIT ?
          """)
      let rows = try Row.fetchCursor(statement, arguments: [route.name, before, before, limit])
      var summaries: [VersionSummary] = []
      while let row = try rows.next() {
        summaries.append(try VersionTable.summary(from: row, at: folder.databasePath))
      }
      return summaries
    }
  }

  package func draft(of route: Route) throws(StoreError) -> Draft? {
    try reading { try DraftTable.draft(of: route, in: $0, at: folder.databasePath) }
  }

  package func drafts() throws(StoreError) -> [DraftSummary] {
    try reading { try DraftTable.summaries(in: $0, at: folder.databasePath) }
  }

  package func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    try reading { try AuditTable.entries(before: before, limit: limit, in: $0, at: folder.databasePath) }
  }

  /// - Parameter queue: the connection to use; nil for the reader's.
  func reading<Value>(
    with queue: DatabaseQueue? = nil, _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try (queue ?? readQueue()).read(body)
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  /// Makes each commit return only after it is on the disk.
  static func makeDurable(_ database: Database) throws {
    let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw DatabaseError(
        resultCode: .SQLITE_CANTOPEN,
        message: "its file system does not support SQLite's write-ahead log; use a local disk")
    }
    try database.execute(sql: "PRAGMA synchronous = FULL")
    // Darwin's fsync does not flush the disk's own cache. Other systems ignore these settings.
    try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
  }

  private static func limitSize(of database: Database, to bytes: Int) throws {
    let pageSize = max(1, try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096)
    _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
  }
}
