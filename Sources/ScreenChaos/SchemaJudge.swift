import JSONSchema
import JSONText

/// Decides whether content still satisfies its schema after a change. It does not evaluate patterns, formats and rare
/// keywords: where these decide, the verdict is unknown, never wrong.
///
/// The content was valid before the change, and no change touches a string with a pattern or a format. These therefore
/// hold wherever the content's validity requires it (`certain`), but not always within `anyOf`, `not` and the like.
struct SchemaJudge {
  let schemas: ContentSchemas
  /// The remaining steps. Without steps, every verdict is unknown.
  private var steps = Self.maximumSteps

  /// The enclosing schemas with a reference that apply to the same value.
  var following: [ResolvedSchema] = []

  /// The applied schemas and compared values for all verdicts on one screen.
  private static let maximumSteps = 1_000_000
  /// The nesting depth of schemas, including references, which the stack of any thread can hold.
  private static let maximumDepth = 128
  /// The number of elements compared with each other for `uniqueItems`.
  private static let maximumCompared = 100

  init(_ schemas: ContentSchemas) { self.schemas = schemas }

  /// The verdict on a view type's content.
  mutating func verdict(on content: JSONValue, of viewType: String) -> Verdict {
    schemas.root(of: viewType).map { verdict(on: content, under: $0, certain: true, depth: 0) } ?? .holds
  }

  mutating func verdict(
    on value: JSONValue, under schema: ResolvedSchema, certain: Bool, depth: Int
  ) -> Verdict {
    guard steps > 0, depth < Self.maximumDepth else { return .unknown }
    spend(1)
    switch schema.value {
    case .bool(let accepts): return Verdict(accepts)
    case .object(let keywords):
      let scope = Scope(schema: schema, certain: certain, depth: depth + 1)
      var known = Verdict.holds
      for keyword in keywords.members where known != .fails {
        known = min(known, verdict(on: value, by: keyword, in: scope))
      }
      return known
    default: return .unknown
    }
  }

  /// Counts steps for work that depends on the size of the schema or the content.
  mutating func spend(_ count: Int) { steps = max(steps - count, 0) }

  /// The context of a keyword.
  struct Scope {
    let schema: ResolvedSchema
    let certain: Bool
    /// The depth of the keyword's subschemas.
    let depth: Int
  }

  private mutating func verdict(on value: JSONValue, by keyword: JSONMember, in scope: Scope) -> Verdict {
    switch keyword.name {
    case "$ref":
      // A reference that leads to itself with the same value has no result.
      guard let target = scope.schema.reference, !following.contains(scope.schema) else { return .unknown }
      following.append(scope.schema)
      defer { following.removeLast() }
      return verdict(on: value, under: target, certain: scope.certain, depth: scope.depth)
    case "$dynamicRef": return .unknown
    case "allOf":
      return scope.schema.parts("allOf").reduce(.holds) {
        min($0, verdict(on: value, under: $1.schema, certain: scope.certain, depth: scope.depth))
      }
    case "anyOf": return verdicts(on: value, "anyOf", in: scope).max() ?? .unknown
    case "oneOf":
      let verdicts = verdicts(on: value, "oneOf", in: scope)
      let holding = verdicts.count { $0 == .holds }
      if holding > 1 { return .fails }
      if verdicts.contains(.unknown) { return .unknown }
      return Verdict(holding == 1)
    case "not":
      return
        switch verdict(on: value, by: "not", in: scope)
      {
      case .holds: .fails
      case .fails: .holds
      case .unknown: .unknown
      }
    case "if": return condition(on: value, in: scope)
    default:
      switch value {
      case .object(let object):
        return verdict(onObject: object, by: keyword, in: scope)
          ?? verdict(onAny: value, by: keyword)
      case .array(let elements):
        return verdict(onArray: elements, by: keyword, in: scope)
          ?? verdict(onAny: value, by: keyword)
      case .string(let text):
        return verdict(onText: text, by: keyword, in: scope)
          ?? verdict(onAny: value, by: keyword)
      case .number(let number):
        return verdict(onNumber: number, by: keyword)
          ?? verdict(onAny: value, by: keyword)
      case .null, .bool: return verdict(onAny: value, by: keyword)
      }
    }
  }

  private mutating func verdicts(on value: JSONValue, _ keyword: String, in scope: Scope) -> [Verdict] {
    scope.schema.parts(keyword).map {
      verdict(on: value, under: $0.schema, certain: false, depth: scope.depth)
    }
  }

  /// The verdict of the schema that is the value of a keyword.
  private mutating func verdict(on value: JSONValue, by keyword: String, in scope: Scope) -> Verdict {
    scope.schema.part(keyword).map {
      verdict(on: value, under: $0, certain: false, depth: scope.depth)
    } ?? .holds
  }

  private mutating func condition(on value: JSONValue, in scope: Scope) -> Verdict {
    let tested = verdict(on: value, by: "if", in: scope)
    let branches = (tested == .holds ? ["then"] : tested == .fails ? ["else"] : ["then", "else"])
    let verdicts = branches.map { verdict(on: value, by: $0, in: scope) }
    let lowest = verdicts.min() ?? .holds
    return lowest == verdicts.max() ? lowest : .unknown
  }

  /// The verdict of a keyword for values of every type (validation §6.1).
  private mutating func verdict(onAny value: JSONValue, by keyword: JSONMember) -> Verdict {
    switch keyword.name {
    case "type": return Self.isOfType(value, keyword.value)
    case "const": return Verdict(value.isEquivalent(to: keyword.value))
    case "enum":
      guard let values = keyword.value.arrayValue else { return .unknown }
      spend(values.count)
      return Verdict(values.contains { $0.isEquivalent(to: value) })
    default: return .holds
    }
  }

  private static func isOfType(_ value: JSONValue, _ type: JSONValue) -> Verdict {
    switch type {
    case .string(let name):
      if name == "integer" { return Verdict(value.numberValue?.isInteger ?? false) }
      return JSONKind(rawValue: name).map { Verdict($0 == value.kind) } ?? .unknown
    case .array(let types):
      return types.map { $0.stringValue == nil ? .unknown : isOfType(value, $0) }.max() ?? .unknown
    default: return .unknown
    }
  }

  mutating func areUnique(_ elements: [JSONValue]) -> Verdict {
    guard elements.count <= Self.maximumCompared else { return .unknown }
    spend(elements.count * elements.count)
    for (place, element) in elements.enumerated() {
      if elements[..<place].contains(where: { $0.isEquivalent(to: element) }) { return .fails }
    }
    return .holds
  }
}
