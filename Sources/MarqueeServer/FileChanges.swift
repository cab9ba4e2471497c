import Dispatch

/// Which files of a folder have changed since they were read.
struct FileChanges: Sendable {
  struct Unread: Sendable {
    let stamp: FileStamp
    /// The first look that found the file like this.
    let since: DispatchTime
  }

  /// The files as they were when they were last read.
  private(set) var read: [String: FileStamp]
  /// Files that are no longer as they were read, or are new.
  private(set) var unread: [String: Unread] = [:]
  private var areSomeGone = false

  init(since snapshot: FolderSnapshot) { read = snapshot.files }

  /// - Parameter touched: files to be read again, even if they look the same.
  mutating func look(at snapshot: FolderSnapshot, touched: Set<String> = [], now: DispatchTime) {
    var found: [String: Unread] = [:]
    for (path, stamp) in snapshot.files where read[path] != stamp || touched.contains(path) {
      if let known = unread[path], known.stamp == stamp {
        found[path] = known
      } else {
        found[path] = Unread(stamp: stamp, since: now)
      }
      read[path] = nil
    }
    unread = found
    let count = read.count
    read = read.filter { snapshot.files[$0.key] != nil }
    if read.count < count { areSomeGone = true }
  }

  /// Takes what can be read as read.
  /// - Returns: whether there is anything to read, or files are gone.
  mutating func take(where isFinished: (String, Unread) -> Bool) -> Bool {
    let finished = unread.filter { isFinished($0.key, $0.value) }
    for (path, file) in finished {
      read[path] = file.stamp
      unread[path] = nil
    }
    defer { areSomeGone = false }
    return areSomeGone || !finished.isEmpty
  }

  /// What was read as the file that was looked at: a file is cut off before events or leases tell of it, but not
  /// before its size does.
  func unchanged(in later: FolderSnapshot) -> Set<String> {
    Set(read.filter { later.files[$0.key] == $0.value }.keys)
  }
}
