package import JSONText

/// What changes from one definition to another, with the values of both.
package struct Comparison: APIObject {
  package let added: [Listed]
  package let removed: [Listed]
  package let moved: [Move]
  package let changed: [Change]
  package let sections: [Section]
  package let other: [MemberDifference]
  package let sectionOrder: [String]?

  package init(
    added: [Listed], removed: [Listed], moved: [Move], changed: [Change], sections: [Section],
    other: [MemberDifference], sectionOrder: [String]?
  ) {
    self.added = added
    self.removed = removed
    self.moved = moved
    self.changed = changed
    self.sections = sections
    self.other = other
    self.sectionOrder = sectionOrder
  }

  package static let members = MemberList(
    named: "Comparison", Self.init, Member("added", \Self.added), Member("removed", \Self.removed),
    Member("moved", \Self.moved), Member("changed", \Self.changed), Member("sections", \Self.sections),
    Member("other", \Self.other),
    Member(
      optional: "sectionOrder", \Self.sectionOrder,
      "The ids of the sections, if those that stay have another order."))

  package struct Listed: APIObject {
    package let place: Place
    package let item: JSONValue

    package init(place: Place, item: JSONValue) {
      self.place = place
      self.item = item
    }

    package static let members = MemberList(
      named: "ComparedItem", Self.init, Member(flattening: \Self.place),
      Member("item", \Self.item, "The item, without those inside it."))
  }

  package struct Move: APIObject {
    package let id: String
    package let viewType: String
    package let from: Place
    package let to: Place

    package init(id: String, viewType: String, from: Place, to: Place) {
      self.id = id
      self.viewType = viewType
      self.from = from
      self.to = to
    }

    package static let members = MemberList(
      Self.init, Member("id", \Self.id), Member("viewType", \Self.viewType), Member("from", \Self.from),
      Member("to", \Self.to))
  }

  package struct Change: APIObject {
    package let id: String
    package let viewType: String
    package let differences: [MemberDifference]

    package init(id: String, viewType: String, differences: [MemberDifference]) {
      self.id = id
      self.viewType = viewType
      self.differences = differences
    }

    package static let members = MemberList(
      Self.init, Member("id", \Self.id), Member("viewType", \Self.viewType),
      Member("members", \Self.differences))
  }

  package struct Section: APIObject {
    package let id: String
    package let effect: String
    package let differences: [MemberDifference]

    package init(id: String, effect: String, differences: [MemberDifference]) {
      self.id = id
      self.effect = effect
      self.differences = differences
    }

    package static let members = MemberList(
      Self.init, Member("id", \Self.id),
      Member("effect", \Self.effect, as: .choice(["added", "removed", "changed"])),
      Member("members", \Self.differences))
  }
}

/// A value in which two documents differ.
package struct MemberDifference: APIObject {
  package let path: String
  package let names: [String]
  package let old: JSONValue?
  package let new: JSONValue?

  package init(path: String, names: [String], old: JSONValue?, new: JSONValue?) {
    self.path = path
    self.names = names
    self.old = old
    self.new = new
  }

  package static let members = MemberList(
    named: "MemberChange", Self.init, Member("path", \Self.path, "A JSON Pointer."),
    Member("names", \Self.names, "The path with keys and ids of elements in place of their indices."),
    Member(optional: "old", \Self.old), Member(optional: "new", \Self.new))
}

/// Two changes of a definition, merged.
package struct MergedDefinition: APIObject {
  package let changes: [Change]
  package let ours: Comparison
  package let theirs: Comparison
  package let merged: JSONValue?

  package init(changes: [Change], ours: Comparison, theirs: Comparison, merged: JSONValue?) {
    self.changes = changes
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
  }

  package static let members = MemberList(
    named: "MergedDefinition", Self.init, Member("changes", \Self.changes), Member("ours", \Self.ours),
    Member("theirs", \Self.theirs),
    Member(
      optional: "merged", \Self.merged,
      "The definition with both changes; absent while a conflict is not decided."))

  package struct Change: APIObject {
    package let place: String
    package let effect: String

    package init(place: String, effect: String) {
      self.place = place
      self.effect = effect
    }

    package static let members = MemberList(
      Self.init, Member("place", \Self.place, "The id of an item, or the JSON Pointer of another member."),
      Member(
        "effect", \Self.effect,
        "Who has changed it: one side, both in the same way, both without a conflict, or both with one.",
        as: .choice(["ours", "theirs", "same", "both", "conflict"])))
  }
}
