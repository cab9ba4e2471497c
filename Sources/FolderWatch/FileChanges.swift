import Dispatch
import JSONText

/// The files of a folder that have changed since they were last read.
struct FileChanges: Sendable {
  /// A file that has to be read.
  struct Unread: Sendable {
    let stamp: FileStamp
    /// The time of the first scan that found the file in this state.
    let since: DispatchTime
  }

  /// The state of each file when it was last read.
  private(set) var read: [ExactString: FileStamp]
  /// The files that are new or have changed since they were read.
  private(set) var unread: [ExactString: Unread] = [:]
  private var unreadNames: Set<ExactString>
  /// Whether files were deleted, or ``FolderSnapshot/unreadNames`` has changed.
  private var hasOtherChanges = false

  init(since snapshot: FolderSnapshot) {
    read = snapshot.files
    unreadNames = snapshot.unreadNames
  }

  /// Compares the folder with what was read.
  /// - Parameter touched: files to read again even if their state is the same.
  mutating func compare(with snapshot: FolderSnapshot, touched: Set<ExactString> = [], now: DispatchTime) {
    var found: [ExactString: Unread] = [:]
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
    if read.count < count || unreadNames != snapshot.unreadNames { hasOtherChanges = true }
    unreadNames = snapshot.unreadNames
  }

  /// Marks complete files as read.
  /// - Returns: whether the folder has to be read, because files are complete or deleted, or names are to be reported.
  mutating func markRead(where isComplete: (ExactString, Unread) -> Bool) -> Bool {
    let complete = unread.filter { isComplete($0.key, $0.value) }
    for (path, file) in complete {
      read[path] = file.stamp
      unread[path] = nil
    }
    defer { hasOtherChanges = false }
    return hasOtherChanges || !complete.isEmpty
  }

  /// The files that did not change while they were read. Their sizes are compared, too, because a program can truncate
  /// a file before an event or a lease reports it.
  func unchanged(in later: FolderSnapshot) -> Set<ExactString> {
    Set(read.filter { later.files[$0.key] == $0.value }.keys)
  }
}
