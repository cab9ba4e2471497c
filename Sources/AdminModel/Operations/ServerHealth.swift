/// Whether screens can be served, and how old they are.
package struct ServerHealth: APIObject {
  package let status: String
  package let store: String
  package let revision: Int
  /// In seconds.
  package let staleFor: Double

  package init(status: String, store: String, revision: Int, staleFor: Double) {
    self.status = status
    self.store = store
    self.revision = revision
    self.staleFor = staleFor
  }

  package static let members = MemberList(
    Self.init, Member("status", \Self.status, as: .choice(["ok"])),
    Member("store", \Self.store, as: .choice(["available", "unavailable"])),
    Member("revision", \Self.revision), Member("staleFor", \Self.staleFor))
}

/// The program and its version.
package struct ServerVersion: APIObject {
  package let name: String
  package let version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  package static let members = MemberList(
    Self.init, Member("name", \Self.name), Member("version", \Self.version))
}
