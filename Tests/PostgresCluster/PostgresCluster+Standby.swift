import Foundation
import Synchronization
import TestFolders

extension PostgresCluster {
  /// Creates a standby, which receives the changes of this server through a replication slot, and starts it. It is not
  /// synchronous: a commit does not wait for it.
  /// - Throws: ``ProgramFailure``
  package func makeStandby() throws -> PostgresCluster {
    let number = state.withLock { state in
      state.standbys += 1
      return state.standbys
    }
    return try PostgresCluster(copyOf: self) { standby in
      let command = try ServerAccount.command(
        programs.url("pg_basebackup"),
        [
          "-D", standby.data.path(percentEncoded: false), "-d", connectionString(), "--checkpoint=fast",
          "--no-sync", "--write-recovery-conf", "--create-slot", "--slot=standby_\(number)",
        ])
      try ProgramRun.output(of: command.program, command.arguments, in: standby.folder.url)
    }
  }

  /// Waits until this standby has all changes that are committed on the primary now.
  /// - Throws: ``ProgramFailure``
  package func waitForChanges(of primary: PostgresCluster) throws {
    let position = try primary.sql("SELECT pg_current_wal_lsn()")
    try ProgramRun.wait(for: "change from the primary") {
      try sql("SELECT pg_last_wal_replay_lsn() >= '\(position)'") == "t"
    }
  }

  /// Makes this standby a primary, and waits until it accepts writes. It has only those changes that it has received.
  /// - Throws: ``ProgramFailure``
  package func promote() throws {
    guard try sql("SELECT pg_promote()") == "t" else {
      throw ProgramFailure(description: "PostgreSQL does not promote the standby: \(log.suffix(2_000))")
    }
  }
}
