/// JSON values that are put together from several places of a response.
struct ValueTree {
  private var value: JSONValue?
  private var children: [String: ValueTree] = [:]

  /// Adds a value. The members of objects at the same place are united.
  mutating func insert(_ new: JSONValue, at path: ArraySlice<String>) {
    if let first = path.first {
      children[first, default: ValueTree()].insert(new, at: path.dropFirst())
    } else {
      value = value?.filled(from: new) ?? new
    }
  }

  /// The values as an object.
  var object: JSONValue {
    let members = JSONValue.object(children.mapValues(\.json))
    return value?.filled(from: members) ?? members
  }

  private var json: JSONValue {
    if children.isEmpty, let value { return value }
    return object
  }
}

extension JSONValue {
  /// The value with the members that only another one has, at any depth.
  fileprivate func filled(from other: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let others) = other else { return self }
    return .object(own.merging(others) { $0.filled(from: $1) })
  }
}
