import Dispatch
import Synchronization

/// Has files of a folder read when they change.
final class FolderWatch: Sendable {
  private struct State {
    var events: (any FolderEvents)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - snapshot: how the folder was before it was last read.
  ///   - onNotice: takes a line when changes will be seen more slowly.
  init(
    _ folder: String, since snapshot: FolderSnapshot, onNotice: @escaping @Sendable (String) -> Void,
    read: @escaping FolderReading
  ) {
    let changes = FileChanges(since: snapshot)
    #if canImport(Glibc)
      do throws(Inotify.Failure) {
        let events = try InotifyEvents(folder, changes: changes, read: read) { [weak self] changes in
          onNotice(
            "\(folder) has more folders than the system watches (max_user_watches): looking every 100 ms")
          self?.use(PollingEvents(folder, changes: changes, read: read))
        }
        useAtFirst(events)
      } catch {
        onNotice("the system cannot watch \(folder) (error \(error.code)): looking every 100 ms")
        use(PollingEvents(folder, changes: changes, read: read))
      }
    #else
      use(PollingEvents(folder, changes: changes, read: read))
    #endif
  }

  deinit { cancel() }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.events?.cancel()
    }
  }

  /// They may have been replaced already.
  private func useAtFirst(_ events: any FolderEvents) {
    state.withLock { state in if state.events == nil { state.events = events } }
  }

  private func use(_ events: any FolderEvents) {
    state.withLock { state in
      if state.isCancelled { events.cancel() } else { state.events = events }
    }
  }
}
