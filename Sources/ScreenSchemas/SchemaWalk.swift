package import JSONText

/// Finds the schemas that describe a place of a document, by a draft-07 schema of ``DocumentSchemas``.
///
/// The document can be incomplete, as it is while somebody types. It is not validated: a keyword that the walk does not
/// know never excludes a schema.
package struct SchemaWalk {
  private let root: JSONValue

  /// The largest number of schemas for one place: an item has one for each view type. References can be circular.
  private static let maximumSchemas = 10_000
  /// The greatest nesting depth of conditions.
  private static let maximumDepth = 16
  /// The number of schemas that a walk compares with values. Nested references can multiply without bound.
  private static let maximumSteps = 100_000

  package init(_ schema: JSONValue) { root = schema }

  /// The schemas of the value at a place, with those that they refer to.
  package func schemas(at location: JSONPointer, in document: JSONValue) -> [JSONObject] {
    var value: JSONValue? = document
    var budget = Self.maximumSteps
    var found = expanded([root], for: value, &budget)
    for token in location.tokens {
      var next: [JSONValue] = []
      for schema in found { next += Self.children(of: schema, at: token, in: value) }
      value = value.flatMap { JSONPointer(tokens: [token]).value(in: $0) }
      found = expanded(next, for: value, &budget)
    }
    return found
  }

  /// The schemas of a member or an element.
  private static func children(of schema: JSONObject, at token: String, in value: JSONValue?) -> [JSONValue] {
    if case .array? = value, let index = JSONPointer.arrayIndex(token) {
      guard let tuple = schema["items"]?.arrayValue else { return [schema["items"]].compactMap(\.self) }
      return [index < tuple.count ? tuple[index] : schema["additionalItems"]].compactMap(\.self)
    }
    if let property = schema["properties"]?[token] { return [property] }
    // Patterns are not evaluated. The one of conditions excludes names with `$`; those of view types may match any
    // name.
    let patterns = schema["patternProperties"]?.objectValue ?? [:]
    if !patterns.isEmpty, !token.hasPrefix("$") { return patterns.map(\.value) }
    return [schema["additionalProperties"]].compactMap(\.self)
  }

  private func expanded(
    _ schemas: [JSONValue], for value: JSONValue?, _ budget: inout Int
  ) -> [JSONObject] {
    var pending = Array(schemas.reversed())
    var found: [JSONObject] = []
    var steps = 0
    while let next = pending.popLast(), steps < Self.maximumSchemas {
      steps += 1
      guard case .object(let schema) = next else { continue }
      found.append(schema)
      var more: [JSONValue] = [target(of: schema)].compactMap(\.self) + (schema["allOf"]?.arrayValue ?? [])
      for keyword in ["anyOf", "oneOf"] {
        let branches = schema[keyword]?.arrayValue ?? []
        let matching = branches.filter { matches($0, value, depth: 0, &budget) }
        more += matching.isEmpty ? branches : matching
      }
      if let condition = schema["if"] {
        let branch = matches(condition, value, depth: 0, &budget) ? schema["then"] : schema["else"]
        more += [branch].compactMap(\.self)
      }
      pending += more.reversed()
    }
    return found
  }

  private func target(of schema: JSONObject) -> JSONValue? {
    guard let reference = schema["$ref"]?.stringValue, reference.hasPrefix("#") else { return nil }
    return JSONPointer(String(reference.dropFirst()))?.value(in: root)
  }

  /// Whether a value can match a schema, by the keywords that distinguish kinds of objects.
  private func matches(
    _ schema: JSONValue, _ value: JSONValue?, depth: Int, _ budget: inout Int
  ) -> Bool {
    guard case .object(let object) = schema else { return schema != false }
    guard let value, depth < Self.maximumDepth, budget > 0 else { return true }
    budget -= 1
    if let constant = object["const"], !constant.isEquivalent(to: value) { return false }
    if let values = object["enum"]?.arrayValue, !values.contains(where: { $0.isEquivalent(to: value) }) {
      return false
    }
    if let type = object["type"], !Self.hasType(value, type) { return false }
    if let target = target(of: object), !matches(target, value, depth: depth + 1, &budget) { return false }
    if let negated = object["not"], matches(negated, value, depth: depth + 1, &budget) { return false }
    for branch in object["allOf"]?.arrayValue ?? [] where !matches(branch, value, depth: depth + 1, &budget) {
      return false
    }
    if let branches = object["anyOf"]?.arrayValue,
      !branches.contains(where: { matches($0, value, depth: depth + 1, &budget) })
    {
      return false
    }
    guard case .object(let members) = value else { return true }
    for name in object["required"]?.arrayValue ?? []
    where name.stringValue.flatMap({ members[$0] }) == nil { return false }
    for property in object["properties"]?.objectValue ?? [:] {
      if let member = members[property.name], !matches(property.value, member, depth: depth + 1, &budget) {
        return false
      }
    }
    return true
  }

  private static func hasType(_ value: JSONValue, _ type: JSONValue) -> Bool {
    let names = type.arrayValue?.compactMap(\.stringValue) ?? [type.stringValue].compactMap(\.self)
    return names.contains { $0 == value.kind.rawValue || ($0 == "integer" && value.kind == .number) }
  }
}
