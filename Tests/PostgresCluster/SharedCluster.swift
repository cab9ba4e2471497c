import Foundation
package import Testing

/// The cluster of the tests that break nothing. Each test takes a database of its own.
package enum SharedCluster {
  private static let cluster = Result {
    try PostgresPrograms.installed.map { try PostgresCluster($0, maxConnections: 300) }
  }

  /// Why there is no cluster; nil if there is one.
  package static let missing: String? = {
    if case .success(nil) = cluster { return "left out: PostgreSQL is not installed" }
    return nil
  }()

  /// The cluster itself.
  package static func shared() throws -> PostgresCluster {
    let cluster = try cluster.get()
    return try #require(cluster)
  }

  /// Creates a database in this cluster.
  /// - Returns: its connection string.
  package static func connection() throws -> String { try shared().createDatabase(newName) }

  private static var newName: String { "t" + UUID().uuidString.lowercased().replacing("-", with: "") }

  /// Creates a database in this cluster.
  /// - Returns: its name.
  package static func database() async throws -> String { try await database(of: shared()) }

  /// Creates a database in a cluster.
  /// - Returns: its name.
  package static func database(of cluster: PostgresCluster) async throws -> String {
    let name = newName
    try await blocking { _ = try cluster.createDatabase(name) }
    return name
  }

  /// The connection string of a new database.
  package static func store() async throws -> String {
    try shared().connectionString(database: try await database())
  }

  /// A cluster that a test may break.
  package static func own(
    password: String? = nil, settings: [String: String] = [:]
  ) async throws -> PostgresCluster {
    let programs = try #require(PostgresPrograms.installed)
    return try await blocking { try PostgresCluster(programs, password: password, settings: settings) }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that needs the programs of PostgreSQL. It says so where they are missing.
  package static var postgres: Self {
    if let missing = SharedCluster.missing { print(missing) }
    return .enabled(if: SharedCluster.missing == nil)
  }

  /// A test that needs PgBouncer, too.
  package static var pgBouncer: Self {
    let isInstalled = PostgresPrograms.installed?.pgBouncer != nil
    if !isInstalled { print("left out: PgBouncer is not installed") }
    return .enabled(if: isInstalled)
  }
}

/// Runs calls that block their thread, such as those of `PostgresCluster`, without blocking the task's thread.
@discardableResult
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
