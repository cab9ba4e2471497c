internal import Screens

/// Creates and migrates the tables.
enum PostgresMigration {
  private static let timeout = Duration.seconds(60)

  /// Brings the database to this program's version, unless it is newer.
  static func run(on slot: ConnectionSlot) throws(PostgresFailure) {
    // Two attempts: another node may migrate between the question and the lock.
    for isLast in [false, true] {
      let found = try version(slot)
      guard found < PostgresSchema.version else { return }
      do throws(PostgresFailure) {
        _ = try slot.run(PostgresSchema.migration(from: found), within: timeout)
        return
      } catch {
        guard case .refused(let state, _, _) = error, state.hasPrefix("42P0"), !isLast else { throw error }
      }
    }
  }

  /// The version of the tables; 0 for none.
  private static func version(_ slot: ConnectionSlot) throws(PostgresFailure) -> Int {
    do throws(PostgresFailure) {
      let results = try slot.run([PostgresSchema.Head.query], within: timeout)
      return results.first(0).flatMap { try? PostgresSchema.Head($0).schema } ?? 0
    } catch {
      if case .refused(PostgresFailure.Code.undefinedTable, _, _) = error { return 0 }
      throw error
    }
  }
}
