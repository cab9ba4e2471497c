import JSONText
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of all `.json` files in a folder and its subfolders at one time.
///
/// Like `FolderContents`, it skips names that begin with `.` or `_`, except the folders of documents.
package struct FolderSnapshot: Sendable {
  /// The files by their path relative to the folder. File systems compare names by bytes, and so does `ExactString`.
  private(set) var files: [ExactString: FileStamp] = [:]
  /// The chain of targets of each symbolic link to a file. The folder part of a target contains no links; the target
  /// may not exist.
  private(set) var links: [ExactString: [String]] = [:]
  /// The relative paths of what `FolderContents` does not read but may report: links to folders that are elsewhere or
  /// read at another path, folders that are too deep or have unknown names, and files whose names end like `.JSON`.
  private(set) var unreadNames: Set<ExactString> = []
  /// Whether the folder exists.
  private(set) var exists = false

  /// The limits of `FolderContents`.
  private static let maximumDepth = 32
  private static let maximumFiles = 100_000

  /// Device and inode of the folders that were read: each is read once, even if several links lead to it.
  private var visited: Set<[UInt64]> = []
  /// The links to folders that were found.
  private var folderLinks: [(folder: String, path: String, depth: Int)] = []
  private var root = ""

  package init(of folder: String) { self.init(of: folder) { _, _ in } }

  /// - Parameter visit: called before a folder is read, with the folder's path and the prefix of its files' relative
  ///   paths.
  init<E: Error>(of folder: String, visit: (String, String) throws(E) -> Void) throws(E) {
    guard let real = FileAccess.realPath(folder) else { return }
    root = real
    exists = true
    try read(real, prefix: "", depth: 0, visit: visit)
    // Like `FolderContents`, read folders before links to them.
    var next = 0
    while next < folderLinks.count {
      let link = folderLinks[next]
      next += 1
      var status = stat()
      guard unsafe stat(link.folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      guard FileAccess.isWithin(FileAccess.realPath(link.folder), folder: root),
        insert(FileStamp(status))
      else {
        unreadNames.insert(ExactString(link.path))
        continue
      }
      try read(link.folder, prefix: link.path + "/", depth: link.depth + 1, visit: visit)
    }
  }

  /// Marks a folder as read.
  /// - Returns: whether it was not read before, and may be.
  private mutating func insert(_ stamp: FileStamp) -> Bool {
    visited.count < Self.maximumFiles && visited.insert([stamp.device, stamp.number]).inserted
  }

  private mutating func read<E: Error>(
    _ folder: String, prefix: String, depth: Int, visit: (String, String) throws(E) -> Void
  ) throws(E) {
    guard depth <= Self.maximumDepth else {
      unreadNames.insert(ExactString(prefix))
      return
    }
    try visit(folder, prefix)
    let isInTranslations = prefix.hasPrefix(FolderContents.translations + "/")
    let isInDocuments = isInTranslations || FolderContents.documentFolders.contains { prefix == $0 + "/" }
    for name in (FileAccess.entries(of: folder) ?? []).map(\.name) {
      let isDocuments =
        prefix.isEmpty
        && (FolderContents.documentFolders.contains(name) || name == FolderContents.translations)
      let isSetting = prefix.isEmpty && Setting(file: name) != nil
      let (path, full) = (prefix + name, folder + "/" + name)
      guard let first = name.utf8.first, first != UInt8(ascii: ".") else { continue }
      guard first != UInt8(ascii: "_") || isDocuments || isSetting else {
        if prefix.isEmpty { unreadNames.insert(ExactString(path)) }
        continue
      }
      var status = stat()
      guard unsafe lstat(full, &status) == 0 else { continue }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink, name.hasSuffix(".json") { links[path] = Self.steps(of: full) }
      if isLink { guard unsafe stat(full, &status) == 0 else { continue } }
      if status.st_mode & S_IFMT == S_IFDIR {
        if isLink, !isDocuments {
          if isInDocuments {
            unreadNames.insert(ExactString(path))
          } else {
            folderLinks.append((full, path, depth))
          }
          continue
        }
        guard isDocuments || insert(FileStamp(status)) else {
          unreadNames.insert(ExactString(path))
          continue
        }
        try read(full, prefix: path + "/", depth: depth + 1, visit: visit)
      } else if name.hasSuffix(".json"), files.count < Self.maximumFiles {
        files[path] = FileStamp(status)
      } else if name.lowercased().hasSuffix(".json") {
        unreadNames.insert(ExactString(path))
      }
    }
  }

  private static func steps(of link: String) -> [String] {
    var steps: [String] = []
    var path = link
    while steps.count < 8, let target = target(of: path) {
      let (folder, name) = split(
        target.utf8.first == UInt8(ascii: "/") ? target : split(path).folder + "/" + target)
      guard let folder = FileAccess.realPath(folder) else { break }
      path = folder + "/" + name
      steps.append(path)
    }
    return steps
  }

  private static func target(of link: String) -> String? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      // SAFETY: readlink writes at most the given number of bytes and returns how many it wrote.
      count = unsafe buffer.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return 0 }
        return max(unsafe readlink(link, start, $0.count), 0)
      }
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// The path of the containing folder, and the last component.
  static func split(_ path: String) -> (folder: String, name: String) {
    var path = path[...]
    // By bytes: a slash followed by a combining character is one `Character`.
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = Substring(path.utf8.dropLast()) }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", String(path)) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }
}
