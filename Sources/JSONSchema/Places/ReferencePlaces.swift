package import JSONText
import Patterns

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
    var search = Search(places: self)
    search.visit(instance, at: .root, nodes: [Search.Entry(node: schema.root, isCertain: true)])
    return search.found
  }

  /// Whether a value at a location would be at a place: true for an array of such values, false for a single one, nil if
  /// there is no place.
  package func isList(at pointer: JSONPointer) -> Bool? {
    var search = Search(places: self)
    var nodes = search.closure(of: [Search.Entry(node: schema.root, isCertain: true)])
    for token in pointer.tokens {
      let next =
        nodes.flatMap { search.members(named: token, $0) }
        + (JSONPointer.arrayIndex(token).map { index in nodes.flatMap { search.elements(at: index, $0) } }
          ?? [])
      nodes = search.closure(of: next)
      guard !nodes.isEmpty, search.steps < Self.maximumSteps else { return nil }
    }
    if nodes.contains(where: { targets[$0.node] }) { return false }
    let elements = search.closure(of: nodes.flatMap { search.elements(at: .max, $0) })
    return elements.contains { targets[$0.node] } ? true : nil
  }

  /// A search through one instance.
  private struct Search {
    /// A schema that applies to a value, and whether it applies in every case.
    struct Entry: Hashable {
      let node: Int
      let isCertain: Bool
    }

    let places: ReferencePlaces
    var found: [Place] = []
    private(set) var steps = 0
    private var closures: [Entry: [Entry]] = [:]

    init(places: ReferencePlaces) { self.places = places }

    mutating func visit(_ value: JSONValue, at pointer: JSONPointer, nodes: [Entry]) {
      let nodes = closure(of: nodes)
      guard !nodes.isEmpty, steps < ReferencePlaces.maximumSteps else { return }
      if matches(value, nodes) {
        found.append(Place(pointer: pointer, isList: false))
        return
      }
      switch value {
      case .object(let object):
        for member in object {
          let next = nodes.flatMap { members(named: member.name, $0) }
          if !next.isEmpty { visit(member.value, at: pointer.appending(member.name), nodes: next) }
        }
      case .array(let elements):
        let rest = closure(of: nodes.flatMap { self.elements(at: .max, $0) })
        let hasPrefix = nodes.contains { entry in
          places.schema.nodes[entry.node].items?.use { !$0.prefix.isEmpty } ?? false
        }
        if !hasPrefix, rest.contains(where: { places.targets[$0.node] }),
          elements.allSatisfy({ matches($0, rest) })
        {
          found.append(Place(pointer: pointer, isList: true))
          return
        }
        for (index, element) in elements.enumerated() {
          let next = hasPrefix ? nodes.flatMap { self.elements(at: index, $0) } : rest
          if !next.isEmpty { visit(element, at: pointer.appending(index), nodes: next) }
        }
      default: break
      }
    }

    /// Whether a value at a place is meant as an instance of the other schema.
    private func matches(_ value: JSONValue, _ nodes: [Entry]) -> Bool {
      nodes.contains { entry in
        places.targets[entry.node]
          && (entry.isCertain || value[places.distinguishingMember]?.stringValue != nil)
      }
    }

    /// The schemas that apply to the same value as the given ones, these included.
    mutating func closure(of entries: [Entry]) -> [Entry] {
      if entries.count == 1, let known = closures[entries[0]] {
        steps += known.count
        return known
      }
      var reached: Set<Entry> = []
      var open = entries
      var result: [Entry] = []
      while let entry = open.popLast() {
        guard reached.insert(entry).inserted else { continue }
        steps += 1
        result.append(entry)
        open += inPlace(entry)
      }
      if entries.count == 1 { closures[entries[0]] = result }
      return result
    }

    private func inPlace(_ entry: Entry) -> [Entry] {
      let node = places.schema.nodes[entry.node]
      var next: [Entry] = []
      if let reference = node.reference {
        next.append(Entry(node: reference.target, isCertain: entry.isCertain))
      }
      node.dynamicReference?.use { next.append(Entry(node: $0.initial, isCertain: entry.isCertain)) }
      node.inPlace?.use { keywords in
        next += keywords.all.map { Entry(node: $0, isCertain: entry.isCertain) }
        let choices =
          keywords.any + keywords.one
          + [keywords.conditional?.thenNode, keywords.conditional?.elseNode]
          .compactMap(\.self)
        next += choices.map { Entry(node: $0, isCertain: false) }
      }
      node.otherObjectKeywords?.use { keywords in
        next += (keywords.dependents?.schemas ?? []).map { Entry(node: $0.node, isCertain: false) }
      }
      return next
    }

    /// The schemas of a member of an object.
    func members(named name: String, _ entry: Entry) -> [Entry] {
      let node = places.schema.nodes[entry.node]
      var next: [Entry] = []
      node.object?.use { keyword in
        let place = keyword.place(of: name, after: 0)
        let own = place >= 0 ? keyword.nodes[place] : -1
        if own >= 0 { next.append(Entry(node: own, isCertain: entry.isCertain)) }
        let patterns = keyword.patterns.filter { $0.pattern.search(name) == .match }
        next += patterns.map { Entry(node: $0.node, isCertain: entry.isCertain) }
        if own < 0, patterns.isEmpty, case .node(let other) = keyword.additional {
          next.append(Entry(node: other, isCertain: entry.isCertain))
        }
      }
      if let other = node.unevaluatedProperties { next.append(Entry(node: other, isCertain: false)) }
      return next
    }

    /// The schemas of an element of an array.
    func elements(at index: Int, _ entry: Entry) -> [Entry] {
      let node = places.schema.nodes[entry.node]
      var next: [Entry] = []
      node.items?.use { keyword in
        if keyword.prefix.indices.contains(index) {
          next.append(Entry(node: keyword.prefix[index], isCertain: entry.isCertain))
        } else if let rest = keyword.rest {
          next.append(Entry(node: rest, isCertain: entry.isCertain))
        }
      }
      if let other = node.unevaluatedItems { next.append(Entry(node: other, isCertain: false)) }
      return next
    }
  }
}
