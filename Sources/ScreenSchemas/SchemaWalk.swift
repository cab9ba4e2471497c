package import JSONSchema
package import JSONText

/// Finds the schemas that describe a place of a document, by a draft-07 schema of ``DocumentSchemas``.
///
/// The document can be incomplete, as it is while somebody types. It is not validated: a keyword that the walk does not
/// know never excludes a schema.
package struct SchemaWalk {
  private let root: ResolvedSchema?

  /// The largest number of schemas for one place: an item has one for each view type. References can be circular.
  private static let maximumSchemas = 10_000
  /// The greatest nesting depth of conditions.
  private static let maximumDepth = 16
  /// The number of schemas that a walk compares with values. Nested references can multiply without bound.
  private static let maximumSteps = 100_000

  /// - Parameter schema: the schema of a kind of documents.
  package init(_ schema: JSONValue) { root = SchemaLibrary([Self.uri: schema]).schema(at: Self.uri) }

  private static let uri = "marquee:/schema.json"

  /// The schemas of the value at a place, with those that they refer to.
  package func schemas(at location: JSONPointer, in document: JSONValue) -> [ResolvedSchema] {
    var value: JSONValue? = document
    var budget = Self.maximumSteps
    var found = Self.expanded([root].compactMap(\.self), for: value, &budget)
    for token in location.tokens {
      let next = found.flatMap { Self.children(of: $0, at: token, in: value) }
      value = value.flatMap { JSONPointer(tokens: [token]).value(in: $0) }
      found = Self.expanded(next, for: value, &budget)
    }
    return found
  }

  /// The first description of a schema, or of those that it applies to every value.
  package static func description(of schema: ResolvedSchema) -> String? {
    var budget = maximumSteps
    return expanded([schema], for: .null, &budget).lazy.compactMap { $0["description"]?.stringValue }.first
  }

  /// The schemas of a member or an element.
  private static func children(
    of schema: ResolvedSchema, at token: String, in value: JSONValue?
  ) -> [ResolvedSchema] {
    if case .array? = value, let index = JSONPointer.arrayIndex(token) {
      return schema.applied(toElement: index).filter(\.isCertain).map(\.schema)
    }
    let applied = schema.applied(toMember: token)
    if let first = applied.first, first.keyword == "properties" { return [first.schema] }
    // Patterns are not evaluated. The one of conditions excludes names with `$`; those of view types may match any
    // name.
    let patterns = applied.filter { $0.keyword == "patternProperties" }
    if !patterns.isEmpty, !token.hasPrefix("$") { return patterns.map(\.schema) }
    return applied.filter { $0.keyword == "additionalProperties" }.map(\.schema)
  }

  private static func expanded(
    _ schemas: [ResolvedSchema], for value: JSONValue?, _ budget: inout Int
  ) -> [ResolvedSchema] {
    var pending = Array(schemas.reversed())
    var found: [ResolvedSchema] = []
    var known: Set<ResolvedSchema> = []
    while let next = pending.popLast(), known.count < maximumSchemas {
      guard known.insert(next).inserted, next.value.objectValue != nil else { continue }
      found.append(next)
      var more = next.inPlace.filter(\.isCertain).map(\.schema)
      for keyword in ["anyOf", "oneOf"] {
        let branches = next.parts(keyword).map(\.schema)
        let matching = branches.filter { matches($0, value, depth: 0, &budget) }
        more += matching.isEmpty ? branches : matching
      }
      if let condition = next.part("if") {
        let branch = next.part(matches(condition, value, depth: 0, &budget) ? "then" : "else")
        more += [branch].compactMap(\.self)
      }
      pending += more.reversed()
    }
    return found
  }

  /// Whether a value can match a schema, by the keywords that distinguish kinds of objects.
  private static func matches(
    _ schema: ResolvedSchema, _ value: JSONValue?, depth: Int, _ budget: inout Int
  ) -> Bool {
    guard schema.value.objectValue != nil else { return schema.value != false }
    guard let value, depth < maximumDepth, budget > 0 else { return true }
    budget -= 1
    if let constant = schema["const"], !constant.isEquivalent(to: value) { return false }
    if let values = schema["enum"]?.arrayValue, !values.contains(where: { $0.isEquivalent(to: value) }) {
      return false
    }
    if let type = schema["type"], !hasType(value, type) { return false }
    for applied in schema.inPlace where applied.isCertain {
      guard matches(applied.schema, value, depth: depth + 1, &budget) else { return false }
    }
    if let negated = schema.part("not"), matches(negated, value, depth: depth + 1, &budget) { return false }
    let branches = schema.parts("anyOf")
    if !branches.isEmpty,
      !branches.contains(where: { matches($0.schema, value, depth: depth + 1, &budget) })
    {
      return false
    }
    guard case .object(let members) = value else { return true }
    for name in schema["required"]?.arrayValue ?? []
    where name.stringValue.flatMap({ members[$0] }) == nil { return false }
    for member in members {
      guard let part = schema.part("properties", member.name) else { continue }
      guard matches(part, member.value, depth: depth + 1, &budget) else { return false }
    }
    return true
  }

  private static func hasType(_ value: JSONValue, _ type: JSONValue) -> Bool {
    let names = type.arrayValue?.compactMap(\.stringValue) ?? [type.stringValue].compactMap(\.self)
    return names.contains { $0 == value.kind.rawValue || ($0 == "integer" && value.kind == .number) }
  }
}
