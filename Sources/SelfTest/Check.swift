/// One expectation of a server, with a name that describes it.
package struct Check: Sendable {
  /// A requirement of a check.
  package enum Need: Sendable {
    /// The server's address.
    case address
    /// A token with the scope `publish`.
    case adminToken
    /// A `marquee` program to start, kill and start again.
    case program
  }

  package let name: String
  package let need: Need
  let body: @Sendable (Subject) async throws -> Void

  /// - Parameter body: returns if the server meets the expectation, throws ``CheckFailure`` if not, and throws another
  ///   error if the check cannot run.
  init(_ name: String, need: Need = .address, body: @escaping @Sendable (Subject) async throws -> Void) {
    self.name = name
    self.need = need
    self.body = body
  }
}

extension Check {
  /// All checks, from basic to advanced.
  package static let all: [Check] =
    screens + formats + parameters + caching + routing + crossOrigin + catalogue + operations + assignment
    + adminAccess + publishing + ordering + conditionalWrites + history + drafts + removal + refusals + syntax
    + capabilities + previews + mock + sessions + concurrency + durability + folderImport
}
