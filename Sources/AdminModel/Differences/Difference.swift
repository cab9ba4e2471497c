package import JSONText

/// What changes from one definition to another, by item and as JSON Patch.
package struct Difference: APIObject {
  package let added: [Listed]
  package let removed: [Listed]
  package let moved: [Move]
  package let changed: [Change]
  package let other: [String]
  package let patch: JSONValue

  package init(
    added: [Listed], removed: [Listed], moved: [Move], changed: [Change], other: [String], patch: JSONValue
  ) {
    self.added = added
    self.removed = removed
    self.moved = moved
    self.changed = changed
    self.other = other
    self.patch = patch
  }

  package static let members = MemberList(
    named: "ChangeSetDifference", Self.init, Member("added", \Self.added), Member("removed", \Self.removed),
    Member("moved", \Self.moved), Member("changed", \Self.changed),
    Member("other", \Self.other, "What changed outside of the items, as JSON Pointers."),
    Member("patch", \Self.patch, as: .jsonPatch))

  package struct Listed: APIObject {
    package let id: String?
    package let place: Place

    package init(id: String?, place: Place) {
      self.id = id
      self.place = place
    }

    package static let members = MemberList(
      named: "ListedItem", Self.init, Member("id", \Self.id), Member(flattening: \Self.place))
  }

  package struct Move: APIObject {
    package let id: String
    package let from: Place
    package let to: Place

    package init(id: String, from: Place, to: Place) {
      self.id = id
      self.from = from
      self.to = to
    }

    package static let members = MemberList(
      named: "MovedItem", Self.init, Member("id", \Self.id), Member("from", \Self.from),
      Member("to", \Self.to))
  }

  package struct Change: APIObject {
    package let id: String
    package let paths: [String]

    package init(id: String, paths: [String]) {
      self.id = id
      self.paths = paths
    }

    package static let members = MemberList(
      named: "ChangedItem", Self.init, Member("id", \Self.id), Member("paths", \Self.paths))
  }
}

/// The difference of two versions of a screen.
package struct VersionDifference: APIObject {
  package let route: String
  package let from: VersionReference
  package let to: VersionReference
  package let difference: Difference

  package init(route: String, from: VersionReference, to: VersionReference, difference: Difference) {
    self.route = route
    self.from = from
    self.to = to
    self.difference = difference
  }

  package static let members = MemberList(
    named: "Difference", Self.init, Member("route", \Self.route), Member("from", \Self.from),
    Member("to", \Self.to), Member(flattening: \Self.difference))
}
