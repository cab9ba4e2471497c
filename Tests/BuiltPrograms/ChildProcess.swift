import CSpawn
import Dispatch
package import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child process, started by posix_spawn(3).
///
/// Foundation's `Process` does not serve: on Linux it copies each entry of `/proc/self/fd` as a whole `dirent`, which
/// reads past the end of the buffer that readdir(3) has filled. With many open descriptors that is a memory fault.
package final class ChildProcess: Sendable {
  /// The target of a standard stream.
  package enum Stream {
    /// `/dev/null`.
    case null
    /// A file, which is read, or created and appended to.
    case file(URL)
    /// An open descriptor, which stays open here.
    case descriptor(Int32)
  }

  /// A call of the system that failed.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ code: Int32) {
      // SAFETY: the text is copied before another call can change it.
      description = unsafe "\(path): \(String(cString: strerror(code)))"
    }
  }

  /// The process id. The system can reuse it after the end of the process.
  package let processID: Int32
  private let hasExited = DispatchGroup()
  /// The exit code once the process has been waited for.
  private let exitCode: Mutex<Int32?>

  /// Starts a program, which inherits the three standard streams and no other descriptor.
  /// - Parameters:
  ///   - folder: the working directory; nil for that of the tests.
  ///   - environment: all variables; nil for those of the tests.
  /// - Throws: ``Failure``
  package init(
    _ executable: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil,
    input: Stream = .null, output: Stream, errors: Stream
  ) throws {
    let variables = environment ?? ProcessInfo.processInfo.environment
    let streams = try (
      Opened(input, for: O_RDONLY), Opened(output, for: O_WRONLY), Opened(errors, for: O_WRONLY)
    )
    var processID: Int32 = 0
    let path = executable.path(percentEncoded: false)
    let code = unsafe Self.withCStrings([path] + arguments) { arguments in
      unsafe Self.withCStrings(variables.map { "\($0)=\($1)" }) { variables in
        // SAFETY: both arrays end with nil, and all strings live until the call returns.
        unsafe spawn_in_folder(
          &processID, path, arguments, variables, folder?.path(percentEncoded: false), streams.0.descriptor,
          streams.1.descriptor, streams.2.descriptor)
      }
    }
    guard code == 0 else { throw Failure(path, code) }
    self.processID = processID
    exitCode = Mutex(nil)
    hasExited.enter()
    // A thread of its own: those of a queue may all be waiting for children.
    Thread.detachNewThread { [self] in
      waitForExit()
      hasExited.leave()
    }
  }

  /// Whether the process has not ended yet.
  package var isRunning: Bool { exitCode.withLock { $0 == nil } }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) {
    // Under the lock the process has not been waited for, so its number is still its own.
    exitCode.withLock { if $0 == nil { kill(processID, signal) } }
  }

  /// Waits for the end.
  /// - Returns: the exit code, or 128 and the signal's number.
  package func exitStatus() async -> Int32 {
    await withCheckedContinuation { continuation in
      hasExited.notify(queue: .global()) { continuation.resume(returning: self.status) }
    }
  }

  /// Waits for the end on the current thread.
  /// - Returns: the exit code, or 128 and the signal's number.
  @discardableResult
  package func waitUntilExit() -> Int32 {
    hasExited.wait()
    return status
  }

  private var status: Int32 { exitCode.withLock { $0 ?? -1 } }

  private func waitForExit() {
    var information = unsafe siginfo_t()
    // SAFETY: both calls write to the variable that they are given, and to nothing else. WNOWAIT leaves the number to
    // the process until the lock is held.
    while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    exitCode.withLock { exitCode in
      var status: Int32 = 0
      while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      exitCode = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
  }

  /// Calls `body` with the strings as C has them: an array of pointers that ends with nil.
  private static func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    // SAFETY: each string is freed once, after the last use of its pointer.
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return EINVAL }
      return unsafe body(base)
    }
  }
}

/// A stream's descriptor, which is closed with this if it was opened by this.
private final class Opened {
  let descriptor: Int32
  private let isOwn: Bool

  /// - Throws: ``ChildProcess/Failure`` when the file can't be opened.
  init(_ stream: ChildProcess.Stream, for access: Int32) throws {
    let (path, flags): (String, Int32)
    switch stream {
    case .descriptor(let descriptor):
      self.descriptor = descriptor
      isOwn = false
      return
    case .null: (path, flags) = ("/dev/null", access)
    case .file(let file):
      (path, flags) = (
        file.path(percentEncoded: false), access == O_RDONLY ? access : access | O_CREAT | O_APPEND
      )
    }
    descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
    isOwn = true
    guard descriptor >= 0 else { throw ChildProcess.Failure(path, errno) }
  }

  deinit { if isOwn, descriptor >= 0 { close(descriptor) } }
}
