import Foundation
import PostgresCluster
import Testing

@testable import PostgresStore

extension SharedCluster {
  static func sql(_ text: String, database connection: String) throws -> String {
    let name = try #require(URL(string: connection)).lastPathComponent
    return try shared().sql(text, database: name)
  }

  /// A store in a new database, with its tables.
  static func store() throws -> PostgresStore { try store(in: connection()) }

  static func store(in connection: String, node: String = "test") throws -> PostgresStore {
    let store = try PostgresStore(connection: connection, node: node)
    try store.prepare()
    return store
  }
}
