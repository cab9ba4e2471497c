import JSONText

/// Decides whether content still satisfies its schema after a change. It does not evaluate patterns, formats and rare
/// keywords: where these decide, the verdict is unknown, never wrong.
///
/// The content was valid before the change, and no change touches a string with a pattern or a format. These therefore
/// hold wherever the content's validity requires it (`certain`), but not always within `anyOf`, `not` and the like.
struct SchemaJudge {
  var schemas: SchemaSet
  /// The remaining steps. Without steps, every verdict is unknown.
  private var steps = Self.maximumSteps

  /// The enclosing references that apply to the same value.
  var following: [[ExactString]] = []

  /// The applied schemas and compared values for all verdicts on one screen.
  private static let maximumSteps = 1_000_000
  /// The nesting depth of schemas, including references, which the stack of any thread can hold.
  private static let maximumDepth = 128
  /// The number of elements compared with each other for `uniqueItems`.
  private static let maximumCompared = 100

  init(_ schemas: SchemaSet) { self.schemas = schemas }

  /// The verdict on a view type's content.
  mutating func verdict(on content: JSONValue, of viewType: String) -> Verdict {
    verdict(on: content, under: schemas.root(of: viewType), certain: true, depth: 0)
  }

  mutating func verdict(
    on value: JSONValue, under schema: LocatedSchema, certain: Bool, depth: Int
  ) -> Verdict {
    guard steps > 0, depth < Self.maximumDepth else { return .unknown }
    spend(1)
    switch schema.value {
    case .bool(let accepts): return Verdict(accepts)
    case .object(let keywords):
      if !schema.isDocument, keywords["$id"] != nil { return .unknown }
      let scope = Scope(
        keywords: keywords, document: schema.document, certain: certain, depth: depth + 1)
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
    let keywords: JSONObject
    let document: String
    let certain: Bool
    /// The depth of the keyword's subschemas.
    let depth: Int

    func schema(_ value: JSONValue) -> LocatedSchema { LocatedSchema(document: document, value: value) }
  }

  private mutating func verdict(on value: JSONValue, by keyword: JSONMember, in scope: Scope) -> Verdict {
    switch keyword.name {
    case "$ref":
      guard let reference = keyword.value.stringValue,
        let target = schemas.target(of: reference, in: scope.document)
      else { return .unknown }
      let step = [ExactString(scope.document), ExactString(reference)]
      // A reference that leads to itself with the same value has no result.
      guard !following.contains(step) else { return .unknown }
      following.append(step)
      defer { following.removeLast() }
      return verdict(on: value, under: target, certain: scope.certain, depth: scope.depth)
    case "$dynamicRef": return .unknown
    case "allOf":
      return (keyword.value.arrayValue ?? []).reduce(.holds) {
        min($0, verdict(on: value, under: scope.schema($1), certain: scope.certain, depth: scope.depth))
      }
    case "anyOf": return verdicts(on: value, keyword.value, in: scope).max() ?? .unknown
    case "oneOf":
      let verdicts = verdicts(on: value, keyword.value, in: scope)
      let holding = verdicts.count { $0 == .holds }
      if holding > 1 { return .fails }
      if verdicts.contains(.unknown) { return .unknown }
      return Verdict(holding == 1)
    case "not":
      return
        switch verdict(on: value, under: scope.schema(keyword.value), certain: false, depth: scope.depth)
      {
      case .holds: .fails
      case .fails: .holds
      case .unknown: .unknown
      }
    case "if": return condition(on: value, keyword.value, in: scope)
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

  private mutating func verdicts(on value: JSONValue, _ list: JSONValue, in scope: Scope) -> [Verdict] {
    (list.arrayValue ?? []).map {
      verdict(on: value, under: scope.schema($0), certain: false, depth: scope.depth)
    }
  }

  private mutating func condition(on value: JSONValue, _ test: JSONValue, in scope: Scope) -> Verdict {
    let tested = verdict(on: value, under: scope.schema(test), certain: false, depth: scope.depth)
    let branches = (tested == .holds ? ["then"] : tested == .fails ? ["else"] : ["then", "else"])
    let verdicts = branches.map { name in
      scope.keywords[name].map {
        verdict(on: value, under: scope.schema($0), certain: false, depth: scope.depth)
      } ?? .holds
    }
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
