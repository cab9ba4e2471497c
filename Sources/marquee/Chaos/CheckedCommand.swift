import Dispatch
import FileSystem
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command that reads a screen from standard input.
struct CheckedCommand: Sendable {
  /// How the command ended.
  enum Ending: Sendable, Equatable {
    /// With the exit code 0.
    case survived
    /// With another exit code.
    case refused(code: Int32)
    case killed(signal: Int32)
    case timedOut

    var isDeath: Bool {
      switch self {
      case .survived, .refused: false
      case .killed, .timedOut: true
      }
    }

    var text: String {
      switch self {
      case .survived: "survived"
      case .refused(let code): "exit code \(code)"
      case .killed(let signal): "signal \(signal)"
      case .timedOut: "no end in time"
      }
    }
  }

  /// The text of the command, for `sh -c`.
  let text: String
  /// Seconds.
  let timeout: Double

  /// The part of the command's output that is kept, from its end, in bytes.
  private static let keptOutput = 4000
  /// A shell reports a signal of its last command as this and the signal's number (POSIX.1-2024, 2.8.2).
  private static let signalBase: Int32 = 128
  private static let greatestSignal: Int32 = 64

  /// Runs the command.
  /// - Returns: how it ended, and the end of its output.
  /// - Throws: ``CommandFailure`` if it cannot be started.
  func run(_ input: [UInt8]) throws -> (ending: Ending, output: String) {
    // Files, because a command that does not read its input would block a pipe.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "marquee-" + UUID().uuidString)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure("the temporary folder \(folder.path) cannot be created")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("screen").path
    guard FileManager.default.createFile(atPath: path, contents: Data(input)) else {
      throw CommandFailure("the temporary file \(path) cannot be written")
    }
    let source = SystemCall.open(path, O_RDONLY)
    let sink = SystemCall.open(folder.appendingPathComponent("output").path, O_RDWR | O_CREAT | O_APPEND)
    defer {
      close(source)
      close(sink)
    }
    guard source >= 0, sink >= 0 else {
      throw CommandFailure("the files in \(folder.path) cannot be opened: error \(errno)")
    }
    let ending = wait(for: try start(reading: source, writing: sink))
    let size = lseek(sink, 0, SEEK_END)
    lseek(sink, max(size - off_t(Self.keptOutput), 0), SEEK_SET)
    let output = SystemCall.read(sink, limit: Self.keptOutput) ?? []
    return (ending, String(decoding: output, as: UTF8.self))
  }

  /// Starts the command as the leader of a process group, so that all of its processes can be ended.
  private func start(reading source: Int32, writing sink: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    // SAFETY: both are initialised here, used by this function alone, and destroyed at its end.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, sink, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, sink, STDERR_FILENO)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    // This program ignores it, and an ignored signal stays ignored in a new program.
    unsafe sigaddset(&defaults, SIGXFSZ)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let arguments = ["sh", "-c", text]
    // SAFETY: the C strings are copies that live until they are freed below; the call does not keep them.
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    let error = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &pointers, environ)
    guard error == 0 else { throw CommandFailure("/bin/sh cannot be started: error \(error)") }
    return process
  }

  private func wait(for process: pid_t) -> Ending {
    let deadline = Deadline(of: process)
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { deadline.pass() }
    var status: Int32 = 0
    // SAFETY: the status is a local variable, and the call does not keep its address.
    while unsafe waitpid(process, &status, 0) == -1 && errno == EINTR {}
    let hasPassed = deadline.end()
    // What the command has left running.
    kill(-process, SIGKILL)
    let signal = status & 0x7F
    if signal != 0 { return hasPassed && signal == SIGKILL ? .timedOut : .killed(signal: signal) }
    let code = (status >> 8) & 0xFF
    if code > Self.signalBase, code <= Self.signalBase + Self.greatestSignal {
      return .killed(signal: code - Self.signalBase)
    }
    return code == 0 ? .survived : .refused(code: code)
  }

  /// The time at which a process group is killed.
  ///
  /// The clock is not asked afterwards: on a busy machine it can say less than the time-out after the kill.
  private final class Deadline: Sendable {
    private enum State { case ahead, passed, ended }

    private let process: pid_t
    private let state = Mutex(State.ahead)

    init(of process: pid_t) { self.process = process }

    /// Kills the group unless its leader has ended, since then the number may be another's.
    func pass() {
      state.withLock { state in
        guard state == .ahead else { return }
        kill(-process, SIGKILL)
        state = .passed
      }
    }

    /// Notes that the leader has ended.
    /// - Returns: whether the group was killed.
    func end() -> Bool {
      state.withLock { state in
        defer { state = .ended }
        return state == .passed
      }
    }
  }
}
