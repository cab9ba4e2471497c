import JSONText

/// The condition that a value equals another one, with the options of `equalToJson`.
struct WireMockJSONEquality {
  let ignoresExtraElements: Bool
  let ignoresArrayOrder: Bool
  let place: [String]

  /// - Parameter name: the name of the value.
  func condition(_ value: JSONValue, on name: String) throws(NoCounterpart) -> WireMockCondition {
    if ignoresExtraElements, case .object(let object) = value, let parts = members(object, name) {
      return WireMockCondition(all: parts)
    }
    let schema = try schema(value)
    switch value {
    case .object, .array, .bool, .number: return WireMockCondition([name: ["$schema": schema]])
    // The schema can allow null, which a missing value is for conditions.
    case .string, .null: return WireMockCondition([name: ["$exists": true, "$schema": schema]])
    }
  }

  /// The conditions on the members; nil if one of them needs a schema.
  private func members(_ object: JSONObject, _ name: String) -> [JSONObject]? {
    guard !object.isEmpty else { return nil }
    var parts: [JSONObject] = []
    for member in object {
      guard !member.name.isEmpty, !member.name.contains(".") else { return nil }
      let name = "\(name).\(member.name)"
      switch member.value {
      case .object(let object):
        guard let inner = members(object, name) else { return nil }
        parts += inner
      case .bool, .number: parts.append([name: ["$eq": member.value]])
      case .string(let text):
        guard !text.hasPrefix(Self.placeholder) else { return nil }
        parts.append([name: ["$eq": member.value]])
      case .array, .null: return nil
      }
    }
    return parts
  }

  // MARK: Schemas

  private static let placeholder = "${json-unit."
  private static let maximumElements = 500

  /// The JSON Schema of the values that are equal.
  private func schema(_ value: JSONValue) throws(NoCounterpart) -> JSONValue {
    switch value {
    case .null, .bool, .number: return ["const": value]
    case .string(let text): return try schema(ofText: text)
    case .object(let object):
      if !ignoresExtraElements, !ignoresArrayOrder, !Self.hasPlaceholder(value) { return ["const": value] }
      var schema: JSONObject = ["type": "object"]
      if !object.isEmpty {
        schema["required"] = .array(object.names.map { .string($0) })
        var properties = JSONObject()
        for member in object { properties[member.name] = try self.schema(member.value) }
        schema["properties"] = .object(properties)
      }
      if !ignoresExtraElements { schema["additionalProperties"] = false }
      return .object(schema)
    case .array(let elements):
      if !ignoresExtraElements, !ignoresArrayOrder, !Self.hasPlaceholder(value) { return ["const": value] }
      var schema: JSONObject = ["type": "array", "minItems": .number(JSONNumber(elements.count))]
      if !ignoresExtraElements { schema["maxItems"] = schema["minItems"] }
      guard !elements.isEmpty else { return .object(schema) }
      if ignoresArrayOrder {
        schema["allOf"] = .array(try inAnyOrder(elements))
      } else {
        var items: [JSONValue] = []
        for element in elements { items.append(try self.schema(element)) }
        schema["prefixItems"] = .array(items)
      }
      return .object(schema)
    }
  }

  /// Schemas of an array that has these elements, each as often as here.
  private func inAnyOrder(_ elements: [JSONValue]) throws(NoCounterpart) -> [JSONValue] {
    // Each one is compared with all others.
    guard elements.count <= Self.maximumElements else {
      throw NoCounterpart(
        tokens: place, reason: "conditions have at most \(Self.maximumElements) elements in any order")
    }
    var counts: [(element: JSONValue, count: Int)] = []
    for element in elements {
      if let index = counts.firstIndex(where: { $0.element.isEquivalent(to: element) }) {
        counts[index].count += 1
      } else {
        counts.append((element, 1))
      }
    }
    for (index, one) in counts.enumerated() {
      guard counts[(index + 1)...].allSatisfy({ isDisjoint(one.element, $0.element) }) else {
        throw NoCounterpart(
          tokens: place, reason: "conditions have no elements in any order of which one can fit two")
      }
    }
    var schemas: [JSONValue] = []
    for (element, count) in counts {
      var schema: JSONObject = ["contains": try self.schema(element)]
      if count > 1 { schema["minContains"] = .number(JSONNumber(count)) }
      schemas.append(.object(schema))
    }
    return schemas
  }

  /// Whether no value can equal both.
  private func isDisjoint(_ one: JSONValue, _ other: JSONValue) -> Bool {
    switch (one, other) {
    case (.object(let first), .object(let second)):
      if !ignoresExtraElements, !Self.hasPlaceholder(one), !Self.hasPlaceholder(other), !ignoresArrayOrder {
        return !one.isEquivalent(to: other)
      }
      return first.contains { member in second[member.name].map { isDisjoint(member.value, $0) } ?? false }
    case (.array, .array):
      return !ignoresExtraElements && !ignoresArrayOrder && !Self.hasPlaceholder(one)
        && !Self.hasPlaceholder(other) && !one.isEquivalent(to: other)
    default:
      return !Self.hasPlaceholder(one) && !Self.hasPlaceholder(other) && !one.isEquivalent(to: other)
    }
  }

  private static func hasPlaceholder(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool, .number: false
    case .string(let text): text.hasPrefix(placeholder)
    case .array(let elements): elements.contains { hasPlaceholder($0) }
    case .object(let object): object.contains { hasPlaceholder($0.value) }
    }
  }

  private func schema(ofText text: String) throws(NoCounterpart) -> JSONValue {
    guard text.hasPrefix(Self.placeholder) else { return ["const": .string(text)] }
    switch text.dropFirst(Self.placeholder.count) {
    case "ignore}", "ignore-element}": return true
    case "any-string}": return ["type": "string"]
    case "any-number}": return ["type": "number"]
    case "any-boolean}": return ["type": "boolean"]
    case let rest where rest.hasPrefix("regex}"):
      let pattern = try WireMockPattern(String(rest.dropFirst("regex}".count)), place)
      return ["type": "string", "pattern": pattern.whole(.lines)]
    default: throw NoCounterpart(tokens: place, reason: "conditions have no placeholder \(text)")
    }
  }
}
