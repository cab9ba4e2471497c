import JSONText

/// Merges a schema, the schemas that it refers to, and the parts of its `allOf` into one schema.
///
/// The result accepts every value that the original accepts, and perhaps more, so a type made from it can hold every
/// valid content.
struct SchemaMerger {
  let schemas: ViewTypeSchemas
  /// The remaining work for one view type, shared by all merges.
  private let budget = Budget()

  private final class Budget {
    var remaining = 0
  }

  /// The largest number of members merged for one view type: far more than a large hand-written schema has.
  private static let maximumMembers = 2_000_000

  init(_ schemas: ViewTypeSchemas) { self.schemas = schemas }

  /// Resets the budget for the next view type.
  func reset() { budget.remaining = Self.maximumMembers }

  enum Merged {
    case anything
    case nothing
    case keywords(JSONObject)
    /// The schema cannot be merged. The associated value is the reason.
    case opaque(String)
  }

  /// The deepest nesting of references and `allOf`.
  private static let maximumDepth = 24

  /// The limit on the parts merged for one schema. Nested `allOf` can double them at each level.
  private static let maximumParts = 500

  func merge(_ schema: JSONValue) -> Merged {
    var parts = 0
    return merge(schema, depth: 0, parts: &parts)
  }

  private func merge(_ schema: JSONValue, depth: Int, parts: inout Int) -> Merged {
    parts += 1
    if let keywords = schema.objectValue {
      budget.remaining -= 1 + keywords.count
      for list in ["properties", "patternProperties"] {
        budget.remaining -= keywords[list]?.objectValue?.count ?? 0
      }
      for list in ["required", "enum"] { budget.remaining -= keywords[list]?.arrayValue?.count ?? 0 }
    }
    guard depth < Self.maximumDepth, parts < Self.maximumParts, budget.remaining > 0 else {
      return .opaque("the schema refers to itself or combines too many parts")
    }
    switch schema {
    case .bool(let accepts): return accepts ? .anything : .nothing
    case .object(var keywords):
      var others: [JSONValue] = []
      if keywords["$dynamicRef"] != nil { return .opaque("`$dynamicRef` is not supported") }
      if let reference = keywords["$ref"]?.stringValue {
        guard let target = schemas.target(of: reference) else {
          return .opaque("the reference does not lead to a view type")
        }
        others.append(target)
      }
      others += keywords["allOf"]?.arrayValue ?? []
      keywords["$ref"] = nil
      keywords["allOf"] = nil
      var merged = Merged.keywords(keywords)
      for other in others {
        merged = Self.intersect(merged, merge(other, depth: depth + 1, parts: &parts))
      }
      if case .keywords(let keywords) = merged, keywords.isEmpty { return .anything }
      return merged
    default: return .opaque("the value is not a schema")
    }
  }

  private static func intersect(_ one: Merged, _ other: Merged) -> Merged {
    switch (one, other) {
    case (.opaque, _): one
    case (_, .opaque): other
    case (.nothing, _), (_, .nothing): .nothing
    case (.anything, _): other
    case (_, .anything): one
    case (.keywords(let a), .keywords(let b)): intersect(a, b)
    }
  }

  /// Returns a schema that accepts every value that both schemas accept. Keeps the annotations of the first one.
  private static func intersect(_ one: JSONObject, _ other: JSONObject) -> Merged {
    var merged = one
    for member in other {
      guard let mine = merged[member.name] else {
        merged[member.name] = member.value
        continue
      }
      guard !mine.isEquivalent(to: member.value) else { continue }
      switch member.name {
      case "properties", "patternProperties":
        merged[member.name] = union(mine, member.value)
      case "required":
        let known = Set((mine.arrayValue ?? []).compactMap { $0.stringValue.map { ExactString($0) } })
        merged[member.name] = .array(
          (mine.arrayValue ?? [])
            + (member.value.arrayValue ?? []).filter { name in
              name.stringValue.map { !known.contains(ExactString($0)) } ?? false
            })
      case "enum":
        merged[member.name] = .array(common(mine.arrayValue ?? [], member.value.arrayValue ?? []))
      case "type":
        merged[member.name] = types(one, other)
      case "items", "additionalProperties", "unevaluatedProperties":
        merged[member.name] = both(mine, member.value)
      case "format":
        merged[member.name] = nil
      case "anyOf", "oneOf", "if", "prefixItems":
        return .opaque("`allOf` combines several `\(member.name)`")
      default: break
      }
    }
    return .keywords(merged)
  }

  /// The largest number of comparisons of values that are not strings. Lists that need more are not intersected: the
  /// first one is kept.
  private static let maximumComparisons = 1_000_000

  private static func common(_ one: [JSONValue], _ other: [JSONValue]) -> [JSONValue] {
    let strings = Set(other.compactMap { $0.stringValue.map { ExactString($0) } })
    let others = other.filter { $0.stringValue == nil }
    guard others.count <= maximumComparisons / max(one.count, 1) else { return one }
    return one.filter { value in
      value.stringValue.map { strings.contains(ExactString($0)) }
        ?? others.contains { $0.isEquivalent(to: value) }
    }
  }

  private static func both(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    switch (one, other) {
    case (.bool(true), _): other
    case (_, .bool(true)): one
    case (.bool(false), _), (_, .bool(false)): false
    default: .object(["allOf": .array([one, other])])
    }
  }

  private static func union(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    var members = one.objectValue ?? JSONObject()
    for member in other.objectValue ?? JSONObject() {
      guard let mine = members[member.name] else {
        members[member.name] = member.value
        continue
      }
      if !mine.isEquivalent(to: member.value) { members[member.name] = both(mine, member.value) }
    }
    return .object(members)
  }

  private static func types(_ one: JSONObject, _ other: JSONObject) -> JSONValue {
    let mine = SchemaKeywords.kinds(of: one) ?? []
    let theirs = SchemaKeywords.kinds(of: other) ?? []
    var common = mine.intersection(theirs)
    // An integer is also a number.
    if mine.contains("integer"), theirs.contains("number") { common.insert("integer") }
    if theirs.contains("integer"), mine.contains("number") { common.insert("integer") }
    return .array(common.sorted().map { .string($0) })
  }
}
