import JSONText

/// Changes to one content, which are collected and then applied in a single pass.
struct ContentEdits {
  private enum Action {
    case replace(JSONValue)
    case remove
  }

  private var action: Action?
  private var added: [JSONMember] = []
  private var children: [ContentStep: ContentEdits] = [:]

  mutating func replace(at path: ContentPath, with value: JSONValue) {
    change(path[...]) { $0.action = .replace(value) }
  }

  mutating func remove(at path: ContentPath) {
    change(path[...]) { $0.action = .remove }
  }

  /// Appends members to the object at the path. Replaces members with the same name.
  mutating func add(_ members: [JSONMember], at path: ContentPath) {
    change(path[...]) { $0.added += members }
  }

  private mutating func change(_ path: ArraySlice<ContentStep>, _ body: (inout ContentEdits) -> Void) {
    guard let step = path.first else { return body(&self) }
    children[step, default: ContentEdits()].change(path.dropFirst(), body)
  }

  /// The content with the changes applied. Changes within a replaced or removed value have no effect. The root is never
  /// removed.
  func applied(to value: JSONValue) -> JSONValue { changed(value) ?? value }

  private func changed(_ value: JSONValue) -> JSONValue? {
    switch action {
    case .replace(let other): return other
    case .remove: return nil
    case nil: break
    }
    if children.isEmpty, added.isEmpty { return value }
    switch value {
    case .object(let object):
      var result = JSONObject()
      for member in object.members {
        guard let edits = children[.member(ExactString(member.name))] else {
          result[member.name] = member.value
          continue
        }
        if let changed = edits.changed(member.value) { result[member.name] = changed }
      }
      for member in added { result[member.name] = member.value }
      return .object(result)
    case .array(let elements):
      return .array(
        elements.enumerated().compactMap { place, element in
          guard let edits = children[.element(place)] else { return element }
          return edits.changed(element)
        })
    case .null, .bool, .number, .string:
      return value
    }
  }
}
