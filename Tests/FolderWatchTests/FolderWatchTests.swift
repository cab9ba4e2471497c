import Eventually
import Foundation
import Synchronization
import Testing

@testable import FolderWatch

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.serialized, .timeLimit(.minutes(3)))
struct FolderWatchTests {
  @Test(arguments: WatchedFolder.Way.allCases)
  func `a file that is written in place is read`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a.json": "1"])
    try await watched.start(way)
    try watched.write("22", to: "a.json")
    #expect(await watched.reads("22", from: "a.json"))
    try watched.write("33", to: "a.json")
    #expect(await watched.reads("33", from: "a.json"))
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a file is read after its writer closes it, not before`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a.json": "old", "b.json": "old"])
    try await watched.start(way)
    let writer = unsafe open(watched.path("a.json"), O_WRONLY | O_TRUNC)
    try #require(writer >= 0)
    for piece in 1...3 {
      unsafe #expect(Glibc.write(writer, "piece", 5) == 5)
      // Another file is read meanwhile, but not this one.
      try watched.write("b\(piece)", to: "b.json")
      // The first byte is written again and again: a file that does not change for a second counts as complete, and a busy
      // machine may take longer for the other one.
      let isRead = await eventuallyHolds {
        _ = unsafe pwrite(writer, "p", 1, 0)
        return watched.calls.value.texts["b.json"] == "b\(piece)"
      }
      try #require(isRead)
    }
    close(writer)
    #expect(await watched.reads("piecepiecepiece", from: "a.json"))
    let texts = watched.calls.value.history["a.json"] ?? []
    #expect(texts.allSatisfy { ["old", "piecepiecepiece"].contains($0) }, "\(texts)")
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a file that stays open is read once it no longer changes`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a.json": "old"])
    try await watched.start(way)
    let writer = unsafe open(watched.path("a.json"), O_WRONLY | O_TRUNC)
    try #require(writer >= 0)
    defer { close(writer) }
    unsafe #expect(Glibc.write(writer, "all", 3) == 3)
    #expect(await watched.reads("all", from: "a.json"))
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a file that replaces another is read`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a.json": "1"])
    try await watched.start(way)
    try watched.write("2", to: ".a.json.tmp")
    #expect(watched.move(".a.json.tmp", to: "a.json"))
    #expect(await watched.reads("2", from: "a.json"))
    // Like vim: the old file becomes the backup, and a new one is written.
    #expect(watched.move("a.json", to: "a.json~"))
    try watched.write("3", to: "a.json")
    try watched.remove("a.json~")
    #expect(await watched.reads("3", from: "a.json"))
    try watched.remove("a.json")
    try watched.write("4", to: "a.json")
    #expect(await watched.reads("4", from: "a.json"))
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a deleted file is reported`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a.json": "1", "b.json": "1"])
    try await watched.start(way)
    try watched.remove("a.json")
    #expect(await watched.calls.waits { $0.texts["b.json"] == "1" && $0.texts["a.json"] == nil })
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `files of new folders are read`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder()
    try await watched.start(way)
    try watched.write("1", to: "a/b/c/d.json")
    #expect(await watched.reads("1", from: "a/b/c/d.json"))
    try watched.write("22", to: "a/b/c/d.json")
    #expect(await watched.reads("22", from: "a/b/c/d.json"))
    try watched.remove("a")
    #expect(await watched.reads(nil, from: "a/b/c/d.json"))
    try watched.write("333", to: "a/b/c/d.json")
    #expect(await watched.reads("333", from: "a/b/c/d.json"))
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a folder that is moved away and back is read again`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a/b.json": "1", "c.json": "1"])
    try await watched.start(way)
    #expect(watched.move("a", to: "../away"))
    #expect(await watched.reads(nil, from: "a/b.json"))
    try watched.write("22", to: "../away/b.json")
    #expect(watched.move("../away", to: "a"))
    #expect(await watched.reads("22", from: "a/b.json"))
    try watched.write("333", to: "a/b.json")
    #expect(await watched.reads("333", from: "a/b.json"))
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `the watched folder itself can be replaced`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["a.json": "1"])
    try await watched.start(way)
    #expect(watched.move("", to: "../old"))
    try watched.write("22", to: "../new/a.json")
    #expect(watched.move("../new", to: ""))
    #expect(await watched.reads("22", from: "a.json"))
    try watched.write("333", to: "a.json")
    #expect(await watched.reads("333", from: "a.json"))
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a change of a link or of its target is read`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["../one/x.json": "1", "../two/x.json": "2"])
    let files = FileManager.default
    try files.createSymbolicLink(atPath: watched.path("a.json"), withDestinationPath: "../one/x.json")
    try await watched.start(way)
    // The target's content.
    try watched.write("11", to: "../one/x.json")
    #expect(await watched.reads("11", from: "a.json"))
    // The link.
    try files.createSymbolicLink(atPath: watched.path("new"), withDestinationPath: "../two/x.json")
    #expect(watched.move("new", to: "a.json"))
    #expect(await watched.reads("2", from: "a.json"))
    try watched.write("222", to: "../two/x.json")
    #expect(await watched.reads("222", from: "a.json"))
    // The target is deleted and created again.
    try watched.remove("../two/x.json")
    #expect(await watched.reads(nil, from: "a.json"))
    try watched.write("4", to: "../two/x.json")
    #expect(await watched.reads("4", from: "a.json"))
  }

  /// `FolderContents` reports them, so the folder must be read again when they appear and when they are gone.
  @Test(.bug(id: "F16"), arguments: WatchedFolder.Way.allCases)
  func `what is not read, but may be reported, is noticed`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["../elsewhere/x.json": "1"])
    try await watched.start(way)
    for name in ["linked", "_type", "UPPER.JSON"] {
      let before = watched.calls.value.count
      switch name {
      case "linked":
        try FileManager.default.createSymbolicLink(
          atPath: watched.path(name), withDestinationPath: "../elsewhere")
      case "_type": try watched.write("", to: "_type/.keep")
      default: try watched.write("{}", to: name)
      }
      #expect(await watched.calls.waits { $0.count > before }, "\(name) appears")
      let appeared = watched.calls.value.count
      try watched.remove(name)
      #expect(await watched.calls.waits { $0.count > appeared }, "\(name) is gone")
    }
    #expect(watched.calls.value.texts["linked/x.json"] == nil)
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a thousand files written at once are read in few calls`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder()
    try await watched.start(way)
    for number in 0..<1000 { try watched.write("\(number)", to: "f\(number % 10)/\(number).json") }
    #expect(await watched.calls.waits { $0.texts.count == 1001 })
    #expect(watched.calls.value.history.allSatisfy { $0.key.hasSuffix("\($0.value[0]).json") })
    // At most one call in 200 ms, not one per file.
    #expect(watched.calls.value.count < 100)
  }

  @Test(arguments: WatchedFolder.Way.allCases)
  func `a file that is written to while it is read is left out and read later`(way: WatchedFolder.Way)
    async throws
  {
    let watched = try WatchedFolder(["a.json": "1", "b.json": "1"])
    let path = watched.path("b.json")
    let writer = Mutex<Int32>(-1)
    try await watched.start(way, settleTime: WatchedFolder.hour)
    watched.hook.change {
      $0 = {
        writer.withLock { writer in if writer < 0 { writer = unsafe open(path, O_WRONLY | O_TRUNC) } }
      }
    }
    try watched.write("22", to: "a.json")
    #expect(await watched.reads("22", from: "a.json"))
    #expect(watched.calls.value.texts["b.json"] == nil)
    let descriptor = writer.withLock { $0 }
    unsafe #expect(Glibc.write(descriptor, "whole", 5) == 5)
    close(descriptor)
    #expect(await watched.reads("whole", from: "b.json"))
    #expect(watched.calls.value.history["b.json"] == ["1", "whole"])
  }

  @Test(arguments: [WatchedFolder.Way.polling, .inotify])
  func `a file that is being written in a new folder is not read`(way: WatchedFolder.Way) async throws {
    let watched = try WatchedFolder(["other.json": "0"])
    try await watched.start(way, settleTime: WatchedFolder.hour)
    try FileManager.default.createDirectory(atPath: watched.path("new"), withIntermediateDirectories: true)
    let writer = unsafe open(watched.path("new/a.json"), O_WRONLY | O_CREAT, 0o644)
    try #require(writer >= 0)
    for piece in 1...3 {
      unsafe #expect(Glibc.write(writer, "piece", 5) == 5)
      try watched.write("\(piece)", to: "other.json")
      #expect(await watched.reads("\(piece)", from: "other.json"))
    }
    close(writer)
    #expect(await watched.reads("piecepiecepiece", from: "new/a.json"))
    #expect(watched.calls.value.history["new/a.json"] == ["piecepiecepiece"])
  }

  @Test func `names are compared by bytes`() throws {
    let watched = try WatchedFolder()
    for name in ["K.json", "\u{212A}.json", "_\u{301}a.json"] { try watched.write("1", to: name) }
    #expect(FolderSnapshot(of: watched.folder).files.count == 2)
    let (folder, name) = FolderSnapshot.split("/a/\u{301}b//")
    #expect(Array(folder.utf8) == Array("/a".utf8) && Array(name.utf8) == Array("\u{301}b".utf8))
  }

  @Test func `a change between the snapshot and the start is read`() async throws {
    let watched = try WatchedFolder(["a.json": "1"])
    let before = FolderSnapshot(of: watched.folder)
    try watched.write("22", to: "a.json")
    let watch = FolderWatch(
      watched.folder, since: before, onNotice: { _ in }, read: watched.reading)
    #expect(await watched.reads("22", from: "a.json"))
    watch.cancel()
  }

  #if canImport(Glibc)
    @Test func `a change during a scan is read`() async throws {
      let watched = try WatchedFolder(["a.json": "1"])
      let isFirst = Mutex(true)
      let events = try InotifyEventSource(
        watched.folder, changes: FileChanges(since: FolderSnapshot(of: watched.folder)),
        didTakeSnapshot: {
          let isFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          if isFirst { try? watched.write("22", to: "a.json") }
        }, read: watched.reading
      ) { _ in }
      #expect(await watched.reads("22", from: "a.json"))
      events.cancel()
    }

    @Test func `the whole folder is scanned after the event queue overflows`() async throws {
      let watched = try WatchedFolder(["a.json": "1", "b.json": "1"])
      let limit = try #require(
        Int(
          try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            .trimmingCharacters(in: .newlines)))
      let (isHeld, gate) = (Monitor(false), DispatchSemaphore(value: 0))
      let isFirst = Mutex(true)
      try await watched.start(.inotify)
      watched.hook.change {
        $0 = {
          let isHeldBack = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          guard isHeldBack else { return }
          isHeld.change { $0 = true }
          gate.wait()
        }
      }
      try watched.write("22", to: "a.json")
      #expect(await isHeld.waits { $0 })
      // The kernel merges successive equal events for a file, so alternate between two files.
      for number in 0...limit {
        unsafe #expect(chmod(watched.path(number % 2 == 0 ? "a.json" : "b.json"), 0o644) == 0)
      }
      try watched.write("lost", to: "new/c.json")
      gate.signal()
      #expect(await watched.reads("lost", from: "new/c.json"))
      #expect(await watched.reads("22", from: "a.json"))
    }

    @Test func `checking whether a file is open for writing does not disturb its writer`() async throws {
      let watched = try WatchedFolder(["a.json": "1"])
      let path = watched.path("a.json")
      let isDone = Monitor(false)
      let writing = Task.detached {
        defer { isDone.change { $0 = true } }
        for _ in 0..<20_000 {
          let writer = unsafe open(path, O_WRONLY)
          guard writer >= 0 else { return false }
          close(writer)
        }
        return true
      }
      var answers: Set<OpenForWriting> = []
      while !isDone.value { answers.insert(OpenForWriting(path)) }
      #expect(await writing.value)
      #expect(!answers.contains(.unknown))
      #expect(OpenForWriting(path) == .no)
    }

    @Test func `polling takes over if there are too many folders`() async throws {
      let watched = try WatchedFolder(["a/b.json": "1"])
      let changes = FileChanges(since: FolderSnapshot(of: watched.folder))
      let polling = Mutex<PollingEventSource?>(nil)
      let (reading, folder) = (watched.reading, watched.folder)
      // The folder, its parent, and "a".
      let events = try InotifyEventSource(folder, changes: changes, watchLimit: 3, read: reading) { changes in
        polling.withLock { $0 = PollingEventSource(folder, changes: changes, read: reading) }
        watched.notices.change { $0.append("polling") }
      }
      defer { events.cancel() }
      try watched.write("22", to: "a/b.json")
      #expect(await watched.reads("22", from: "a/b.json"))
      #expect(watched.notices.value.isEmpty)
      try watched.write("1", to: "c/d.json")
      #expect(await watched.reads("1", from: "c/d.json"))
      #expect(watched.notices.value == ["polling"])
      polling.withLock { $0?.cancel() }
    }

    @Test func `cancelling closes the descriptors`() async throws {
      let path = "/proc/self/fd"
      @Sendable func count() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.count { name in
          (try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + name))?
            .contains("inotify") ?? false
        }
      }
      let watched = try WatchedFolder(["a.json": "1"])
      let before = count()
      try await watched.start(.inotify)
      try watched.write("22", to: "a.json")
      #expect(await watched.reads("22", from: "a.json"))
      #expect(count() > before)
      let calls = watched.calls.value.count
      watched.cancel()
      let isClosed = await eventuallyHolds { count() <= before }
      try #require(isClosed)
      try watched.write("333", to: "a.json")
      // Another watch reports the change; the cancelled one does not.
      let other = Monitor(0)
      let events = try InotifyEventSource(
        watched.folder, changes: FileChanges(since: FolderSnapshot(of: watched.base)),
        read: { _ in other.change { $0 += 1 } }, onWatchLimitReached: { _ in })
      #expect(await other.waits { $0 > 0 })
      events.cancel()
      #expect(watched.calls.value.count == calls)
    }
  #endif

  @Test func `a file is read soon after it is closed`() async throws {
    let watched = try WatchedFolder(["a.json": "x"])
    let started = Mutex<DispatchTime?>(nil)
    watched.hook.change { $0 = { started.withLock { time in time = .now() } } }
    try await watched.start(.inotify)
    var delays: [Double] = []
    for number in 0..<20 {
      try watched.write("\(number)", to: "a.json")
      let closed = DispatchTime.now()
      #expect(await watched.reads("\(number)", from: "a.json"))
      let call = try #require(started.withLock { $0 })
      delays.append(Double(call.uptimeNanoseconds &- closed.uptimeNanoseconds) / 1e6)
    }
    delays.sort()
    print("delay ms: median \(delays[10]) worst \(delays[19])")
  }
}
