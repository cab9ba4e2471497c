import JSONText

/// One alternative of a `oneOf` or `anyOf` of objects.
struct UnionBranch {
  let path: [String]
  let schema: JSONValue
  let keywords: JSONObject

  var properties: JSONObject { SchemaKeywords.properties(of: keywords) }
  var required: [String] { SchemaKeywords.required(of: keywords) }
  var isClosed: Bool { SchemaKeywords.isClosed(keywords) }

  /// Returns a union whose alternatives each have exactly one member, all different.
  static func byOnlyMember(_ parts: [UnionBranch]) -> UnionShape? {
    var alternatives: [UnionShape.Alternative] = []
    for part in parts {
      guard part.isClosed, part.properties.count == 1, let only = part.properties.first,
        part.required.contains(where: { $0.hasSameScalars(as: only.name) })
      else { return nil }
      alternatives.append(
        UnionShape.Alternative(
          key: only.name, schema: only.value, path: part.path + ["properties", only.name]))
    }
    // Some languages treat canonically equivalent keys as equal.
    guard Set(alternatives.map(\.key)).count == alternatives.count else { return nil }
    return UnionShape(discriminator: .onlyMember, alternatives: alternatives)
  }

  /// Returns a union for an object that has exactly one of its members.
  static func byOnlyMember(_ keywords: JSONObject) -> UnionShape? {
    let members = SchemaKeywords.properties(of: keywords)
    guard members.count > 1, SchemaKeywords.isClosed(keywords), SchemaKeywords.required(of: keywords).isEmpty,
      keywords["minProperties"]?.numberValue?.intValue == 1,
      keywords["maxProperties"]?.numberValue?.intValue == 1,
      Set(members.names).count == members.count
    else { return nil }
    return UnionShape(
      discriminator: .onlyMember,
      alternatives: members.map { .init(key: $0.name, schema: $0.value, path: ["properties", $0.name]) })
  }

  /// Returns a union whose alternatives each require a member that no other has.
  static func byMember(_ parts: [UnionBranch]) -> UnionShape? {
    guard parts.allSatisfy(\.isClosed) else { return nil }
    var alternatives: [UnionShape.Alternative] = []
    for (index, part) in parts.enumerated() {
      let own = part.required.first { name in
        part.properties[name] != nil
          && parts.enumerated().allSatisfy { $0.offset == index || $0.element.properties[name] == nil }
      }
      guard let own else { return nil }
      alternatives.append(UnionShape.Alternative(key: own, schema: part.schema, path: part.path))
    }
    guard Set(alternatives.map(\.key)).count == alternatives.count else { return nil }
    return UnionShape(discriminator: .member, alternatives: alternatives)
  }

  /// Merges the alternatives into one object. A member that not all require is optional; a member with several
  /// schemas can match any of them.
  static func joined(_ parts: [UnionBranch]) -> JSONObject {
    var members = JSONObject()
    for part in parts {
      for member in part.properties {
        guard let known = members[member.name] else {
          members[member.name] = member.value
          continue
        }
        guard !known.isEquivalent(to: member.value) else { continue }
        members[member.name] = .object([
          "anyOf": .array((known["anyOf"]?.arrayValue ?? [known]) + [member.value])
        ])
      }
    }
    let each = parts.map { Set($0.required.map { ExactString($0) }) }
    let required = (parts.first?.required ?? []).filter { name in
      each.allSatisfy { $0.contains(ExactString(name)) }
    }
    var joined: JSONObject = [
      "type": "object", "properties": .object(members), "required": .array(required.map { .string($0) }),
    ]
    if parts.allSatisfy(\.isClosed) {
      joined["additionalProperties"] = false
    } else if parts.contains(where: { $0.keywords["patternProperties"] != nil })
      || parts.contains(where: { ($0.keywords["additionalProperties"] ?? false) != .bool(false) })
    {
      joined["additionalProperties"] = true
    }
    return joined
  }
}
