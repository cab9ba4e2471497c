/// What a token allows. Each scope includes those before it.
package enum AccessScope: String, Sendable, CaseIterable, Comparable {
  /// Read.
  case read
  /// Write drafts, and run writes with `dryRun`.
  case edit
  /// Publish; change view types, releases and the mock.
  case publish
  /// Create and revoke tokens. Only the server's own token has this scope.
  case administer

  package static func < (one: AccessScope, other: AccessScope) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .edit: 1
    case .publish: 2
    case .administer: 3
    }
  }

  /// The scopes that a created token can have.
  package static let grantable: [AccessScope] = [.read, .edit, .publish]
}
