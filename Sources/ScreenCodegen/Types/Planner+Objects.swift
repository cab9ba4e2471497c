import JSONText

extension Planner {
  /// Plans the members of a struct.
  mutating func object(_ keywords: JSONObject, in context: PlanningContext) -> ObjectPlan {
    let properties = SchemaKeywords.properties(of: keywords)
    let required = SchemaKeywords.required(of: keywords)
    let names = Set(required.map { ExactString($0) })
    var members: [ObjectPlan.Member] = []
    // Some languages treat canonically equivalent names as equal.
    var known: Set<String> = []
    for property in properties where known.insert(property.name).inserted {
      guard members.count < maximumMembers else { break }
      members.append(
        ObjectPlan.Member(
          name: property.name,
          planned: plan(
            property.value, in: context.appending("properties", property.name, hint: property.name)),
          isRequired: names.contains(ExactString(property.name)),
          documentation: Documentation(of: property.value)))
    }
    // Members that the schema names without a type.
    let untyped =
      required.map {
        (name: $0, isRequired: true, reason: "the schema requires the member and gives no type")
      }
      + conditional(keywords).map {
        (name: $0, isRequired: false, reason: "its type depends on other members")
      }
    for (name, isRequired, reason) in untyped where known.insert(name).inserted {
      guard members.count < maximumMembers else { break }
      members.append(
        ObjectPlan.Member(
          name: name, planned: .json(reason), isRequired: isRequired, documentation: Documentation()))
    }
    let isComplete = members.count == known.count
    return ObjectPlan(
      members: members,
      additional: isComplete
        ? additional(of: keywords, in: context) : .json("the schema has too many members"))
  }

  /// Returns the type of members that the schema does not name; nil unless the schema says that there are such
  /// members.
  ///
  /// An object that is open only because nothing closes it does not say so.
  mutating func additional(of keywords: JSONObject, in context: PlanningContext) -> PlannedType? {
    let patterns = keywords["patternProperties"]?.objectValue ?? JSONObject()
    let rest = keywords["additionalProperties"] ?? keywords["unevaluatedProperties"]
    if patterns.count == 1, rest == .bool(false), let pattern = patterns.first {
      return plan(
        pattern.value,
        in: context.appending(
          "patternProperties", pattern.name, hint: Identifier.singular(of: context.hint)))
    }
    guard patterns.isEmpty else { return .json(nil) }
    guard let rest, rest != .bool(false) else { return nil }
    let keyword = keywords["additionalProperties"] == nil ? "unevaluatedProperties" : "additionalProperties"
    return plan(rest, in: context.appending(keyword, hint: Identifier.singular(of: context.hint)))
  }

  /// Returns the members that only conditional keywords name.
  private func conditional(_ keywords: JSONObject) -> [String] {
    var schemas = ["if", "then", "else"].compactMap { keywords[$0] }
    schemas += (keywords["dependentSchemas"]?.objectValue ?? JSONObject()).map(\.value)
    return schemas.flatMap { schema -> [String] in
      guard case .keywords(let keywords) = merger.merge(schema) else { return [] }
      return SchemaKeywords.properties(of: keywords).names + SchemaKeywords.required(of: keywords)
    }
  }
}
