import Dispatch
import Synchronization

/// Looks at names, sizes and times at an interval, which works on every system and file system.
final class PollingEvents: FolderEvents {
  /// A change is seen within this time, and once more for it to be at rest.
  private static let interval: UInt64 = 100_000_000
  /// Nanoseconds for which a file that is still open for writing must not change to be read.
  static let rest: UInt64 = 1_000_000_000

  private let folder: String
  private let read: FolderReading
  private let queue = DispatchQueue(label: "marquee.watch.polling")
  private let changes: Mutex<FileChanges>
  private let isCancelled = Atomic<Bool>(false)

  init(_ folder: String, changes: FileChanges, read: @escaping FolderReading) {
    self.folder = folder
    self.read = read
    self.changes = Mutex(changes)
    lookLater(after: .nanoseconds(0))
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// The time between two looks: for a folder of very many files so much that looking takes a tenth of a core.
  static func pause(since start: DispatchTime) -> DispatchTimeInterval {
    let taken = DispatchTime.now().uptimeNanoseconds &- start.uptimeNanoseconds
    return .nanoseconds(Int(clamping: max(interval, min(taken, 10_000_000_000) * 9)))
  }

  private func lookLater(after pause: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in
      guard let self, !isCancelled.load(ordering: .acquiring) else { return }
      let start = DispatchTime.now()
      look(now: start)
      lookLater(after: Self.pause(since: start))
    }
  }

  private func look(now: DispatchTime) {
    let snapshot = FolderSnapshot(of: folder)
    // A folder that is gone for now leaves what was read from it as it is.
    guard snapshot.exists else { return }
    let isDue = changes.withLock { changes in
      changes.look(at: snapshot, now: now)
      return changes.take { path, file in
        // Half-written files are still changing: only what two looks agree on is read.
        let rest = now.uptimeNanoseconds &- file.since.uptimeNanoseconds
        return rest >= Self.rest || (rest > 0 && OpenForWriting(folder + "/" + path) != .yes)
      }
    }
    guard isDue else { return }
    read {
      let after = FolderSnapshot(of: folder)
      return changes.withLock { $0.unchanged(in: after) }
    }
  }
}
