import Dispatch
import Foundation
import Screens
import Synchronization

/// Publishes files of a folder when they change. It looks at names, sizes and times at an interval, which works
/// on every system and through every editor.
final class FolderWatch: Sendable {
  /// A change is seen within this time, and once more for it to be at rest.
  private static let interval = DispatchTimeInterval.milliseconds(100)

  private struct State {
    /// What the folder looked like at the last look, and when it was last imported.
    var seen: [String: FileStamp]
    var imported: [String: FileStamp]
  }

  private struct FileStamp: Equatable {
    let size: Int
    let modified: Date
    let number: Int
  }

  private let folder: String
  private let publisher: Publisher
  private let onProblem: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "marquee.watch")
  private let state: Mutex<State>
  private let isCancelled = Atomic<Bool>(false)

  init(_ folder: String, publisher: Publisher, onProblem: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.publisher = publisher
    self.onProblem = onProblem
    let stamps = Self.stamps(folder)
    state = Mutex(State(seen: stamps, imported: stamps))
    lookLater()
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  private func lookLater() {
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      guard let self, !isCancelled.load(ordering: .acquiring) else { return }
      look()
      lookLater()
    }
  }

  private func look() {
    let now = Self.stamps(folder)
    // Half-written files are still changing: only what two looks agree on is read.
    let isDue = state.withLock { state in
      let isAtRest = state.seen == now && state.imported != now
      state.seen = now
      if isAtRest { state.imported = now }
      return isAtRest
    }
    guard isDue else { return }
    do {
      let report = try publisher.importFiles(try FolderContents(reading: folder))
      for line in report.problems.flatMap(\.lines) { onProblem(line) }
    } catch {
      onProblem("the screens folder \(folder) cannot be taken in: \(error)")
    }
  }

  private static func stamps(_ folder: String) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    guard let paths = FileManager.default.enumerator(atPath: folder) else { return stamps }
    for case let path as String in paths where path.hasSuffix(".json") {
      // Of a link, what it leads to.
      let target = URL(fileURLWithPath: folder + "/" + path).resolvingSymlinksInPath().path
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
        continue
      }
      stamps[path] = FileStamp(
        size: attributes[.size] as? Int ?? 0,
        modified: attributes[.modificationDate] as? Date ?? .distantPast,
        number: attributes[.systemFileNumber] as? Int ?? 0)
    }
    return stamps
  }
}
