import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What tells a file from how it was before.
struct FileStamp: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
  let size: Int64
  /// Nanoseconds since 1970: of the content, and of anything.
  let modified: Int64
  let changed: Int64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    self.changed = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
  }
}

/// How the `.json` files of a folder, and of those below, are at one time. What reading the folder passes over
/// (names that begin with `.` or `_`) is passed over here, too.
struct FolderSnapshot: Sendable {
  /// By the path within the folder.
  private(set) var files: [String: FileStamp] = [:]
  /// Where links lead, step by step, without links in the path to each; it need not exist.
  private(set) var links: [String: [String]] = [:]
  /// False when there is no such folder.
  private(set) var exists = false

  /// As FolderContents has them.
  private static let maximumDepth = 32
  private static let maximumFiles = 100_000

  /// Each folder is read once, whichever links lead to it.
  private var visited: Set<[UInt64]> = []
  private var root = ""

  init(of folder: String) { self.init(of: folder) { _, _ in } }

  /// - Parameter visit: called with a folder's path, and the beginning of its files' paths within the folder,
  ///   before the folder is read.
  init<E: Error>(of folder: String, visit: (String, String) throws(E) -> Void) throws(E) {
    guard let real = FileAccess.realPath(folder) else { return }
    root = real
    exists = true
    try read(real, prefix: "", depth: 0, visit: visit)
  }

  private mutating func read<E: Error>(
    _ folder: String, prefix: String, depth: Int, visit: (String, String) throws(E) -> Void
  ) throws(E) {
    guard depth <= Self.maximumDepth else { return }
    try visit(folder, prefix)
    // Of two ways to a folder the first by name is taken, as when the folder is read.
    for name in (FileAccess.entries(of: folder) ?? []).map(\.name) {
      let isDocuments = prefix.isEmpty && FolderContents.documentFolders.contains(name)
      guard !name.hasPrefix("."), !name.hasPrefix("_") || isDocuments else { continue }
      let (path, full) = (prefix + name, folder + "/" + name)
      var status = stat()
      guard unsafe lstat(full, &status) == 0 else { continue }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink, name.hasSuffix(".json") { links[path] = Self.steps(of: full) }
      if isLink { guard unsafe stat(full, &status) == 0 else { continue } }
      if status.st_mode & S_IFMT == S_IFDIR {
        let stamp = FileStamp(status)
        if !isDocuments {
          guard visited.count < Self.maximumFiles, visited.insert([stamp.device, stamp.number]).inserted,
            !isLink || FileAccess.realPath(full)?.hasPrefix(root + "/") ?? false
          else { continue }
        }
        try read(full, prefix: path + "/", depth: depth + 1, visit: visit)
      } else if name.hasSuffix(".json"), files.count < Self.maximumFiles {
        files[path] = FileStamp(status)
      }
    }
  }

  private static func steps(of link: String) -> [String] {
    var steps: [String] = []
    var path = link
    while steps.count < 8, let target = target(of: path) {
      let (folder, name) = split(target.hasPrefix("/") ? target : split(path).folder + "/" + target)
      guard let folder = FileAccess.realPath(folder) else { break }
      path = folder + "/" + name
      steps.append(path)
    }
    return steps
  }

  private static func target(of link: String) -> String? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      // SAFETY: the call writes no more than the buffer has room for, and says how much it wrote.
      count = unsafe buffer.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return 0 }
        return max(unsafe readlink(link, start, $0.count), 0)
      }
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// The folder that has a name, and the name.
  static func split(_ path: String) -> (folder: String, name: String) {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    guard let slash = path.lastIndex(of: "/") else { return (".", String(path)) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
