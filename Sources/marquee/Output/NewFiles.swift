import FileSystem
import Foundation
import ProgramOutput
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes new files below a folder. Replaces nothing, and follows no symbolic link below the folder.
struct NewFiles {
  private let folder: String
  /// The folders that were created or checked.
  private var checked: Set<String> = []

  init(in folder: String) {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Checks that nothing exists at the paths, before the first file is written.
  /// - Parameter paths: the paths below the folder, with `/` between names.
  /// - Throws: ``CommandError`` if a path is invalid or exists, or if one of its parents is not a folder.
  func check(_ paths: [String]) throws(CommandError) {
    try checkFolders(of: paths)
    for path in paths {
      let names = path.split(separator: "/", omittingEmptySubsequences: false)
      guard names.allSatisfy({ !["", ".", ".."].contains($0) }), !path.utf8.contains(0) else {
        throw CommandError("\(quoted(path)) is not the path of a file below \(printable(folder))")
      }
      let full = folder + "/" + path
      guard !SystemCall.exists(full) else {
        throw CommandError("\(printable(full)) exists, and is not replaced; choose another folder")
      }
    }
  }

  /// Checks that each existing parent of the paths, below the folder, is a folder and not a link.
  /// - Throws: ``CommandError`` if one is a link or a file.
  func checkFolders(of paths: some Sequence<String>) throws(CommandError) {
    for path in paths {
      var parent = folder
      for name in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
        parent += "/" + name
        guard !SystemCall.exists(parent) || Self.isFolder(parent) else { throw Self.occupied(parent) }
      }
    }
  }

  /// Writes a file whole or not at all.
  /// - Parameter path: a path that was checked.
  /// - Throws: ``OutputError``; ``CommandError`` if a parent has become a link or a file since the check.
  mutating func write(_ bytes: [UInt8], to path: String) throws {
    try makeRoot()
    var parent = folder
    for name in path.split(separator: "/").dropLast() {
      parent += "/" + name
      try makeFolder(parent)
    }
    let full = folder + "/" + path
    guard let part = SystemCall.makeUniqueFile(beside: full, permissions: 0o666) else {
      throw OutputError(printable(full))
    }
    // Not flushed to the disk: thousands of files would take minutes, and the command can write them again.
    let isWritten = SystemCall.write(bytes[...], to: part.descriptor)
    let failure = OutputError(printable(full))
    // Some file systems report a full disk only on close.
    guard close(part.descriptor) == 0 || errno == EINTR, isWritten else {
      let late = OutputError(printable(full))
      SystemCall.remove(part.path)
      throw isWritten ? late : failure
    }
    guard SystemCall.rename(part.path, toNew: full) else {
      let failure = OutputError(printable(full))
      SystemCall.remove(part.path)
      throw failure
    }
  }

  /// Creates the folder. It can itself be a link, because the user named it.
  private mutating func makeRoot() throws {
    guard checked.insert(folder).inserted else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      StandardError.write("marquee: cannot create \(printable(folder)): \(error.localizedDescription)")
      throw OutputError.exitCode
    }
  }

  private mutating func makeFolder(_ path: String) throws {
    guard checked.insert(path).inserted else { return }
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    if unsafe mkdir(path, 0o777) == 0 { return }
    guard errno == EEXIST else { throw OutputError(printable(path)) }
    guard Self.isFolder(path) else { throw Self.occupied(path) }
  }

  /// Whether the path is a folder, and not a link to one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func occupied(_ path: String) -> CommandError {
    CommandError(
      "\(printable(path)) is a link or a file, so nothing is written below it; choose another folder")
  }
}
