import Dispatch
import JSONText
import Synchronization

/// Notifications by polling the names, sizes and times of files. Polling works on every system and file system.
final class PollingEventSource: FolderEventSource {
  /// Nanoseconds between two scans. Two scans must find the same state before a file is read.
  private static let interval: UInt64 = 100_000_000
  /// The default of `settleTime`, in nanoseconds.
  static let defaultSettleTime: UInt64 = 1_000_000_000

  private let folder: String
  private let settleTime: UInt64
  private let read: FolderReading
  private let queue = DispatchQueue(label: "marquee.watch.polling")
  private let changes: Mutex<FileChanges>
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameter settleTime: nanoseconds after which a file that is open for writing is read if it has not changed.
  init(
    _ folder: String, changes: FileChanges, settleTime: UInt64 = PollingEventSource.defaultSettleTime,
    read: @escaping FolderReading
  ) {
    self.folder = folder
    self.settleTime = settleTime
    self.read = read
    self.changes = Mutex(changes)
    schedule(after: .nanoseconds(0))
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// The pause between two scans. It is longer for a large folder, so that scans use at most a tenth of a core.
  static func pause(since start: DispatchTime) -> DispatchTimeInterval {
    let taken = DispatchTime.now().uptimeNanoseconds &- start.uptimeNanoseconds
    return .nanoseconds(Int(clamping: max(interval, min(taken, 10_000_000_000) * 9)))
  }

  private func schedule(after pause: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in
      guard let self, !isCancelled.load(ordering: .acquiring) else { return }
      let start = DispatchTime.now()
      scan(now: start)
      schedule(after: Self.pause(since: start))
    }
  }

  private func scan(now: DispatchTime) {
    let snapshot = FolderSnapshot(of: folder)
    // While the folder does not exist, the screens stay published.
    guard snapshot.exists else { return }
    let isDue = changes.withLock { changes in
      changes.compare(with: snapshot, now: now)
      return changes.markRead { path, file in
        // A file that is being written changes between two scans.
        let unchangedTime = now.uptimeNanoseconds &- file.since.uptimeNanoseconds
        return unchangedTime >= settleTime
          || (unchangedTime > 0 && OpenForWriting(folder + "/" + path.text) != .yes)
      }
    }
    guard isDue else { return }
    read {
      let after = FolderSnapshot(of: folder)
      return changes.withLock { $0.unchanged(in: after) }
    }
  }
}
