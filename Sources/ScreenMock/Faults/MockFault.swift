import Screens

/// A fault of the connection that the mock simulates.
package struct MockFault: Sendable, Equatable {
  /// What the client receives in place of the response.
  package enum Outcome: Sendable, Equatable {
    /// The connection is reset.
    case reset
    /// These bytes, then the end of the connection.
    case bytes([UInt8])
    /// The head of the response and half of its body, then the end of the connection.
    case truncatedBody
  }

  /// The name in rules and in `Prefer`.
  package let name: String
  package let outcome: Outcome

  /// Whether the client receives the status of the response.
  var sendsStatus: Bool { outcome == .truncatedBody }

  /// All faults, in the order in which messages list them.
  package static let all = [reset, empty, half, garbage]

  /// Reads the member `fault`.
  static func read(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> MockFault? {
    members.choice("fault", of: all.map(\.name), &diagnostics).flatMap { named($0) }
  }

  static func named(_ name: String) -> MockFault? { all.first { $0.name == name } }
}
