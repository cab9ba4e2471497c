import BuiltPrograms
import Foundation
import Synchronization

/// The temporary folder of a server. It is removed, and the server is ended, even when the process of the tests dies.
///
/// A shell waits for the end of its standard input, which the system closes together with the tests' process. A
/// parent-death signal (prctl(2)) would not serve: it is sent at the end of the thread that has started the server.
final class ServerFolder: Sendable {
  /// The shell script. Each line that it reads is the process id of the server from then on; empty for none.
  ///
  /// SIGQUIT ends PostgreSQL and PgBouncer at once. PostgreSQL kills a child that does not end within five seconds,
  /// such as a frozen one.
  private static let script = """
    trap '' HUP INT TERM
    server=
    while read -r line; do server=$line; done
    if [ -n "$server" ] && kill -CONT "$server" && kill -QUIT "$server"; then
      left=100
      while [ $left -gt 0 ] && kill -0 "$server"; do
        left=$((left - 1))
        sleep 0.1
      done
      kill -KILL "$server"
    fi 2>/dev/null
    rm -rf "$1"
    """

  let url: URL
  /// A name that no other server has.
  let name: String
  private let shell: ChildProcess
  private let shellInput = Pipe()
  private let isRemoved = Mutex(false)

  /// Creates the folder.
  init() throws {
    name = "marquee-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    // The temporary folder of a user can be closed to the server's user, or too long for the path of a socket.
    url = URL(filePath: "/tmp/\(name)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try ServerAccount.takeOver(url, mode: 0o700)
    // A child that inherits this end would keep the shell waiting.
    _ = fcntl(shellInput.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    shell = try ChildProcess(
      URL(filePath: "/bin/sh"), ["-c", Self.script, "sh", url.path(percentEncoded: false)],
      in: URL(filePath: "/"), input: .descriptor(shellInput.fileHandleForReading.fileDescriptor),
      output: .null,
      errors: .null)
    try shellInput.fileHandleForReading.close()
  }

  deinit { remove() }

  /// Starts a server in the folder.
  /// - Parameter log: the name of the file that its messages are appended to.
  /// - Throws: ``ChildProcess/Failure``
  func start(_ program: URL, _ arguments: [String], log: String) throws -> ChildProcess {
    let command = try ServerAccount.command(program, arguments)
    let file = url.appending(path: log)
    let process = try ChildProcess(
      command.program, command.arguments, in: url, environment: ProgramRun.environment, output: .file(file),
      errors: .file(file))
    try note("\(process.processID)")
    return process
  }

  /// Says that the server has ended: its process id can be that of another process from now on.
  func serverHasEnded() { try? note("") }

  /// Removes the folder, and ends the server if it still runs. Does nothing the second time.
  func remove() {
    let isFirst = isRemoved.withLock { isRemoved in
      defer { isRemoved = true }
      return !isRemoved
    }
    guard isFirst else { return }
    try? shellInput.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  /// The content of a file; empty if it is missing.
  func text(of name: String) -> String {
    (try? String(contentsOf: url.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Writes a file that only the server's user can read.
  func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    try ServerAccount.takeOver(file, mode: 0o600)
    return file
  }

  private func note(_ line: String) throws {
    try shellInput.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }
}
