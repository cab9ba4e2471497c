import Foundation
import JSONText
import Synchronization
import TestFolders

@testable import FolderWatch

#if canImport(Glibc)
  import Glibc
#endif

/// A temporary folder that is watched, and a record of what was read from it.
final class WatchedFolder: Sendable {
  struct Calls {
    /// The texts that the last call read, by path.
    var texts: [String: String] = [:]
    /// The texts that were read from each file, in order, without repetitions.
    var history: [String: [String]] = [:]
    var count = 0
  }

  private let temporary: TemporaryFolder
  var base: String { temporary.path }
  var folder: String { temporary.path("screens") }
  let calls = Monitor(Calls())
  /// Runs in each call, before files are read.
  let hook = Monitor<(@Sendable () -> Void)?>(nil)
  let notices = Monitor([String]())
  private let watch = Mutex<(any FolderEventSource)?>(nil)

  init(_ files: [String: String] = [:]) throws {
    temporary = try TemporaryFolder()
    try temporary.makeFolder("screens")
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { watch.withLock { $0?.cancel() } }

  var reading: FolderReading {
    { [folder, calls, hook] completeFiles in
      hook.value?()
      var texts: [String: String] = [:]
      for path in FolderSnapshot(of: folder).files.keys.map(\.text) {
        if let data = FileManager.default.contents(atPath: folder + "/" + path) {
          texts[path] = String(decoding: data, as: UTF8.self)
        }
      }
      let complete = completeFiles()
      calls.change { calls in
        calls.count += 1
        calls.texts = texts.filter { complete.contains($0.key) }
        for (path, text) in calls.texts where calls.history[path]?.last != text {
          calls.history[path, default: []].append(text)
        }
      }
    }
  }

  enum Way: CaseIterable {
    case polling
    case inotify
    /// As on a file system where the kernel cannot tell whether a file is open for writing.
    case inotifyWithoutLeases
  }

  /// An hour in nanoseconds, for tests in which no file that stays open is read.
  static let hour: UInt64 = 3_600_000_000_000

  /// Starts the watch, and waits until it reports changes.
  /// - Parameter settleTime: nanoseconds after which a file that is open for writing is read if it has not changed.
  func start(_ way: Way, settleTime: UInt64 = PollingEventSource.defaultSettleTime) async throws {
    let changes = FileChanges(since: FolderSnapshot(of: folder))
    try write("ready", to: "ready.json")
    try start(way, changes: changes, settleTime: settleTime)
    guard await reads("ready", from: "ready.json") else { throw NotWatched() }
  }

  struct NotWatched: Error {}

  private func start(_ way: Way, changes: FileChanges, settleTime: UInt64) throws {
    let events: any FolderEventSource
    #if canImport(Glibc)
      events =
        switch way {
        case .polling:
          PollingEventSource(folder, changes: changes, settleTime: settleTime, read: reading)
        case .inotify:
          try InotifyEventSource(folder, changes: changes, settleTime: settleTime, read: reading) { _ in }
        case .inotifyWithoutLeases:
          try InotifyEventSource(
            folder, changes: changes, settleTime: settleTime, openForWriting: { _ in .unknown }, read: reading
          ) { _ in }
        }
    #else
      events = PollingEventSource(folder, changes: changes, settleTime: settleTime, read: reading)
    #endif
    watch.withLock { $0 = events }
  }

  func cancel() { watch.withLock { $0?.cancel() } }

  func path(_ path: String) -> String { folder + "/" + path }

  /// Opens, truncates, writes and closes.
  func write(_ text: String, to path: String) throws {
    let full = self.path(path)
    let parent = String(full[..<(full.lastIndex(of: "/") ?? full.endIndex)])
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: full))
  }

  func move(_ from: String, to path: String) -> Bool {
    unsafe rename(self.path(from), self.path(path)) == 0
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: self.path(path)) }

  /// Waits until the text that was last read from a file is the given one; false after a timeout.
  func reads(_ text: String?, from path: String) async -> Bool {
    await calls.waits { $0.texts[path] == text && $0.count > 0 }
  }
}

/// A value whose changes can be awaited.
final class Monitor<Value: Sendable>: Sendable {
  private struct Waiter {
    let number: Int
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var value: Value
    var waiters: [Waiter] = []
    var next = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  func change(_ body: (inout Value) -> Void) {
    let done = state.withLock { state in
      body(&state.value)
      let done = state.waiters.filter { $0.condition(state.value) }
      state.waiters.removeAll { waiter in done.contains { $0.number == waiter.number } }
      return done
    }
    for waiter in done { waiter.continuation.resume(returning: true) }
  }

  /// Waits until the condition is true; false after 20 seconds.
  func waits(until condition: @escaping @Sendable (Value) -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let (isMet, number) = state.withLock { state in
        if condition(state.value) { return (true, 0) }
        state.next += 1
        state.waiters.append(
          Waiter(number: state.next, condition: condition, continuation: continuation))
        return (false, state.next)
      }
      if isMet { return continuation.resume(returning: true) }
      DispatchQueue.global().asyncAfter(deadline: .now() + 20) { [self] in
        let late = state.withLock { state in
          let late = state.waiters.filter { $0.number == number }
          state.waiters.removeAll { $0.number == number }
          return late
        }
        for waiter in late { waiter.continuation.resume(returning: false) }
      }
    }
  }
}
