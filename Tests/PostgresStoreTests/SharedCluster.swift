import Foundation
import PostgresCluster
import Testing

@testable import PostgresStore

/// The cluster of all tests that break nothing. Each takes a database of its own.
enum SharedCluster {
  private static let cluster = Result {
    try PostgresPrograms.installed.map { try PostgresCluster($0, maxConnections: 300) }
  }

  /// Why there is no cluster; nil if there is one.
  static let missing: String? = {
    if case .success(nil) = cluster { return "left out: PostgreSQL is not installed" }
    return nil
  }()

  /// A new database.
  /// - Returns: its connection string.
  static func database() throws -> String {
    let cluster = try #require(try cluster.get())
    return try cluster.createDatabase("t" + UUID().uuidString.lowercased().replacing("-", with: ""))
  }

  static func sql(_ text: String, database connection: String) throws -> String {
    let cluster = try #require(try cluster.get())
    let name = try #require(URL(string: connection)).lastPathComponent
    return try cluster.sql(text, database: name)
  }

  /// A store in a new database, with its tables.
  static func store() throws -> PostgresStore { try store(in: database()) }

  static func store(in connection: String, node: String = "test") throws -> PostgresStore {
    let store = try PostgresStore(connection: connection, node: node)
    try store.prepare()
    return store
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that needs the programs of PostgreSQL. It says so where they are missing.
  static var postgres: Self {
    if let missing = SharedCluster.missing { print(missing) }
    return .enabled(if: SharedCluster.missing == nil)
  }
}
