package import JSONText

/// The places in instances to which a schema applies one other schema, by `$ref`.
///
/// A place below `anyOf`, `oneOf`, `if` or `dependentSchemas` is one of several possibilities. It counts if the value
/// there is an object with a given member.
package struct ReferencePlaces: Sendable {
  /// A place in an instance.
  package struct Place: Sendable, Equatable {
    /// The location of the value, or of the array all of whose elements are meant.
    package let pointer: JSONPointer
    package let isList: Bool
  }

  /// The number of schemas to apply to values before the search ends. Validation of the same content has a limit of its
  /// own, and reports it.
  private static let maximumSteps = SchemaLimits.evaluations

  private let schema: CompiledSchema
  /// Whether each node is the root of the other schema.
  private let targets: [Bool]
  private let distinguishingMember: String

  /// Nil if the schema does not refer to the other one.
  /// - Parameters:
  ///   - uri: the URI of the other schema.
  ///   - member: the member that tells an instance of the other schema from other alternatives.
  package init?(_ schema: CompiledSchema, to uri: String, distinguishedBy member: String) {
    targets = schema.nodes.map { node in
      node.pointer.tokens.isEmpty && schema.resources[node.resource].uri.hasSameScalars(as: uri)
    }
    guard targets.contains(true), !targets[schema.root] else { return nil }
    self.schema = schema
    distinguishingMember = member
  }

  /// The places in an instance, in document order. Values below a place are not searched.
  package func places(in instance: JSONValue) -> [Place] {
    var search = Search(self)
    search.visit(instance, at: .root, search.walk.root())
    return search.found
  }

  /// Whether a value at a location would be at a place: true for an array of such values, false for a single one, nil if
  /// there is no place.
  package func isList(at pointer: JSONPointer) -> Bool? {
    var walk = SchemaWalk(schema)
    let entries = walk.entries(at: pointer, limit: Self.maximumSteps)
    if entries.contains(where: { targets[$0.node] }) { return false }
    let elements = walk.closure(of: entries.flatMap { walk.elements(at: .max, $0) })
    return elements.contains { targets[$0.node] } ? true : nil
  }

  /// A search through one instance.
  private struct Search {
    typealias Entry = SchemaWalk.Entry

    let places: ReferencePlaces
    var walk: SchemaWalk
    private(set) var found: [Place] = []

    init(_ places: ReferencePlaces) {
      self.places = places
      walk = SchemaWalk(places.schema)
    }

    /// - Parameter entries: the schemas that apply to the value.
    mutating func visit(_ value: JSONValue, at pointer: JSONPointer, _ entries: [Entry]) {
      guard !entries.isEmpty, walk.steps < ReferencePlaces.maximumSteps else { return }
      if matches(value, entries) {
        found.append(Place(pointer: pointer, isList: false))
        return
      }
      switch value {
      case .object(let object):
        for member in object {
          let next = walk.closure(of: entries.flatMap { walk.members(named: member.name, $0) })
          if !next.isEmpty { visit(member.value, at: pointer.appending(member.name), next) }
        }
      case .array(let elements):
        let rest = walk.closure(of: entries.flatMap { walk.elements(at: .max, $0) })
        let hasPrefix = walk.hasPrefix(entries)
        if !hasPrefix, rest.contains(where: { places.targets[$0.node] }),
          elements.allSatisfy({ matches($0, rest) })
        {
          found.append(Place(pointer: pointer, isList: true))
          return
        }
        for (index, element) in elements.enumerated() {
          let next = hasPrefix ? walk.closure(of: entries.flatMap { walk.elements(at: index, $0) }) : rest
          if !next.isEmpty { visit(element, at: pointer.appending(index), next) }
        }
      default: break
      }
    }

    /// Whether a value at a place is meant as an instance of the other schema.
    private func matches(_ value: JSONValue, _ entries: [Entry]) -> Bool {
      entries.contains { entry in
        places.targets[entry.node]
          && (entry.isCertain || value[places.distinguishingMember]?.stringValue != nil)
      }
    }
  }
}
