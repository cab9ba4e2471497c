internal import Foundation
internal import GRDB
package import Screens

extension SQLiteExposureStore: ExposureArchive {
  package func exposedExperiments() throws(StoreError) -> [String] {
    // Do not create a database to read nothing.
    guard isThere else { return [] }
    return try reading {
      try String.fetchAll($0, sql: "SELECT DISTINCT experiment FROM arm ORDER BY experiment")
    }
  }

  package func add(_ exposures: [Exposure]) throws(StoreError) {
    guard !exposures.isEmpty else { return }
    do {
      try queue().write { database in
        for exposure in exposures {
          try database.execute(
            sql: "INSERT OR IGNORE INTO arm (experiment, variant) VALUES (?, ?)",
            arguments: [exposure.experiment, exposure.variant])
          try database.execute(
            sql: """
              INSERT OR IGNORE INTO exposure (arm, unit, at, version, route)
              SELECT id, ?, ?, ?, ? FROM arm WHERE experiment = ? AND variant = ?
              """,
            arguments: [
              Data(exposure.unit.utf8), exposure.at, exposure.version, exposure.route.name,
              exposure.experiment, exposure.variant,
            ])
        }
      }
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
