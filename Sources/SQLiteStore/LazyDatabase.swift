internal import Foundation
internal import GRDB
internal import Screens
internal import Synchronization

/// A database beside the store, which is created and opened at its first use.
final class LazyDatabase: Sendable {
  let path: String
  private let folder: DataFolder
  private let label: String
  private let applicationID: Int
  private let cacheSize: Int
  private let migrations: [String]
  private let state = Mutex(State.closed)

  private enum State {
    case closed
    case open(DatabaseQueue)
    case ended
  }

  /// - Parameters:
  ///   - folder: a data folder that the caller has locked.
  ///   - applicationID: identifies the file's owner in its header (<https://www.sqlite.org/fileformat.html> §1.3.17).
  ///   - cacheSize: the page cache, in KiB.
  ///   - migrations: the statements of each schema version, from 1. A released one is never edited.
  init(
    path: String, in folder: DataFolder, label: String, applicationID: Int, cacheSize: Int,
    migrations: [String]
  ) {
    self.path = path
    self.folder = folder
    self.label = label
    self.applicationID = applicationID
    self.cacheSize = cacheSize
    self.migrations = migrations
  }

  /// Closes the database. Every later call fails.
  func close() {
    state.withLock { state in
      if case .open(let queue) = state { try? queue.close() }
      state = .ended
    }
  }

  deinit { close() }

  /// Whether there is a database already.
  var isThere: Bool {
    if case .closed = state.withLock({ $0 }) { return FileManager.default.fileExists(atPath: path) }
    return true
  }

  /// The database, opened at the first use.
  /// - Parameter didOpen: called once with the opened database.
  func queue(didOpen: (DatabaseQueue) throws -> Void = { _ in }) throws -> DatabaseQueue {
    try state.withLock { state in
      switch state {
      case .open(let queue): return queue
      case .ended: throw StoreError.unavailable("\(path.inQuotes) is closed")
      case .closed:
        try folder.createFile(path)
        var configuration = Configuration()
        configuration.label = label
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(SQLiteStore.busySeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
          let ownership = DatabaseOwnership(
            path: path, version: migrations.count, applicationID: applicationID)
          try ownership.refuseNewer(database, than: migrator)
          try ownership.refuseOthers(database)
          try SQLiteStore.makeDurable(database)
          try database.execute(sql: "PRAGMA cache_size = -\(cacheSize)")
        }
        try migrator.migrate(queue)
        try didOpen(queue)
        state = .open(queue)
        return queue
      }
    }
  }

  /// Runs each migration in one transaction. The database's `user_version` is the number of the last one.
  private var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (index, statements) in migrations.enumerated() {
      let version = index + 1
      migrator.registerMigration(String(version)) { database in
        try database.execute(sql: statements + "PRAGMA user_version = \(version);")
      }
    }
    return migrator
  }
}
