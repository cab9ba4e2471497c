/// A member of an object: a name and its value.
package struct JSONMember: Sendable, Equatable {
  package var name: String
  package var value: JSONValue

  package init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }

  package static func == (one: JSONMember, other: JSONMember) -> Bool {
    one.name.hasSameScalars(as: other.name) && one.value == other.value
  }
}
