import JSONSchema
import JSONText

extension SchemaJudge {
  /// The verdict of a keyword for objects; nil for other keywords.
  mutating func verdict(onObject object: JSONObject, by keyword: JSONMember, in scope: Scope) -> Verdict? {
    switch keyword.name {
    case "required":
      guard let names = keyword.value.arrayValue else { return .unknown }
      spend(names.count)
      return Verdict(names.allSatisfy { $0.stringValue.map { object.index(of: $0) != nil } ?? true })
    case "minProperties":
      return keyword.value.numberValue?.intValue.map { Verdict(object.count >= $0) } ?? .unknown
    case "maxProperties":
      return keyword.value.numberValue?.intValue.map { Verdict(object.count <= $0) } ?? .unknown
    case "properties":
      guard keyword.value.objectValue != nil else { return .unknown }
      return object.members.reduce(.holds) { known, member in
        guard known != .fails, let schema = scope.schema.part("properties", member.name) else { return known }
        return min(known, verdict(on: member.value, under: schema, in: scope))
      }
    case "additionalProperties":
      // Patterns are not evaluated, so the additional members are unknown.
      guard keyword.value != true, let rest = scope.schema.part(keyword.name) else { return .holds }
      guard scope.schema["patternProperties"] == nil else { return .unknown }
      let declared = scope.schema["properties"]?.objectValue ?? [:]
      return object.members.reduce(.holds) { known, member in
        guard known != .fails, declared.index(of: member.name) == nil else { return known }
        return min(known, verdict(on: member.value, under: rest, in: scope))
      }
    case "dependentRequired":
      guard let dependents = keyword.value.objectValue else { return .unknown }
      return Verdict(
        dependents.allSatisfy { member in
          object.index(of: member.name) == nil
            || (member.value.arrayValue ?? []).allSatisfy {
              $0.stringValue.map { object.index(of: $0) != nil } ?? true
            }
        })
    case "dependentSchemas":
      guard keyword.value.objectValue != nil else { return .unknown }
      return scope.schema.parts(keyword.name).reduce(.holds) { known, dependent in
        guard object.index(of: dependent.name) != nil else { return known }
        return min(
          known,
          verdict(on: .object(object), under: dependent.schema, certain: false, depth: scope.depth))
      }
    case "patternProperties", "propertyNames", "unevaluatedProperties":
      return object.isEmpty || keyword.value == true ? .holds : .unknown
    default: return nil
    }
  }

  /// The verdict of a keyword for arrays; nil for other keywords.
  mutating func verdict(onArray elements: [JSONValue], by keyword: JSONMember, in scope: Scope) -> Verdict? {
    switch keyword.name {
    case "minItems":
      return keyword.value.numberValue?.intValue.map { Verdict(elements.count >= $0) } ?? .unknown
    case "maxItems":
      return keyword.value.numberValue?.intValue.map { Verdict(elements.count <= $0) } ?? .unknown
    case "uniqueItems": return keyword.value == true ? areUnique(elements) : .holds
    case "prefixItems":
      return zip(elements, scope.schema.parts(keyword.name)).reduce(.holds) { known, pair in
        known == .fails ? known : min(known, verdict(on: pair.0, under: pair.1.schema, in: scope))
      }
    case "items":
      guard let rest = scope.schema.part(keyword.name) else { return .holds }
      let prefix = scope.schema["prefixItems"]?.arrayValue?.count ?? 0
      return elements.dropFirst(prefix).reduce(.holds) { known, element in
        known == .fails ? known : min(known, verdict(on: element, under: rest, in: scope))
      }
    case "contains":
      guard scope.schema["minContains"] == nil, scope.schema["maxContains"] == nil,
        let one = scope.schema.part(keyword.name)
      else {
        return .unknown
      }
      return elements.map {
        verdict(on: $0, under: one, certain: false, depth: scope.depth)
      }.max() ?? .fails
    case "unevaluatedItems": return elements.isEmpty || keyword.value == true ? .holds : .unknown
    default: return nil
    }
  }

  /// The verdict of a keyword for strings; nil for other keywords.
  func verdict(onText text: String, by keyword: JSONMember, in scope: Scope) -> Verdict? {
    switch keyword.name {
    case "minLength":
      return keyword.value.numberValue?.intValue.map { Verdict(text.unicodeScalars.count >= $0) } ?? .unknown
    case "maxLength":
      return keyword.value.numberValue?.intValue.map { Verdict(text.unicodeScalars.count <= $0) } ?? .unknown
    case "pattern", "format": return scope.certain ? .holds : .unknown
    default: return nil
    }
  }

  /// The verdict of a keyword for numbers; nil for other keywords.
  func verdict(onNumber number: JSONNumber, by keyword: JSONMember) -> Verdict? {
    guard ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].contains(keyword.name)
    else { return nil }
    guard let bound = keyword.value.numberValue else { return .unknown }
    return switch keyword.name {
    case "minimum": Verdict(number.compare(to: bound) >= 0)
    case "maximum": Verdict(number.compare(to: bound) <= 0)
    case "exclusiveMinimum": Verdict(number.compare(to: bound) > 0)
    case "exclusiveMaximum": Verdict(number.compare(to: bound) < 0)
    default: Verdict(number.isMultiple(of: bound))
    }
  }

  /// The verdict on a member or element of the tested value.
  private mutating func verdict(on value: JSONValue, under schema: ResolvedSchema, in scope: Scope)
    -> Verdict
  {
    let outer = following
    following = []
    defer { following = outer }
    return verdict(on: value, under: schema, certain: scope.certain, depth: scope.depth)
  }
}
