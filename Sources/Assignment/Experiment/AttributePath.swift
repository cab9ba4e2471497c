internal import JSONText

/// A path to an attribute: names joined by dots, each a member of an object or an index of an array.
struct AttributePath: Sendable {
  let text: String
  private let steps: [Step]

  private struct Step: Sendable {
    let name: String
    let index: Int?
  }

  init(_ text: String) {
    self.text = text
    steps = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      let name = String(Substring($0))
      return Step(name: name, index: JSONPointer.arrayIndex(name))
    }
  }

  /// The value at the path; null when there is none.
  func value(in root: JSONValue) -> JSONValue {
    var current = root
    for step in steps {
      switch current {
      case .object(let object):
        guard let next = member(step.name, of: object) else { return .null }
        current = next
      case .array(let elements):
        if let index = step.index {
          guard index < elements.count else { return .null }
          current = elements[index]
        } else if step.name == "length" {
          current = .number(JSONNumber(elements.count))
        } else {
          return .null
        }
      case .null, .bool, .number, .string:
        return .null
      }
    }
    return current
  }

  /// Units have few attributes: a linear search that compares lengths first is faster than the object's own search.
  @inline(__always)
  private func member(_ name: String, of object: JSONObject) -> JSONValue? {
    let members = object.members
    guard members.count <= Self.scannedCount else { return object[name] }
    let length = name.utf8.count
    for place in members.indices
    where members[place].name.utf8.count == length && members[place].name.hasSameScalars(as: name) {
      return members[place].value
    }
    return nil
  }

  private static let scannedCount = 16
}
