#if canImport(Glibc)
  // SAFETY: sources are thread-safe, but Dispatch does not mark them as Sendable.
  @unsafe @preconcurrency import Dispatch
  import Glibc
  import JSONText
  import Synchronization

  /// Notifications from the kernel, by inotify.
  ///
  /// An event only triggers a scan and shows which files are being written. The scan compares the folder with its state
  /// when it was last read. So no change is lost with an event (if the queue was full, or a folder was filled before it
  /// was watched). The kernel does not report changes that other machines make on a network file system.
  final class InotifyEventSource: FolderEventSource {
    /// The time without events after which the folder is scanned.
    private static let quietPeriod = DispatchTimeInterval.milliseconds(30)
    /// The longest time from the first event to the scan, even if more events arrive.
    private static let maximumDelay = DispatchTimeInterval.milliseconds(200)

    /// The meaning of the names in a watched folder.
    fileprivate struct Names {
      /// The prefixes of relative paths for these names. Empty for a folder that only contains targets of links.
      var prefixes: Set<ExactString> = []
      /// The relative paths of the links that lead to a name.
      var targets: [ExactString: Set<ExactString>] = [:]
    }

    fileprivate struct State {
      var changes: FileChanges
      var watches: [Int32: Names] = [:]
      /// The files with an event since the last scan.
      var touched: Set<ExactString> = []
      /// The files that were written to and not closed since.
      var writing: Set<ExactString> = []
      var firstEvent: DispatchTime?
    }

    private let folder: String
    private let read: FolderReading
    private let onWatchLimitReached: @Sendable (FileChanges) -> Void
    private let inotify: Inotify
    private let watchLimit: Int
    private let settleTime: UInt64
    private let openForWriting: @Sendable (String) -> OpenForWriting
    private let didTakeSnapshot: @Sendable () -> Void
    private let source: any DispatchSourceRead
    private let timer: any DispatchSourceTimer
    private let state: Mutex<State>

    /// - Parameters:
    ///   - watchLimit: the largest number of watched folders.
    ///   - settleTime: nanoseconds after which a file that is open for writing is read if it has not changed.
    ///   - openForWriting: returns whether the file at a path is open for writing.
    ///   - didTakeSnapshot: called in each scan, between the snapshot of the folder and its comparison.
    ///   - onWatchLimitReached: called if there are more folders than can be watched. No notification follows.
    /// - Throws: ``Inotify/SystemError`` if the system cannot create an inotify instance.
    init(
      _ folder: String, changes: FileChanges, watchLimit: Int = 100_000,
      settleTime: UInt64 = PollingEventSource.defaultSettleTime,
      openForWriting: @escaping @Sendable (String) -> OpenForWriting = { OpenForWriting($0) },
      didTakeSnapshot: @escaping @Sendable () -> Void = {},
      read: @escaping FolderReading,
      onWatchLimitReached: @escaping @Sendable (FileChanges) -> Void
    ) throws(Inotify.SystemError) {
      self.folder = folder
      self.read = read
      self.onWatchLimitReached = onWatchLimitReached
      self.watchLimit = watchLimit
      self.settleTime = settleTime
      self.openForWriting = openForWriting
      self.didTakeSnapshot = didTakeSnapshot
      inotify = try Inotify()
      state = Mutex(State(changes: changes))
      let queue = DispatchQueue(label: "marquee.watch")
      let descriptor = inotify.descriptor
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      timer = DispatchSource.makeTimerSource(queue: queue)
      source.setCancelHandler { close(descriptor) }
      source.setEventHandler { [weak self] in self?.readEvents() }
      timer.setEventHandler { [weak self] in self?.scan() }
      timer.schedule(deadline: .now())
      source.activate()
      timer.activate()
    }

    deinit { cancel() }

    func cancel() {
      source.cancel()
      timer.cancel()
    }

    private func readEvents() {
      let events = inotify.events()
      let now = DispatchTime.now()
      let deadline: DispatchTime? = state.withLock { state in
        guard state.add(events) else { return nil }
        let first = state.firstEvent ?? now
        state.firstEvent = first
        return min(now + Self.quietPeriod, first + Self.maximumDelay)
      }
      if let deadline { timer.schedule(deadline: deadline, leeway: .milliseconds(1)) }
    }

    private func scan() {
      // After cancellation the descriptor can be closed, and its number can belong to another file.
      guard !source.isCancelled else { return }
      let now = DispatchTime.now()
      do throws(Inotify.SystemError) {
        // Read events before the snapshot. An event that is read after it can be about a later change, which would be
        // lost: it would be neither in the snapshot nor in the queue.
        let events = inotify.events()
        state.withLock { _ = $0.add(events) }
        let snapshot = try watchAll()
        didTakeSnapshot()
        let (isDue, needsAnotherScan) = state.withLock { state in
          state.firstEvent = nil
          guard snapshot.exists else { return (false, true) }
          state.writing = state.writing.filter { snapshot.files[$0] != nil }
          let (touched, writing) = (state.touched, state.writing)
          state.touched = []
          state.changes.compare(with: snapshot, touched: touched, now: now)
          let isDue = state.changes.markRead { path, file in
            let unchangedTime = now.uptimeNanoseconds &- file.since.uptimeNanoseconds
            if unchangedTime >= settleTime { return true }
            return switch openForWriting(folder + "/" + path.text) {
            case .yes: false
            case .no: true
            // A file without an event can have been opened before its folder was watched. A file that is being
            // truncated is empty before there is an event.
            case .unknown:
              !writing.contains(path) && file.stamp.size > 0 && (touched.contains(path) || unchangedTime > 0)
            }
          }
          return (isDue, !state.changes.unread.isEmpty)
        }
        // Scan again: a file is open for writing, or the folder does not exist.
        if needsAnotherScan {
          timer.schedule(deadline: .now() + PollingEventSource.pause(since: now), leeway: .milliseconds(1))
        }
        guard isDue else { return }
        read {
          let after = FolderSnapshot(of: folder)
          readEvents()
          return state.withLock { $0.changes.unchanged(in: after).subtracting($0.touched) }
        }
      } catch {
        cancel()
        onWatchLimitReached(state.withLock { $0.changes })
      }
    }

    /// Watches each folder before scanning it, so that no change is missed.
    private func watchAll() throws(Inotify.SystemError) -> FolderSnapshot {
      var watches: [Int32: Names] = [:]
      func watch(
        _ folder: String, for mask: Int32 = Inotify.anything, _ add: (inout Names) -> Void
      ) throws(Inotify.SystemError) {
        guard let watch = try inotify.watch(folder, for: mask) else { return }
        add(&watches[watch, default: Names()])
        guard watches.count <= watchLimit else { throw Inotify.SystemError(code: ENOSPC) }
      }
      // The folder itself can be replaced, which its parent folder reports.
      let (parent, name) = FolderSnapshot.split(folder)
      try watch(parent, for: Inotify.namesChange) {
        $0.targets[ExactString(name), default: []].insert("")
      }
      let snapshot = try FolderSnapshot(of: folder) { (folder, prefix) throws(Inotify.SystemError) in
        try watch(folder) { $0.prefixes.insert(prefix) }
      }
      for (path, steps) in snapshot.links {
        for step in steps {
          let (folder, name) = FolderSnapshot.split(step)
          try watch(folder) { $0.targets[ExactString(name), default: []].insert(path) }
        }
      }
      state.withLock { state in
        for watch in state.watches.keys where watches[watch] == nil { inotify.remove(watch) }
        state.watches = watches
      }
      return snapshot
    }
  }

  extension InotifyEventSource.State {
    /// Records the files that events are about.
    /// - Returns: whether a scan is necessary.
    mutating func add(_ events: [Inotify.Event]) -> Bool {
      var needsScan = false
      for event in events {
        if event.has(IN_Q_OVERFLOW | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF) { needsScan = true }
        guard let names = watches[event.watch] else { continue }
        var paths = names.targets[event.name] ?? []
        if event.name.hasSuffix(".json") {
          paths.formUnion(names.prefixes.map { ExactString($0.text + event.name) })
        } else if !names.prefixes.isEmpty, event.has(Inotify.namesChange) {
          // A folder or a link to one. A file of another type causes a scan that finds no change.
          needsScan = true
        }
        guard !paths.isEmpty else { continue }
        needsScan = true
        touched.formUnion(paths)
        if event.has(IN_CREATE | IN_MODIFY) {
          writing.formUnion(paths)
        } else if event.has(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE) {
          writing.subtract(paths)
        }
      }
      return needsScan
    }
  }
#endif
