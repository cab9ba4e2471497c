import Dispatch
import Synchronization

/// Watches a folder and calls a function that reads it when files change: by inotify on Linux, otherwise by polling.
package final class FolderWatch: Sendable {
  private struct State {
    var events: (any FolderEventSource)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - snapshot: the state of the folder before it was last read. Changes since then are reported.
  ///   - onNotice: receives a line if the watch changes to polling.
  package init(
    _ folder: String, since snapshot: FolderSnapshot, onNotice: @escaping @Sendable (String) -> Void,
    read: @escaping FolderReading
  ) {
    let changes = FileChanges(since: snapshot)
    #if canImport(Glibc)
      do throws(Inotify.SystemError) {
        let events = try InotifyEventSource(folder, changes: changes, read: read) { [weak self] changes in
          onNotice(
            "\(folder) has more folders than inotify can watch, so it is polled every 100 ms; raise fs.inotify.max_user_watches"
          )
          self?.use(PollingEventSource(folder, changes: changes, read: read))
        }
        useInitial(events)
      } catch {
        onNotice("inotify cannot watch \(folder) (error \(error.code)), so it is polled every 100 ms")
        use(PollingEventSource(folder, changes: changes, read: read))
      }
    #else
      use(PollingEventSource(folder, changes: changes, read: read))
    #endif
  }

  deinit { cancel() }

  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.events?.cancel()
    }
  }

  /// Sets the first source, unless it has already been replaced by polling.
  private func useInitial(_ events: any FolderEventSource) {
    state.withLock { state in if state.events == nil { state.events = events } }
  }

  private func use(_ events: any FolderEventSource) {
    state.withLock { state in
      if state.isCancelled { events.cancel() } else { state.events = events }
    }
  }
}
