import BuiltPrograms
import Foundation
import Synchronization
import TestFolders

/// A PostgreSQL server in a temporary folder, on a port of its own. It ends together with its object, and with the
/// process of the tests.
///
/// All calls block their thread, at most for a minute.
package final class PostgresCluster: Sendable {
  /// The superuser, the only user of a new cluster.
  package static let user = "postgres"
  /// The database that each cluster has.
  package static let database = "postgres"
  private static let logName = "log"

  /// The programs that the cluster consists of.
  package let programs: PostgresPrograms
  /// The password of the superuser; nil if nobody needs one.
  package let password: String?
  let folder: ServerFolder
  let state: Mutex<State>

  struct State {
    var port = ServerPort.random()
    /// The first process, which starts the backends; nil if the server has been stopped or killed.
    var postmaster: ChildProcess?
    /// Whether the server was ready once, so that clients know its port.
    var wasReady = false
    /// The number of standbys that were made.
    var standbys = 0
    var isEnded = false
  }

  /// Creates a cluster and starts it.
  /// - Parameters:
  ///   - programs: the version of PostgreSQL.
  ///   - password: the password that each connection needs (SCRAM); nil to trust everyone.
  ///   - fsync: whether to flush to the disk. A killed server loses nothing without it, only a killed system does.
  ///   - maxConnections: the largest number of connections.
  ///   - certificate: the certificate for TLS; nil for a server without TLS.
  ///   - settings: further settings for `postgresql.conf`.
  /// - Throws: ``ProgramFailure``
  package init(
    _ programs: PostgresPrograms, password: String? = nil, fsync: Bool = false, maxConnections: Int = 100,
    certificate: TLSCertificate? = nil, settings: [String: String] = [:]
  ) throws {
    self.programs = programs
    self.password = password
    folder = try ServerFolder()
    state = Mutex(State())
    try createData()
    try configure(
      [
        "checkpoint_timeout": "1h",
        // In files of the data folder, which do not outlive it. A killed server leaves POSIX shared memory behind.
        "dynamic_shared_memory_type": "mmap",
        "fsync": fsync ? "on" : "off",
        "full_page_writes": fsync ? "on" : "off",
        "jit": "off",
        "max_connections": "\(maxConnections)",
        "shared_buffers": "16MB",
        "ssl": certificate == nil ? "off" : "on",
        "wal_retrieve_retry_interval": "200ms",
      ].merging(settings) { $1 })
    if let certificate {
      for (file, name) in [(certificate.certificate, "server.crt"), (certificate.key, "server.key")] {
        let copy = data.appending(path: name)
        try FileManager.default.copyItem(at: file, to: copy)
        try ServerAccount.takeOver(copy, mode: 0o600)
      }
    }
    try start()
  }

  /// Creates a cluster as a copy of another one, and starts it.
  /// - Parameter copyData: creates the data folder.
  init(copyOf original: PostgresCluster, _ copyData: (_ copy: PostgresCluster) throws -> Void) throws {
    programs = original.programs
    password = original.password
    folder = try ServerFolder()
    state = Mutex(State())
    try copyData(self)
    try start()
  }

  deinit { end() }

  /// The port. It stays the same when the server is started again.
  package var port: Int { state.withLock { $0.port } }

  /// The name of the cluster (`cluster_name`). A standby has it as its application name on the primary.
  package var name: String { folder.name }

  /// The folder of the Unix socket. As the host of a connection string, it selects the socket.
  package var socketFolder: String { String(folder.url.path(percentEncoded: false).dropLast()) }

  /// The server's messages since the creation.
  package var log: String { folder.text(of: Self.logName) }

  /// Whether the server's first process runs.
  package var isRunning: Bool { state.withLock { $0.postmaster?.isRunning ?? false } }

  var data: URL { folder.url.appending(path: "data", directoryHint: .notDirectory) }

  // MARK: - Connections

  /// The connection string of a database, as a URL.
  /// - Parameters:
  ///   - host: `127.0.0.1`, `localhost` or ``socketFolder``.
  ///   - standbys: further servers, which a client tries after this one.
  ///   - parameters: parameters such as `sslmode` or `application_name`.
  package func connectionString(
    database: String = database, host: String = "127.0.0.1", standbys: [PostgresCluster] = [],
    parameters: [String: String] = [:]
  ) -> String {
    ConnectionString.url(
      user: Self.user, password: password,
      servers: [(host, port)] + standbys.map { ($0.host(like: host), $0.port) }, database: database,
      parameters: parameters)
  }

  private func host(like other: String) -> String { other.hasPrefix("/") ? socketFolder : other }

  /// Creates an empty database.
  /// - Returns: its connection string.
  /// - Throws: ``ProgramFailure``
  @discardableResult
  package func createDatabase(_ name: String) throws -> String {
    try sql("CREATE DATABASE \"\(name.replacing("\"", with: "\"\""))\"")
    return connectionString(database: name)
  }

  /// Runs SQL through the Unix socket, up to the first error. Each statement is a transaction of its own.
  /// - Returns: the rows: a line each, with `|` between columns.
  /// - Throws: ``ProgramFailure`` with the message.
  @discardableResult
  package func sql(_ text: String, database: String = database) throws -> String {
    let rows = try ProgramRun.output(
      of: programs.url("psql"),
      [
        "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", socketFolder, "-p", "\(port)", "-U", Self.user, "-d",
        database,
      ], in: URL(filePath: "/"), variables: passwordVariable, input: text)
    return rows.hasSuffix("\n") ? String(rows.dropLast()) : rows
  }

  /// Quotes a text for SQL.
  static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  private var passwordVariable: [String: String] { password.map { ["PGPASSWORD": $0] } ?? [:] }

  // MARK: - Start and end

  /// Starts the server on its port, after ``stop()`` or a kill, and waits until it accepts connections. Does nothing
  /// while the server runs.
  /// - Throws: ``ProgramFailure`` with the server's messages.
  package func start() throws {
    if isRunning { return }
    try endProcesses()
    for attempt in 1... {
      let port = port
      let logged = log.count
      let postmaster = try folder.start(
        programs.url("postgres"),
        [
          "-D", data.path(percentEncoded: false), "-c", "cluster_name=\(name)", "-c", "port=\(port)", "-c",
          "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=\(socketFolder)",
        ], log: Self.logName)
      state.withLock { $0.postmaster = postmaster }
      var isReady = false
      try ProgramRun.wait(for: "start of PostgreSQL") {
        isReady = try isAcceptingConnections()
        return isReady || !postmaster.isRunning
      }
      if isReady { break }
      let messages = log.dropFirst(logged)
      let tries = state.withLock { $0.wasReady } ? 1 : ServerPort.attempts
      guard ServerPort.isTaken(messages), attempt < tries else {
        throw ProgramFailure(description: "PostgreSQL does not start: \(messages)")
      }
      state.withLock { $0.port = ServerPort.random() }
    }
    state.withLock { $0.wasReady = true }
  }

  /// Stops the server: it rolls back open transactions and closes connections. A standby receives all changes first.
  /// - Throws: ``ProgramFailure`` if the server had to be killed.
  package func stop() throws {
    guard let postmaster = state.withLock({ $0.postmaster }) else { return }
    try thaw()
    postmaster.send(SIGINT)
    let status = postmaster.waitUntilExit(orKillAfter: ProgramRun.timeout)
    try endProcesses()
    guard status == 0 else {
      throw ProgramFailure(description: "PostgreSQL does not stop (exit \(status)): \(log.suffix(2_000))")
    }
  }

  /// Stops the server, unless it has ended already, and starts it on the same port.
  /// - Throws: ``ProgramFailure``
  package func restart() throws {
    try stop()
    try start()
  }

  /// Ends the server at once, and removes the folder. Does nothing the second time.
  package func end() {
    let isFirst = state.withLock { state in
      defer { state.isEnded = true }
      return !state.isEnded
    }
    guard isFirst else { return }
    if let postmaster = state.withLock({ $0.postmaster }) {
      try? thaw()
      // An immediate shutdown. In contrast to SIGKILL, it releases the shared memory.
      postmaster.send(SIGQUIT)
      _ = postmaster.waitUntilExit(orKillAfter: ProgramRun.timeout)
    }
    try? endProcesses()
    releaseSharedMemory()
    folder.remove()
  }

  // MARK: - Steps

  private func isAcceptingConnections() throws -> Bool {
    // Through the socket in the folder: another server can have the port.
    try ChildProcess(
      programs.url("pg_isready"),
      ["-q", "-h", socketFolder, "-p", "\(port)", "-U", Self.user, "-d", Self.database],
      environment: ProgramRun.environment, output: .null, errors: .null
    ).waitUntilExit(orKillAfter: ProgramRun.timeout) == 0
  }

  private func createData() throws {
    var arguments = [
      "-D", data.path(percentEncoded: false), "-U", Self.user, "-E", "UTF8", "--locale=C", "--no-sync",
      "--no-instructions", "--wal-segsize=1",
    ]
    var passwordFile: URL?
    if let password {
      let file = try folder.write(password, to: "password")
      arguments += ["--auth=scram-sha-256", "--pwfile=\(file.path(percentEncoded: false))"]
      passwordFile = file
    } else {
      arguments.append("--auth=trust")
    }
    let command = try ServerAccount.command(programs.url("initdb"), arguments)
    try ProgramRun.output(of: command.program, command.arguments, in: folder.url)
    if let passwordFile { try FileManager.default.removeItem(at: passwordFile) }
  }

  private func configure(_ settings: [String: String]) throws {
    let file = data.appending(path: "postgresql.conf")
    let lines = settings.sorted { $0.key < $1.key }.map { "\($0.key) = \(Self.literal($0.value))\n" }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(lines.joined().utf8))
    try handle.close()
  }
}
