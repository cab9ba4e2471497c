import JSONText

/// The types of all view types, before a language gives them names.
struct TypePlan {
  /// The names of the view types, sorted. The declaration of each has the same index.
  let viewTypes: [String]
  let declarations: [Declaration]

  /// Plans the types. The plan does not depend on the order of the view types.
  /// - Parameters:
  ///   - viewTypes: The view types: a name and a JSON Schema (2020-12). When a name is repeated, the first counts.
  ///   - maximumMembers: The largest number of members of an object in the language.
  init(_ viewTypes: [(name: String, schema: JSONValue)], maximumMembers: Int) {
    var seen: Set<ExactString> = []
    let sorted = viewTypes.filter { seen.insert(ExactString($0.name)).inserted }
      .sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
    self.viewTypes = sorted.map(\.name)
    declarations = EndlessTypes.keptAsJSON(
      in: Planner(sorted, maximumMembers: maximumMembers).declarations)
  }
}
