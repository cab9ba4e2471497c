/// One thing that a server must do, with a name that says it.
package struct Check: Sendable {
  /// What a check can't do without.
  package enum Need: Sendable {
    /// The server's address.
    case address
    /// A token that may publish.
    case adminToken
    /// A `marquee` program to start, kill and start again.
    case program
  }

  package let name: String
  package let need: Need
  let body: @Sendable (Subject) async throws -> Void

  /// - Parameter body: Returns when the server does it, throws ``CheckFailure`` when it does not, and any
  ///   other error when that can't be found out.
  init(_ name: String, need: Need = .address, body: @escaping @Sendable (Subject) async throws -> Void) {
    self.name = name
    self.need = need
    self.body = body
  }
}

extension Check {
  /// All checks, in the order in which a newcomer would try things.
  package static let all: [Check] =
    screens + formats + parameters + caching + routing + crossOrigin + catalogue + operations + assignment
    + adminAccess + publishing + ordering + conditionalWrites + history + drafts + removal + refusals + syntax
    + capabilities + mock + sessions + concurrency + durability + folderImport
}
