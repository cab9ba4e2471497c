package import JSONText
package import Screens

/// A list of objects with ids, which requests read and change.
package struct MockCollection: Sendable {
  /// The items at the start, and after a reset.
  let seed: [JSONObject]
  /// The member that has the id.
  package let id: String
  package let schema: ContentSchema?
  /// The size of the seed as JSON, in bytes.
  let seedBytes: Int

  init(seed: [JSONObject], id: String, schema: ContentSchema?) {
    self.seed = seed
    self.id = id
    self.schema = schema
    seedBytes = seed.reduce(0) { $0 + Self.bytes(of: $1) }
  }

  /// Reads items: objects with different ids, which fit the schema.
  package static func items(
    _ values: [JSONValue], id: String, schema: ContentSchema?, at location: JSONPointer,
    _ diagnostics: inout Diagnostics
  ) -> [JSONObject] {
    guard values.count <= MockState.maximumItems else {
      diagnostics.add(
        Diagnostic(.tooMany, at: location, "a collection has at most \(MockState.maximumItems) items"))
      return []
    }
    var items: [JSONObject] = []
    var ids: Set<ExactString> = []
    for (index, value) in values.enumerated() {
      let place = location.appending(index)
      guard case .object(let object) = value else {
        diagnostics.add(Diagnostic(.wrongType, at: place, "an item is an object, not \(value.kind.phrase)"))
        continue
      }
      if let text = text(ofID: object[id]) {
        if !ids.insert(text) {
          diagnostics.add(
            Diagnostic(.duplicateID, at: place.appending(id), "the id \(quoted(text)) is repeated"))
        }
      } else if object[id] == nil {
        diagnostics.add(
          Diagnostic(.missingMember, at: place, "an item needs the member \(quoted(id))"))
      } else {
        diagnostics.add(
          Diagnostic(.wrongType, at: place.appending(id), "the id of an item is a string or a number"))
      }
      schema?.check(value, at: place, &diagnostics)
      items.append(object)
    }
    return items
  }

  /// The text of an id in a path; nil for a value that cannot be an id.
  static func text(ofID value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?: text.isEmpty ? nil : text
    case .number(let number)?: number.text
    default: nil
    }
  }

  static func bytes(of item: JSONObject) -> Int { JSONValue.object(item).serialized().count }

  /// An id for a new item: the next whole number, as a text if the ids are texts.
  func newID(besides items: [JSONObject]) -> JSONValue {
    let ids = items.compactMap { $0[id] }
    let numbers = ids.compactMap { $0.numberValue?.intValue ?? $0.stringValue.flatMap { Int($0) } }
    let next = JSONNumber((numbers.filter { $0 < .max }.max() ?? 0) + 1)
    return ids.contains { $0.kind == .string } ? .string(next.text) : .number(next)
  }
}
