package import JSONText

/// A difference between two JSON values at one location, for people.
///
/// A JSON Patch has the operations that make one value from the other; this has both values at a location that differs.
package struct ValueDifference: Sendable, Equatable {
  package let location: JSONPointer
  /// Nil if the old value has nothing at the location.
  package let old: JSONValue?
  /// Nil if the new value has nothing at the location.
  package let new: JSONValue?

  /// The maximum number of differences of two values. Further ones are left out.
  package static let maximumKept = 200

  /// The differences of two values. Arrays of different lengths differ as a whole.
  package static func all(from old: JSONValue, to new: JSONValue) -> [ValueDifference] {
    var found: [ValueDifference] = []
    add(old, new, at: .root, to: &found)
    return found
  }

  private static func add(
    _ old: JSONValue?, _ new: JSONValue?, at location: JSONPointer, to found: inout [ValueDifference]
  ) {
    guard old != new, found.count < maximumKept else { return }
    switch (old, new) {
    case (.object(let old)?, .object(let new)?):
      for member in old {
        add(member.value, new[member.name], at: location.appending(member.name), to: &found)
      }
      for member in new where old[member.name] == nil {
        add(nil, member.value, at: location.appending(member.name), to: &found)
      }
    case (.array(let old)?, .array(let new)?) where old.count == new.count:
      for (index, (old, new)) in zip(old, new).enumerated() {
        add(old, new, at: location.appending(index), to: &found)
      }
    default: found.append(ValueDifference(location: location, old: old, new: new))
    }
  }
}
