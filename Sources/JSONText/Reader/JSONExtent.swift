/// The size of a value.
package struct JSONExtent {
  /// The number of values in it, including itself.
  package private(set) var values = 0
  /// The bytes of its names, strings and numbers.
  package private(set) var bytes = 0
  /// The nesting depth of arrays and objects: 0 for a string, 1 for `[]`.
  package private(set) var depth = 0

  package init(of value: JSONValue) { add(value, at: 0) }

  private mutating func add(_ value: JSONValue, at level: Int) {
    values += 1
    switch value {
    case .null, .bool: break
    case .number(let number): bytes += number.text.utf8.count
    case .string(let text): bytes += text.utf8.count
    case .array(let elements):
      depth = max(depth, level + 1)
      for element in elements { add(element, at: level + 1) }
    case .object(let object):
      depth = max(depth, level + 1)
      for member in object.members {
        bytes += member.name.utf8.count
        add(member.value, at: level + 1)
      }
    }
  }
}
