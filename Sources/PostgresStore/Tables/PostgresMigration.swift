internal import Screens

/// Creates and migrates the tables.
enum PostgresMigration {
  /// How long the query for the version may take.
  private static let timeout = Duration.seconds(3)
  /// How long a migration may take, including the wait for that of another node.
  private static let migrationTimeout = Duration.seconds(60)

  /// Brings the database to this program's version, unless it is newer.
  /// - Parameter createsTables: whether to create the tables of a database that has none.
  /// - Returns: false if there are no tables, and none were created.
  static func run(on connection: PostgresConnection, createsTables: Bool) throws(PostgresError) -> Bool {
    // Two attempts: another node may migrate between the query and the lock.
    for isLast in [false, true] {
      let found = try version(connection)
      guard found < PostgresSchema.version else { return true }
      guard found > 0 || createsTables else { return false }
      do throws(PostgresError) {
        _ = try connection.run(
          PostgresSchema.migration(from: found), timeout: migrationTimeout)
        return true
      } catch {
        // The table exists already (42P07).
        guard case .refused(let state, _, _) = error, state.hasPrefix("42P0"), !isLast else { throw error }
      }
    }
    return true
  }

  /// The version of the tables; 0 for none.
  static func version(_ connection: PostgresConnection) throws(PostgresError) -> Int {
    do throws(PostgresError) {
      let results = try connection.run([PostgresSchema.Head.query], timeout: timeout)
      return results.first?.first.flatMap { try? PostgresSchema.Head($0).schema } ?? 0
    } catch {
      if case .refused(PostgresError.Code.undefinedTable, _, _) = error { return 0 }
      throw error
    }
  }
}
