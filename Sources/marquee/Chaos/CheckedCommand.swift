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
      case .timedOut: "timed out"
      }
    }
  }

  /// The text of the command, for `sh -c`.
  let text: String
  /// The time after which the command is killed, in seconds.
  let timeout: Double

  /// The part of the command's output that is kept, from its end, in bytes.
  private static let keptOutput = 4000
  /// If a signal ended its last command, a shell's exit code is this plus the signal's number (POSIX.1-2024, 2.8.2).
  private static let signalBase: Int32 = 128
  private static let greatestSignal: Int32 = 64

  /// Runs the command.
  /// - Returns: how it ended, and the end of its output.
  /// - Throws: ``CommandError`` if it cannot be started.
  func run(_ input: [UInt8]) throws -> (ending: Ending, output: String) {
    // Files, because a command that does not read its input would block a pipe.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "marquee-" + UUID().uuidString)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError("the temporary folder \(folder.path) cannot be created")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("screen").path
    guard FileManager.default.createFile(atPath: path, contents: Data(input)) else {
      throw CommandError("the temporary file \(path) cannot be written")
    }
    let source = SystemCall.open(path, O_RDONLY)
    let sink = SystemCall.open(folder.appendingPathComponent("output").path, O_RDWR | O_CREAT | O_APPEND)
    defer {
      close(source)
      close(sink)
    }
    guard source >= 0, sink >= 0 else {
      throw CommandError("the files in \(folder.path) cannot be opened: error \(errno)")
    }
    let ending = wait(for: try ShellProcess(text, reading: source, writing: sink))
    let size = lseek(sink, 0, SEEK_END)
    lseek(sink, max(size - off_t(Self.keptOutput), 0), SEEK_SET)
    let output = SystemCall.read(sink, limit: Self.keptOutput) ?? []
    return (ending, String(decoding: output, as: UTF8.self))
  }

  private func wait(for process: ShellProcess) -> Ending {
    let deadline = Deadline(of: process)
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { deadline.pass() }
    let status = process.wait()
    Interruption.waitForEnd()
    let hasPassed = deadline.end()
    // Ends processes of the command that still run.
    process.kill()
    let signal = status & 0x7F
    if signal != 0 { return hasPassed && signal == SIGKILL ? .timedOut : .killed(signal: signal) }
    let code = (status >> 8) & 0xFF
    if code > Self.signalBase, code <= Self.signalBase + Self.greatestSignal {
      return .killed(signal: code - Self.signalBase)
    }
    return code == 0 ? .survived : .refused(code: code)
  }

  /// Kills a process group after the timeout, and remembers whether it did.
  ///
  /// Comparing the measured time with the timeout would not do: on a busy machine, the measured time can be
  /// shorter than the timeout although the timer killed the command.
  private final class Deadline: Sendable {
    private enum State { case ahead, passed, ended }

    private let process: ShellProcess
    private let state = Mutex(State.ahead)

    init(of process: ShellProcess) { self.process = process }

    /// Kills the group, unless its leader has ended: its number may then belong to another group.
    func pass() {
      state.withLock { state in
        guard state == .ahead else { return }
        process.kill()
        state = .passed
      }
    }

    /// Records that the leader has ended.
    /// - Returns: whether the group was killed.
    func end() -> Bool {
      state.withLock { state in
        defer { state = .ended }
        return state == .passed
      }
    }
  }
}
