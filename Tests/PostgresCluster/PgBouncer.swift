import BuiltPrograms
import Foundation
import TestFolders

/// PgBouncer in front of a cluster, on a port of its own. It ends together with its object, and with the process of the
/// tests.
package final class PgBouncer: Sendable {
  /// The time for which a client keeps its connection to the server.
  package enum PoolMode: String, Sendable {
    /// Until it disconnects.
    case session
    /// Until the end of its transaction.
    case transaction
    /// Until the end of its statement.
    case statement
  }

  private static let logName = "log"

  /// The cluster that it connects to.
  package let cluster: PostgresCluster
  /// The port.
  package let port: Int
  private let folder: ServerFolder
  private let process: ChildProcess

  /// Starts PgBouncer, and waits until it accepts connections.
  /// - Parameter settings: further settings of the section `[pgbouncer]`.
  /// - Throws: ``ProgramFailure``
  package init(
    _ cluster: PostgresCluster, poolMode: PoolMode = .transaction, settings: [String: String] = [:]
  ) throws {
    guard let program = cluster.programs.pgBouncer else {
      throw ProgramFailure(description: "PgBouncer is not installed: install the package pgbouncer")
    }
    self.cluster = cluster
    let folder = try ServerFolder()
    self.folder = folder
    let users = try folder.write("\"\(PostgresCluster.user)\" \"\(cluster.password ?? "")\"\n", to: "users")
    var attempt = 0
    while true {
      attempt += 1
      let port = ServerPort.random()
      let settings = [
        "admin_users": PostgresCluster.user,
        "auth_file": users.path(percentEncoded: false),
        "auth_type": cluster.password == nil ? "trust" : "scram-sha-256",
        "listen_addr": "127.0.0.1",
        "listen_port": "\(port)",
        "pool_mode": poolMode.rawValue,
        "unix_socket_dir": "",
      ].merging(settings) { $1 }
      let file = try folder.write(
        """
        [databases]
        * = host=127.0.0.1 port=\(cluster.port)
        [pgbouncer]
        \(settings.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }.joined(separator: "\n"))

        """, to: "pgbouncer.ini")
      let log = "\(Self.logName)-\(attempt)"
      let process = try folder.start(program, [file.path(percentEncoded: false)], log: log)
      // The line follows the opening of the port. A connection would not show whose port it is.
      var isReady = false
      try ProgramRun.wait(for: "start of PgBouncer") {
        isReady = folder.text(of: log).contains("process up")
        return isReady || !process.isRunning
      }
      if isReady {
        self.port = port
        self.process = process
        return
      }
      let messages = folder.text(of: log)
      guard ServerPort.isTaken(messages), attempt < ServerPort.attempts else {
        throw ProgramFailure(description: "PgBouncer does not start: \(messages)")
      }
    }
  }

  deinit { end() }

  /// The connection string of a database of the cluster. The database `pgbouncer` is the console of PgBouncer.
  /// - Parameter parameters: parameters such as `application_name`.
  package func connectionString(
    database: String = PostgresCluster.database, parameters: [String: String] = [:]
  ) -> String {
    ConnectionString.url(
      user: PostgresCluster.user, password: cluster.password, servers: [("127.0.0.1", port)],
      database: database, parameters: parameters)
  }

  /// Ends PgBouncer at once. Does nothing the second time.
  package func end() {
    process.send(SIGKILL)
    process.waitUntilExit()
    folder.serverHasEnded()
    folder.remove()
  }
}
