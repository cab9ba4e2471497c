package import JSONText

/// A value in which two documents differ.
package struct MemberChange: Sendable, Equatable {
  package let path: JSONPointer
  /// The path with the key or the id of an element in place of its index, where it has one.
  package let names: [String]
  /// Nil if the first document has no such value.
  package let old: JSONValue?
  /// Nil if the second document has no such value.
  package let new: JSONValue?

  /// The places where two documents differ. Arrays of different lengths differ as a whole.
  package static func all(from old: JSONValue?, to new: JSONValue?) -> [MemberChange] {
    var changes: [MemberChange] = []
    collect(old, new, at: .root, [], &changes)
    return changes
  }

  private static func collect(
    _ old: JSONValue?, _ new: JSONValue?, at path: JSONPointer, _ names: [String],
    _ changes: inout [MemberChange]
  ) {
    switch (old, new) {
    case (.object(let old)?, .object(let new)?):
      for name in old.names + new.names.filter({ old[$0] == nil }) {
        collect(old[name], new[name], at: path.appending(name), names + [name], &changes)
      }
    case (.array(let old)?, .array(let new)?) where old.count == new.count:
      for (index, (one, other)) in zip(old, new).enumerated() {
        let key = name(of: one)
        let isSame = key != nil && key == name(of: other)
        collect(
          one, other, at: path.appending(index), names + [(isSame ? key : nil) ?? String(index + 1)], &changes
        )
      }
    default:
      if old != new { changes.append(MemberChange(path: path, names: names, old: old, new: new)) }
    }
  }

  private static func name(of element: JSONValue) -> String? {
    element["key"]?.stringValue ?? element["id"]?.stringValue
  }
}
