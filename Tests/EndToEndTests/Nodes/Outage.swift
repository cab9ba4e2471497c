import FaultInjection
import PostgresCluster
import Testing

/// A way to lose the database.
enum Outage: String, CaseIterable, CustomTestStringConvertible {
  /// The node's connections are reset, and it gets no others.
  case refused
  /// The node's connections stay open, and nothing arrives.
  case blackHole
  /// All processes of the database are stopped.
  case frozen
  /// All processes of the database are killed.
  case killed

  /// Whether the database goes on, and other nodes reach it.
  var isOfOneNode: Bool { self == .refused || self == .blackHole }
  var testDescription: String { rawValue }

  func begin(_ cluster: PostgresCluster, _ proxy: FaultProxy) async throws {
    try await blocking {
      switch self {
      case .refused: try proxy.set(.refuse)
      case .blackHole: try proxy.set(.blackHole)
      case .frozen: try cluster.freeze()
      case .killed: try cluster.kill()
      }
    }
  }

  func end(_ cluster: PostgresCluster, _ proxy: FaultProxy) async throws {
    try await blocking {
      switch self {
      case .refused, .blackHole: try proxy.set(.pass)
      case .frozen: try cluster.thaw()
      case .killed: try cluster.start()
      }
    }
  }
}
