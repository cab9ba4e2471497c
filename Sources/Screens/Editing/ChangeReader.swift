import JSONText

/// Reads one element of `changes`.
enum ChangeReader {
  private static let operations: [String: [String]] = [
    "move": ["op", "id", "before", "after", "into", "at", "first"],
    "insert": ["op", "item", "before", "after", "section", "into", "at", "first"],
    "replace": ["op", "id", "item"],
    "remove": ["op", "id"],
    "merge": ["op", "id", "content"],
  ]

  /// Names of the operations in other formats, such as JSON Patch (RFC 6902).
  private static let synonyms = [
    "add": "insert", "append": "insert", "delete": "remove", "patch": "merge", "update": "merge",
    "set": "merge", "swap": "move", "reorder": "move",
  ]

  static func read(_ value: JSONValue, at location: JSONPointer, _ reader: inout DefinitionReader) -> Change?
  {
    let named = value["op"]?.stringValue
    guard let named, let allowed = operations[named] else {
      reader.reading { reportOperation(value, at: location, &$0) }
      return nil
    }
    let noun = "a change of kind \(named)"
    let members = reader.reading { MemberReader(value, at: location, named: noun, allowed: allowed, &$0) }
    guard let members else { return nil }
    var id: String?
    if allowed.contains("id") {
      id = reader.reading { diagnostics in
        _ = members.required("id", of: noun, &diagnostics)
        return members.string("id", &diagnostics)
      }
      if id == nil { return nil }
    }
    var item: Item?
    if allowed.contains("item") {
      guard let value = reader.reading({ members.required("item", of: noun, &$0) }) else { return nil }
      item = reader.item(value, at: location.appending("item"))
      if item == nil { return nil }
    }
    return operation(named, id, item, members, noun: noun, &reader).map {
      Change(operation: $0, origin: location)
    }
  }

  private static func operation(
    _ name: String, _ id: String?, _ item: Item?, _ members: MemberReader, noun: String,
    _ reader: inout DefinitionReader
  ) -> Change.Operation? {
    switch (name, id, item) {
    case ("move", let id?, _):
      return reader.reading { target(of: members, noun: noun, ["before", "after", "into"], &$0) }
        .map { .move(id: id, to: $0) }
    case ("insert", _, let item?):
      return reader.reading { target(of: members, noun: noun, ["before", "after", "section", "into"], &$0) }
        .map { .insert(item, at: $0) }
    case ("replace", let id?, let item?):
      return .replace(id: id, with: item)
    case ("remove", let id?, _):
      return .remove(id: id)
    case ("merge", let id?, _):
      return reader.reading { members.required("content", of: noun, &$0) }
        .map { .merge(id: id, content: $0) }
    default:
      return nil
    }
  }

  /// Reads the place. Exactly one of the members that name it is allowed.
  static func target(
    of members: MemberReader, noun: String, _ names: [String], _ diagnostics: inout Diagnostics
  ) -> Change.Position? {
    let given = names.filter { members.has($0) }
    let choices = names.map { quoted($0) }.joined(separator: " or ")
    guard let name = given.first else {
      diagnostics.add(Diagnostic(.missingMember, at: members.pointer, "\(noun) needs the member \(choices)"))
      return nil
    }
    for other in ["at", "first"] where name != "into" && members.has(other) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending(other), anchor: .name,
          "\(quoted(other)) goes with \"into\", not with \(quoted(name))"))
      return nil
    }
    guard given.count == 1 else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending(given[1]), anchor: .name,
          "\(noun) has only one of \(choices)"))
      return nil
    }
    guard let id = members.string(name, &diagnostics) else { return nil }
    switch name {
    case "before": return .before(id)
    case "after": return .after(id)
    case "into": return into(id, members, noun: noun, &diagnostics)
    default: return .section(id)
    }
  }

  /// Reads `at` and `first`, which go with `into`.
  private static func into(
    _ id: String, _ members: MemberReader, noun: String, _ diagnostics: inout Diagnostics
  ) -> Change.Position? {
    guard members.required("at", of: "\(noun) with \"into\"", &diagnostics) != nil,
      let text = members.string("at", &diagnostics)
    else { return nil }
    let isFirst = members.flag("first", &diagnostics) ?? false
    guard let pointer = JSONPointer(text) else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending("at"), "\(quoted(text)) is not a JSON Pointer",
          hint: "a place in the content, such as \"/children\""))
      return nil
    }
    return .into(id, at: pointer, first: isFirst)
  }

  private static func reportOperation(
    _ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) {
    guard case .object(let members) = value else {
      diagnostics.add(.wrongType(value, at: location, expected: "a change is an object"))
      return
    }
    let known = operations.keys.sorted()
    switch members["op"] {
    case nil:
      diagnostics.add(
        Diagnostic(
          .missingMember, at: location, "a change needs the member \"op\"",
          hint: "one of \(known.joined(separator: ", "))"))
    case .string(let name)?:
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("op"), "there is no change of kind \(quoted(name))",
          hint: synonyms[name.lowercased()].map { "did you mean \($0)?" }
            ?? NearestName.hint(for: name, among: known)))
    case let other?:
      diagnostics.add(.wrongType(other, at: location.appending("op"), expected: "\"op\" is a string"))
    }
  }
}
