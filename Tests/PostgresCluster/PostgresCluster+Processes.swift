import BuiltPrograms
import Foundation
import Synchronization

extension PostgresCluster {
  /// Kills all processes of the server at once, as the end of its machine does. The port is free afterwards.
  /// - Throws: ``ProgramFailure`` if they do not end.
  package func kill() throws {
    guard let postmaster = state.withLock({ $0.postmaster }) else { return }
    // A stopped postmaster starts no further processes, and its children keep their numbers until it waits for them.
    try freeze { $0.processID == postmaster.processID }
    for process in try processes() where process.processID != postmaster.processID { process.send(SIGKILL) }
    postmaster.send(SIGKILL)
    try endProcesses()
  }

  /// Kills the postmaster alone. The port is free afterwards. Idle backends notice it and end; busy ones end after
  /// their statement.
  /// - Throws: ``ProgramFailure`` if it does not end.
  package func killPostmaster() throws {
    guard let postmaster = state.withLock({ $0.postmaster }) else { return }
    postmaster.send(SIGKILL)
    postmaster.waitUntilExit()
    folder.serverHasEnded()
    state.withLock { $0.postmaster = nil }
  }

  /// Stops all processes (SIGSTOP): the system still accepts connections, but nobody answers. ``sql(_:database:)``
  /// fails after a minute.
  /// - Throws: ``ProgramFailure``
  package func freeze() throws {
    // The postmaster first: it starts no further processes then.
    state.withLock { $0.postmaster }?.send(SIGSTOP)
    try freeze { _ in true }
  }

  /// Stops the backends of some clients (SIGSTOP), with all their locks. A standby has its ``name`` as its application
  /// name.
  /// - Parameter prefix: the start of their `application_name`.
  /// - Returns: the number of backends.
  /// - Throws: ``ProgramFailure``
  @discardableResult
  package func freeze(backendsOfApplicationNamePrefix prefix: String) throws -> Int {
    let rows = try sql(
      """
      SELECT pid FROM pg_stat_activity
      WHERE starts_with(application_name, \(Self.literal(prefix))) AND pid <> pg_backend_pid()
        AND backend_type IN ('client backend', 'walsender')
      """)
    let backends = Set(rows.split(separator: "\n").compactMap { Int32($0) })
    return try freeze { backends.contains($0.processID) }
  }

  /// Continues everything that is frozen.
  /// - Throws: ``ProgramFailure``
  package func thaw() throws {
    for process in try processes() where process.isStopped { process.send(SIGCONT) }
  }

  /// Stops processes, and waits until they no longer run.
  @discardableResult
  private func freeze(_ isMeant: (ServerProcess) -> Bool) throws -> Int {
    var frozen = 0
    try ProgramRun.wait(for: "stop of all processes") {
      let processes = try processes().filter(isMeant)
      // In each turn: the first process may have started one between the list and its own stop.
      for process in processes where !process.isStopped { process.send(SIGSTOP) }
      frozen = processes.count
      return processes.allSatisfy(\.isStopped)
    }
    return frozen
  }

  func processes() throws -> [ServerProcess] { try ServerProcess.all(ofServer: name, data: data) }

  /// Kills the processes that are left, and waits until all have ended.
  func endProcesses() throws {
    if let postmaster = state.withLock({ $0.postmaster }) {
      postmaster.send(SIGKILL)
      postmaster.waitUntilExit()
      folder.serverHasEnded()
      state.withLock { $0.postmaster = nil }
    }
    try ProgramRun.wait(for: "end of the processes of PostgreSQL") {
      let left = try processes()
      for process in left { process.send(SIGKILL) }
      return left.isEmpty
    }
  }

  /// Removes the shared memory that a killed server left. macOS has room for that of 32 servers only.
  func releaseSharedMemory() {
    // Its id is the second number of line 7 of the lock file, which a server removes when it ends by itself.
    let lines = folder.text(of: "data/postmaster.pid").split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 6, let id = lines[6].split(separator: " ").last,
      let program = SearchPath.program("ipcrm")
    else { return }
    _ = try? ProgramRun.output(of: program, ["-m", String(id)], in: URL(filePath: "/"))
  }
}
