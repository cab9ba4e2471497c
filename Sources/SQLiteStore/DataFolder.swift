internal import Screens

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The folder a store lives in.
struct DataFolder: Sendable {
  let path: String

  var databasePath: String { path + "/marquee.sqlite" }
  var exposuresPath: String { path + "/exposures.sqlite" }
  var lockPath: String { path + "/marquee.lock" }

  /// Makes the folder and those above it if they are missing.
  func create() throws(StoreError) {
    // A C string ends at U+0000: what follows would be ignored, and another folder used.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unavailable("\(path.onOneLine) is no path of a data folder")
    }
    try Self.makeFolder(path)
    let descriptor = SystemCall.open(path, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      throw .unavailable("cannot use \(path.onOneLine) as data folder: \(SystemCall.reason)")
    }
    close(descriptor)
  }

  /// Makes a database's file, empty, if it is missing: for its owner alone, which SQLite then grants its log
  /// too. A file that may not be written is found here, where SQLite would go on and read it.
  func createFile(_ file: String) throws(StoreError) {
    let descriptor = SystemCall.open(file, O_RDWR | O_CREAT)
    guard descriptor >= 0 else {
      throw .unavailable("cannot write \(file.onOneLine): \(SystemCall.reason)")
    }
    close(descriptor)
    Self.synchronise(path)
  }

  private static func makeFolder(_ path: String) throws(StoreError) {
    if SystemCall.makeDirectory(path) {
      synchronise(parent(of: path))
      return
    }
    if errno == EEXIST { return }
    var reason = SystemCall.reason
    if errno == ENOENT {
      let above = parent(of: path)
      if above != path {
        // As deep as the system's limit of a path: a longer one is ENAMETOOLONG.
        try makeFolder(above)
        if SystemCall.makeDirectory(path) || errno == EEXIST {
          synchronise(above)
          return
        }
        reason = SystemCall.reason
      }
    }
    throw .unavailable("cannot create the data folder \(path.onOneLine): \(reason)")
  }

  static func parent(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.count > 1, rest.last == UInt8(ascii: "/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else {
      return rest.elementsEqual(".".utf8) ? path : "."
    }
    return slash == rest.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes a folder's entries, or a file's content, to the disk. A file system that can't is no worse than before.
  static func synchronise(_ path: String) {
    let descriptor = SystemCall.open(path, O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
