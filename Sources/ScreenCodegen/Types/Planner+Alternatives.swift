import JSONSchema
import JSONText

extension Planner {
  /// The largest number of alternatives of a `oneOf` or `anyOf`; comparing more would take too long.
  private static let maximumAlternatives = 100

  /// Returns the shape of a schema with `oneOf` or `anyOf`; nil when they say nothing about the type.
  mutating func shapeOfAlternatives(_ keywords: JSONObject, in context: PlanningContext) -> SchemaShape? {
    guard keywords["anyOf"] == nil || keywords["oneOf"] == nil else {
      return .value(.json("`anyOf` and `oneOf` are used together"))
    }
    let keyword = keywords["oneOf"] == nil ? "anyOf" : "oneOf"
    let branches = keywords[keyword]?.arrayValue ?? []
    guard !branches.isEmpty, branches.count <= Self.maximumAlternatives else {
      return .value(.json("`\(keyword)` has too many alternatives"))
    }
    var base = keywords
    base[keyword] = nil
    var isNullable = false
    var typed: [(index: Int, schema: JSONValue, keywords: JSONObject)] = []
    for (index, branch) in branches.enumerated() {
      switch merger.merge(branch) {
      case .nothing: continue
      case .anything: typed.append((index, branch, JSONObject()))
      case .opaque(let reason): return .value(.json(reason))
      case .keywords(let part):
        if SchemaKeywords.kinds(of: part) == ["null"] || part["const"] == .null {
          isNullable = true
        } else {
          typed.append((index, branch, part))
        }
      }
    }
    if typed.allSatisfy({ SchemaKeywords.isUntyped($0.keywords) }) {
      return isNullable ? .value(.json("the value can have several types")) : nil
    }
    if isNullable, let kinds = SchemaKeywords.kinds(of: base), !kinds.contains("null") { isNullable = false }
    if let values = Self.values(of: typed.map { ($0.schema, $0.keywords) }) {
      return Self.nullable(
        shape(ofValues: values, kinds: SchemaKeywords.kinds(of: base)), isNullable)
    }
    let isBare = SchemaKeywords.isUntyped(base) && base["required"] == nil
    let alternatives = typed.map { part in
      (
        path: [keyword, String(part.index)],
        schema: isBare ? part.schema : JSONValue.object(["allOf": .array([part.schema, .object(base)])])
      )
    }
    if alternatives.count == 1, let only = alternatives.first {
      return Self.nullable(shape(of: only.schema, in: context), isNullable)
    }
    return Self.nullable(union(of: alternatives, base: base), isNullable)
  }

  /// Returns the values when every alternative is a constant or an enum; nil otherwise.
  private static func values(of parts: [(schema: JSONValue, keywords: JSONObject)])
    -> [(value: JSONValue, documentation: Documentation)]?
  {
    var values: [(value: JSONValue, documentation: Documentation)] = []
    for (schema, keywords) in parts {
      if let constant = keywords["const"] {
        values.append((constant, Documentation(of: schema)))
      } else if let list = keywords["enum"]?.arrayValue {
        values += list.map { ($0, list.count == 1 ? Documentation(of: schema) : Documentation()) }
      } else {
        return nil
      }
    }
    return values
  }

  private static func nullable(_ shape: SchemaShape, _ isNullable: Bool) -> SchemaShape {
    guard isNullable else { return shape }
    switch shape {
    case .object(let keywords, _): return .object(keywords, isNullable: true)
    case .dictionary(let keywords, _): return .dictionary(keywords, isNullable: true)
    case .choice(let choice, _): return .choice(choice, isNullable: true)
    case .union(let union, _): return .union(union, isNullable: true)
    case .reference(let key, _): return .reference(key, isNullable: true)
    case .value(var planned):
      planned.isNullable = true
      return .value(planned)
    }
  }

  // MARK: Objects

  private func union(of alternatives: [(path: [String], schema: JSONValue)], base: JSONObject) -> SchemaShape
  {
    var parts: [UnionBranch] = []
    for (path, schema) in alternatives {
      guard case .keywords(let keywords) = merger.merge(schema),
        SchemaKeywords.kinds(of: keywords) == ["object"], keywords["anyOf"] == nil, keywords["oneOf"] == nil
      else { return .value(.json("the value can have several types")) }
      parts.append(UnionBranch(path: path, schema: schema, keywords: keywords))
    }
    if let shape = UnionBranch.byOnlyMember(parts) ?? byTag(parts) ?? UnionBranch.byMember(parts) {
      return .union(shape, isNullable: false)
    }
    return .object(UnionBranch.joined(parts), isNullable: false)
  }

  /// The largest number of required members that are tried as a tag.
  private static let maximumTags = 20

  /// Returns a union whose alternatives all require the same member, each with its own string value.
  private func byTag(_ parts: [UnionBranch]) -> UnionShape? {
    guard let first = parts.first else { return nil }
    for name in first.required.prefix(Self.maximumTags) {
      var tags: [String] = []
      for part in parts where part.required.contains(where: { $0.hasSameScalars(as: name) }) {
        guard let schema = part.properties[name], case .keywords(let keywords) = merger.merge(schema),
          let values = keywords["const"].map({ [$0] }) ?? keywords["enum"]?.arrayValue, values.count == 1,
          let tag = values.first?.stringValue
        else { break }
        tags.append(tag)
      }
      guard tags.count == parts.count, Set(tags).count == tags.count else { continue }
      return UnionShape(
        discriminator: .tag(name),
        alternatives: zip(tags, parts).map { .init(key: $0, schema: $1.schema, path: $1.path) })
    }
    return nil
  }

  /// Plans the cases of an enum with associated values.
  mutating func union(_ shape: UnionShape, in context: PlanningContext) -> UnionPlan {
    UnionPlan(
      discriminator: shape.discriminator,
      alternatives: shape.alternatives.map { alternative in
        var part = context.appending("", hint: alternative.key)
        part.origin = SchemaLocation(
          document: context.origin.document,
          pointer: JSONPointer(tokens: context.origin.pointer.tokens + alternative.path))
        return UnionPlan.Alternative(
          key: alternative.key, planned: plan(alternative.schema, in: part),
          documentation: Documentation(of: alternative.schema))
      })
  }
}
