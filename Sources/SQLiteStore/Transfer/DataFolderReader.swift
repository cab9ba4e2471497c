internal import FileSystem
internal import Foundation
internal import GRDB
internal import JSONText
package import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads a data folder, even a read-only one or one that a server writes to.
package struct DataFolderReader: StoreSource {
  private let path: String
  private let queue: DatabaseQueue

  /// - Throws: ``StoreError`` with one line that names the folder.
  package init(folder: String) throws(StoreError) {
    let dataFolder = DataFolder(path: folder)
    path = dataFolder.databasePath
    guard FileManager.default.fileExists(atPath: path) else {
      throw .unavailable("there is no data in \(folder.inQuotes); --data or --store names another place")
    }
    try dataFolder.requireContent()
    do {
      queue = try Self.open(path)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Opens a database for reading, also in a read-only folder.
  ///
  /// To read a database in WAL mode, SQLite needs two files beside it. If it can neither find nor create them, and the
  /// log is empty, the database can be opened as immutable (<https://www.sqlite.org/wal.html#read_only_databases>).
  private static func open(_ path: String) throws -> DatabaseQueue {
    guard SystemCall.canRead(path) else {
      throw StoreError.unavailable("cannot read \(path.inQuotes): \(SystemCall.reason)")
    }
    do {
      return try open(path, as: path)
    } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
      let log = path + "-wal"
      guard !SystemCall.hasContent(log) else {
        throw StoreError.readOnly(
          "cannot read \(path.inQuotes): its last changes are in \(log.inQuotes), which SQLite reads only where it "
            + "can create files beside it; copy the folder to a writable place")
      }
      return try open(path, as: immutableURI(path))
    }
  }

  /// The URI that opens a database as immutable (<https://www.sqlite.org/uri.html>).
  private static func immutableURI(_ path: String) -> String {
    // A path with two leading slashes would begin with an authority.
    return (path.hasPrefix("/") ? "file://" : "file:") + PercentEncoding.encoded(path, keeping: "/")
      + "?immutable=1"
  }

  /// - Parameter name: the path or URI that SQLite opens.
  private static func open(_ path: String, as name: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(SQLiteStore.busySeconds)
    let queue = try DatabaseQueue(path: name, configuration: configuration)
    let schema = StoreSchema(path: path)
    try queue.read { database in
      try schema.check(database)
      guard try Int.fetchOne(database, sql: "PRAGMA user_version") == StoreSchema.version else {
        throw StoreError.unavailable(
          "\(path.inQuotes) was written by an older Marquee: start the server on it once")
      }
    }
    return queue
  }

  package func readAll(_ body: (StoreChanges) throws -> Void) throws -> Int {
    do {
      return try queue.read { try StoreParts(path: path).read($0, body) }
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    }
  }

  /// The current screens, formats, groups and tokens.
  package func contents() throws(StoreError) -> StoreContents {
    do {
      return try queue.read { database in
        var contents = StoreContents()
        contents.screens = try VersionTable.newest(in: database, at: path)
        contents.documents = try DocumentTable.documents(in: database, at: path)
        contents.tokens = try TokenTable.tokens(in: database, at: path)
        return contents
      }
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// The error for a copy that cannot be written, with one line that names the file.
  package struct WriteError: Error, Sendable {
    package let message: String

    fileprivate init(_ file: String, _ reason: String = SystemCall.reason) {
      message = "cannot write \(file.inQuotes): \(reason)"
    }
  }

  /// Copies the database to a new file.
  /// - Throws: ``StoreError`` if the file exists or the database cannot be read, ``WriteError``.
  package func backUp(to file: String) throws {
    guard !SystemCall.exists(file) else {
      throw StoreError.unavailable("cannot write \(file.inQuotes): it exists already")
    }
    // Only the owner can read this file, like the database. SQLite accepts an empty file as target.
    guard let part = SystemCall.makeUniqueFile(beside: file) else { throw WriteError(file) }
    defer { SystemCall.remove(part.path) }
    close(part.descriptor)
    do {
      try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part.path]) }
    } catch let error as DatabaseError where Self.isWriteError(error) {
      throw WriteError(file, (error.message ?? "\(error.extendedResultCode)").withoutControlCharacters)
    } catch {
      throw StoreError(error, at: path)
    }
    let descriptor = SystemCall.open(part.path, O_RDONLY)
    guard descriptor >= 0 else { throw WriteError(file) }
    guard SystemCall.synchronise(descriptor) else {
      let failure = WriteError(file)
      close(descriptor)
      throw failure
    }
    close(descriptor)
    guard SystemCall.rename(part.path, toNew: file) else { throw WriteError(file) }
    SystemCall.synchronise(path: SystemCall.parent(of: file))
  }

  /// Whether an error comes from writing the copy. The database itself is only read.
  private static func isWriteError(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_FULL
      || [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_DIR_FSYNC]
        .contains(error.extendedResultCode)
  }
}
