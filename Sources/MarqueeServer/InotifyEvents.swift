#if canImport(Glibc)
  // SAFETY: sources may be used from any thread; Dispatch does not say so to the compiler.
  @unsafe @preconcurrency import Dispatch
  import Glibc
  import Synchronization

  /// Is told by the kernel about changes, and sleeps otherwise.
  ///
  /// An event only says when to look, and which files are being written; what changed is found by comparing the
  /// folder with how it was when it was read. So lost events (a full queue, a folder filled before it was watched)
  /// lose no change. Changes made by other machines to a network file system are not told by the kernel.
  final class InotifyEvents: FolderEvents {
    private static let quiet = DispatchTimeInterval.milliseconds(30)
    /// From the first event to reading, even if events keep coming.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    /// What the names in a watched folder mean.
    fileprivate struct Names {
      /// What precedes a name in paths within the folder; none for a folder that only has targets of links.
      var prefixes: Set<String> = []
      /// Names that mean something else, too: paths of the links that lead to them.
      var targets: [String: Set<String>] = [:]
    }

    fileprivate struct State {
      var changes: FileChanges
      var watches: [Int32: Names] = [:]
      /// Files with an event since the last look.
      var touched: Set<String> = []
      /// Files that were written to and not closed since.
      var writing: Set<String> = []
      var firstEvent: DispatchTime?
    }

    private let folder: String
    private let read: FolderReading
    private let onExhausted: @Sendable (FileChanges) -> Void
    private let inotify: Inotify
    private let watchLimit: Int
    private let asking: @Sendable (String) -> OpenForWriting
    private let source: any DispatchSourceRead
    private let timer: any DispatchSourceTimer
    private let state: Mutex<State>

    /// - Parameters:
    ///   - watchLimit: folders to be watched at most.
    ///   - asking: says whether the file at a path is open for writing.
    ///   - onExhausted: called when there are more folders than can be watched; nothing comes after that.
    /// - Throws: ``Inotify/Failure`` when the system has no descriptor to give.
    init(
      _ folder: String, changes: FileChanges, watchLimit: Int = 100_000,
      asking: @escaping @Sendable (String) -> OpenForWriting = { OpenForWriting($0) },
      read: @escaping FolderReading,
      onExhausted: @escaping @Sendable (FileChanges) -> Void
    ) throws(Inotify.Failure) {
      self.folder = folder
      self.read = read
      self.onExhausted = onExhausted
      self.watchLimit = watchLimit
      self.asking = asking
      inotify = try Inotify()
      state = Mutex(State(changes: changes))
      let queue = DispatchQueue(label: "marquee.watch")
      let descriptor = inotify.descriptor
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      timer = DispatchSource.makeTimerSource(queue: queue)
      source.setCancelHandler { close(descriptor) }
      source.setEventHandler { [weak self] in self?.takeEvents() }
      timer.setEventHandler { [weak self] in self?.look() }
      timer.schedule(deadline: .now())
      source.activate()
      timer.activate()
    }

    deinit { cancel() }

    func cancel() {
      source.cancel()
      timer.cancel()
    }

    private func takeEvents() {
      let events = inotify.events()
      let now = DispatchTime.now()
      let deadline: DispatchTime? = state.withLock { state in
        guard state.note(events) else { return nil }
        let first = state.firstEvent ?? now
        state.firstEvent = first
        return min(now + Self.quiet, first + Self.patience)
      }
      if let deadline { timer.schedule(deadline: deadline, leeway: .milliseconds(1)) }
    }

    private func look() {
      // Once cancelled, the descriptor may be closed, and its number another file's.
      guard !source.isCancelled else { return }
      let now = DispatchTime.now()
      do throws(Inotify.Failure) {
        let snapshot = try watchAll()
        let events = inotify.events()
        let (isDue, isMoreToCome) = state.withLock { state in
          _ = state.note(events)
          state.firstEvent = nil
          guard snapshot.exists else { return (false, true) }
          state.writing = state.writing.filter { snapshot.files[$0] != nil }
          let (touched, writing) = (state.touched, state.writing)
          state.touched = []
          state.changes.look(at: snapshot, touched: touched, now: now)
          let isDue = state.changes.take { path, file in
            let rest = now.uptimeNanoseconds &- file.since.uptimeNanoseconds
            if rest >= PollingEvents.rest { return true }
            return switch asking(folder + "/" + path) {
            case .yes: false
            case .no: true
            // A file without an event may have been opened before its folder was watched; one that is being cut
            // off is empty before there is an event.
            case .unknown:
              !writing.contains(path) && file.stamp.size > 0 && (touched.contains(path) || rest > 0)
            }
          }
          return (isDue, !state.changes.unread.isEmpty)
        }
        // A file is open for writing, or the folder is gone.
        if isMoreToCome {
          timer.schedule(deadline: .now() + PollingEvents.pause(since: now), leeway: .milliseconds(1))
        }
        guard isDue else { return }
        read {
          let after = FolderSnapshot(of: folder)
          takeEvents()
          return state.withLock { $0.changes.unchanged(in: after).subtracting($0.touched) }
        }
      } catch {
        cancel()
        onExhausted(state.withLock { $0.changes })
      }
    }

    /// Watches each folder before it is looked at, so that nothing falls between.
    private func watchAll() throws(Inotify.Failure) -> FolderSnapshot {
      var watches: [Int32: Names] = [:]
      func watch(
        _ folder: String, for mask: Int32 = Inotify.anything, _ add: (inout Names) -> Void
      ) throws(Inotify.Failure) {
        guard let watch = try inotify.watch(folder, for: mask) else { return }
        add(&watches[watch, default: Names()])
        guard watches.count <= watchLimit else { throw Inotify.Failure(code: ENOSPC) }
      }
      // The folder itself may be replaced: its name is in the folder above.
      let (above, name) = FolderSnapshot.split(folder)
      try watch(above, for: Inotify.namesChange) { $0.targets[name, default: []].insert("") }
      let snapshot = try FolderSnapshot(of: folder) { (folder, prefix) throws(Inotify.Failure) in
        try watch(folder) { $0.prefixes.insert(prefix) }
      }
      for (path, steps) in snapshot.links {
        for step in steps {
          let (folder, name) = FolderSnapshot.split(step)
          try watch(folder) { $0.targets[name, default: []].insert(path) }
        }
      }
      state.withLock { state in
        for watch in state.watches.keys where watches[watch] == nil { inotify.remove(watch) }
        state.watches = watches
      }
      return snapshot
    }
  }

  extension InotifyEvents.State {
    /// Remembers what events mean for files.
    /// - Returns: whether the folder is to be looked at.
    mutating func note(_ events: [Inotify.Event]) -> Bool {
      var isLookDue = false
      for event in events {
        if event.has(IN_Q_OVERFLOW | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF) { isLookDue = true }
        guard let names = watches[event.watch] else { continue }
        var paths = names.targets[event.name] ?? []
        if event.name.hasSuffix(".json") {
          paths.formUnion(names.prefixes.map { $0 + event.name })
        } else if !names.prefixes.isEmpty, event.has(Inotify.namesChange) {
          // A folder, or a link to one; or another program's file, which is no change then.
          isLookDue = true
        }
        guard !paths.isEmpty else { continue }
        isLookDue = true
        touched.formUnion(paths)
        if event.has(IN_CREATE | IN_MODIFY) {
          writing.formUnion(paths)
        } else if event.has(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE) {
          writing.subtract(paths)
        }
      }
      return isLookDue
    }
  }
#endif
