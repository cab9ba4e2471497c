/// A name and its value, as they stand in an object.
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
