internal import FileSystem
package import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The folder that contains the databases and the lock of a server.
package struct DataFolder: Sendable {
  let path: String
  /// The name of the database with screens.
  var database = "marquee.sqlite"

  var databasePath: String { path + "/" + database }
  var exposuresPath: String { path + "/exposures.sqlite" }
  var reportsPath: String { path + "/reports.sqlite" }
  var webhooksPath: String { path + "/webhooks.sqlite" }
  var lockPath: String { path + "/marquee.lock" }

  package init(path: String) { self.path = path }

  /// The name of the database of a copy.
  static let copyName = "replica.sqlite"

  /// An empty file. Its last change is when the copy last had everything.
  var currentMarkPath: String { path + "/replica.current" }

  /// Renames the database of a copy to `….unusable`, so that a new one can be made.
  package func setCopyAside() {
    let file = path + "/" + Self.copyName
    SystemCall.remove(file + ".unusable")
    if !SystemCall.rename(file, toNew: file + ".unusable") { SystemCall.remove(file) }
    for suffix in ["-wal", "-shm"] { SystemCall.remove(file + suffix) }
    SystemCall.remove(currentMarkPath)
  }

  /// Whether there is a database of screens.
  package var hasDatabase: Bool { SystemCall.exists(databasePath) }

  /// Whether the database of screens is a file without content. A crash during the first start leaves one, and so does
  /// a copy that failed.
  package var isDatabaseEmpty: Bool {
    SystemCall.kind(of: databasePath) == .empty && !SystemCall.hasContent(databasePath + "-wal")
  }

  /// Refuses a database that is empty, for a command that needs its content.
  package func requireContent() throws(StoreError) {
    try Self.requireFile(databasePath)
    guard !isDatabaseEmpty else {
      throw .unavailable("\(databasePath.inQuotes) is empty (0 bytes); restore a backup, or delete the file")
    }
  }

  /// Refuses a pipe or a device, which SQLite would wait for.
  private static func requireFile(_ path: String) throws(StoreError) {
    if SystemCall.kind(of: path) == .other {
      throw .unavailable("cannot use \(path.inQuotes) as a database: it is not a regular file")
    }
  }

  /// Creates the folder and its parents if they are missing.
  func create() throws(StoreError) {
    // A C string ends at U+0000, so the system would use another folder.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unavailable("\(path.inQuotes) is not a valid path of a data folder")
    }
    try Self.makeFolder(path)
    let descriptor = SystemCall.open(path, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      throw .unavailable("cannot use \(path.inQuotes) as data folder: \(SystemCall.reason)")
    }
    close(descriptor)
  }

  /// Creates a database's file, empty, if it is missing. Only the owner can read it, and SQLite gives its log the same
  /// permissions. Fails if the file cannot be written; SQLite would open it for reading.
  func createFile(_ file: String) throws(StoreError) {
    try Self.requireFile(file)
    let descriptor = SystemCall.open(file, O_RDWR | O_CREAT)
    guard descriptor >= 0 else { throw Self.failure(writing: file) }
    close(descriptor)
    SystemCall.synchronise(path: path)
  }

  /// Converts the `errno` of a failed call that writes a file.
  static func failure(writing file: String) -> StoreError {
    let isReadOnly = [EROFS, EACCES, EPERM].contains(errno)
    let text = "cannot write \(file.inQuotes): \(SystemCall.reason)"
    return isReadOnly ? .readOnly(text) : .unavailable(text)
  }

  private static func makeFolder(_ path: String) throws(StoreError) {
    if SystemCall.makeDirectory(path) {
      SystemCall.synchronise(path: SystemCall.parent(of: path))
      return
    }
    if errno == EEXIST { return }
    var reason = SystemCall.reason
    if errno == ENOENT {
      let above = SystemCall.parent(of: path)
      if above != path {
        // The recursion is limited by the system's limit of a path: a longer one fails with ENAMETOOLONG.
        try makeFolder(above)
        if SystemCall.makeDirectory(path) || errno == EEXIST {
          SystemCall.synchronise(path: above)
          return
        }
        reason = SystemCall.reason
      }
    }
    throw .unavailable("cannot create the data folder \(path.inQuotes): \(reason)")
  }
}
