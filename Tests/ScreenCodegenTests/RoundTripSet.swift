import JSONText

/// View types that are generated together, with contents that survive decoding and encoding.
struct RoundTripSet {
  /// The name, which is also that of a package of Kotlin and of a folder.
  let name: String
  let viewTypes: [(name: String, schema: JSONValue)]
  let contents: [(viewType: String, content: JSONValue)]

  /// All sets. A compiler run takes seconds, so each language compiles them at once.
  static func all() throws -> [RoundTripSet] {
    let random = try RandomViewTypes.served()
    return [
      RoundTripSet(name: "served", viewTypes: random.viewTypes, contents: random.contents),
      RoundTripSet(
        name: "shipped", viewTypes: try ShippedViewTypes.read(), contents: ShippedViewTypes.contents),
      RoundTripSet(name: "names", viewTypes: HardNamesTests.viewTypes(), contents: HardNamesTests.contents()),
      RoundTripSet(name: "bounds", viewTypes: BoundsTests.schemas, contents: BoundsTests.contents),
      RoundTripSet(
        name: "injection", viewTypes: InjectionTests.viewTypes(), contents: InjectionTests.contents()),
      RoundTripSet(name: "inner", viewTypes: InnerItemsTests.viewTypes, contents: InnerItemsTests.contents),
      RoundTripSet(name: "mutated", viewTypes: MutatedSchemaTests.viewTypes(20), contents: []),
    ]
  }

  /// The set without view types that have no contents; nil when none is left. The compiler of Kotlin takes much longer
  /// than the others.
  var withContentsOnly: RoundTripSet? {
    let names = Set(contents.map(\.viewType))
    guard !names.isEmpty else { return nil }
    return RoundTripSet(
      name: name, viewTypes: viewTypes.filter { names.contains($0.name) }, contents: contents)
  }

  /// The contents of all sets as lines that a program reads: the set, the view type, the content.
  static func input(_ sets: [RoundTripSet]) -> String {
    sets.flatMap { set in
      set.contents.map { JSONValue.array([.string(set.name), .string($0.viewType), $0.content]).text }
    }
    .joined(separator: "\n")
  }
}
