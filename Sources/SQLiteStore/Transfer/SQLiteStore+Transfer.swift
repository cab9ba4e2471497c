internal import GRDB
package import Screens

extension SQLiteStore: StoreSource, StoreTarget {
  package func isEmpty() throws(StoreError) -> Bool {
    try reading { database in
      try Self.contentTables.allSatisfy { table in
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") == 0
      }
    }
  }

  package func fill(_ body: ((StoreChanges) throws -> Void) throws -> Int?) throws {
    do {
      try writer.write { database in
        let revision = try body { try StoreRows($0).write(to: database) }
        let last = try Int.fetchOne(database, sql: "SELECT max(id) FROM audit") ?? 0
        try database.execute(sql: "UPDATE head SET revision = ?", arguments: [revision ?? last])
      }
    } catch let error as DatabaseError {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  package func readAll(_ body: (StoreChanges) throws -> Void) throws -> Int {
    do {
      return try writer.read { try StoreParts(path: folder.databasePath).read($0, body) }
    } catch let error as DatabaseError {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  package func contents() throws(StoreError) -> StoreContents { try load() }
}
