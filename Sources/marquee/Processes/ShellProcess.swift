import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command that `sh -c` runs as the leader of a process group, so that one call kills all of its processes.
struct ShellProcess: Sendable {
  private let id: pid_t

  /// The groups that were started and not killed.
  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a command.
  /// - Parameters:
  ///   - source: the descriptor of its standard input.
  ///   - sink: the descriptor of its standard output and standard error.
  /// - Throws: ``CommandError`` if it cannot be started.
  init(_ text: String, reading source: Int32, writing sink: Int32) throws {
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
    // This program ignores these signals, and a new program would inherit that.
    for number in [SIGXFSZ, SIGINT, SIGTERM] { unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let arguments = ["sh", "-c", text]
    // SAFETY: the C strings are copies that live until they are freed below; the call does not keep them.
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    let error = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &pointers, environ)
    guard error == 0 else { throw CommandError("/bin/sh cannot be started: error \(error)") }
    id = process
    Self.running.withLock { _ = $0.insert(process) }
  }

  /// Waits until the command has ended.
  /// - Returns: its status in the form of `waitpid`.
  func wait() -> Int32 {
    var status: Int32 = 0
    // SAFETY: the status is a local variable, and the call does not keep its address.
    while unsafe waitpid(id, &status, 0) == -1 && errno == EINTR {}
    return status
  }

  /// Whether the command still runs; false once it has ended, even before ``wait()`` collects its status.
  var isRunning: Bool {
    var information = unsafe siginfo_t()
    // SAFETY: the call does not keep the address of the local variable. WNOWAIT leaves the status to `wait`.
    let status = unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
    let signal = unsafe information.si_signo
    return status == 0 && signal == 0
  }

  /// Kills all processes of the group, and removes it from the running groups.
  func kill() {
    Self.running.withLock { _ = $0.remove(id) }
    Self.kill(group: id)
  }

  /// Kills all processes that were started and not killed yet.
  static func killAll() {
    for id in running.withLock({ $0 }) { kill(group: id) }
  }

  private static func kill(group: pid_t) {
    #if canImport(Glibc)
      _ = Glibc.kill(-group, SIGKILL)
    #else
      _ = Darwin.kill(-group, SIGKILL)
    #endif
  }
}
