package import JSONText

/// The strings in instances whose schema says what they mean.
///
/// A schema below `anyOf`, `oneOf`, `if` or `dependentSchemas` counts as well: it is one of several that can apply.
package struct MeaningPlaces: Sendable {
  /// A string with a meaning.
  package struct Place: Sendable {
    package let pointer: JSONPointer
    package let meaning: Meaning
    package let string: String
    /// The largest number of characters that its schema accepts; nil for any.
    package let maximumLength: Int?
  }

  /// The number of schemas to apply to values before the search ends.
  private static let maximumSteps = SchemaLimits.evaluations

  private let schema: CompiledSchema
  /// Whether a string can be the route of a screen.
  package let hasRoutes: Bool

  /// Nil if no schema has the keyword.
  package init?(_ schema: CompiledSchema) {
    guard schema.nodes.contains(where: { $0.meaning != nil }) else { return nil }
    self.schema = schema
    hasRoutes = schema.nodes.contains { $0.meaning == .route }
  }

  /// The strings of an instance that have a meaning, in document order.
  package func places(in instance: JSONValue) -> [Place] {
    var search = Search(schema)
    search.visit(instance, at: .root, search.walk.root())
    return search.found
  }

  /// What a string at a location means, whatever the instance; nil for nothing.
  package func meaning(at pointer: JSONPointer) -> Meaning? {
    var walk = SchemaWalk(schema)
    return walk.entries(at: pointer, limit: Self.maximumSteps).lazy
      .compactMap { schema.nodes[$0.node].meaning }.first
  }

  private struct Search {
    var walk: SchemaWalk
    private(set) var found: [Place] = []

    init(_ schema: CompiledSchema) { walk = SchemaWalk(schema) }

    /// - Parameter entries: the schemas that apply to the value.
    mutating func visit(_ value: JSONValue, at pointer: JSONPointer, _ entries: [SchemaWalk.Entry]) {
      guard !entries.isEmpty, walk.steps < MeaningPlaces.maximumSteps else { return }
      switch value {
      case .string(let string):
        let nodes = entries.map { walk.schema.nodes[$0.node] }
        guard let meaning = nodes.lazy.compactMap(\.meaning).first else { return }
        found.append(
          Place(
            pointer: pointer, meaning: meaning, string: string,
            maximumLength: nodes.compactMap(\.maximumLength).min()))
      case .object(let object):
        for member in object {
          let next = walk.closure(of: entries.flatMap { walk.members(named: member.name, $0) })
          if !next.isEmpty { visit(member.value, at: pointer.appending(member.name), next) }
        }
      case .array(let elements):
        let hasPrefix = walk.hasPrefix(entries)
        let rest = walk.closure(of: entries.flatMap { walk.elements(at: .max, $0) })
        for (index, element) in elements.enumerated() {
          let next = hasPrefix ? walk.closure(of: entries.flatMap { walk.elements(at: index, $0) }) : rest
          if !next.isEmpty { visit(element, at: pointer.appending(index), next) }
        }
      default: break
      }
    }
  }
}
