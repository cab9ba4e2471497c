import JSONText
import Patterns

/// Goes through a schema along the places of an instance. Counts its steps, so that a search can end.
struct SchemaWalk {
  /// A schema that applies to a value, and whether it applies in every case.
  struct Entry: Hashable {
    let node: Int
    let isCertain: Bool
  }

  let schema: CompiledSchema
  private(set) var steps = 0
  private var closures: [Entry: [Entry]] = [:]

  init(_ schema: CompiledSchema) { self.schema = schema }

  /// The schemas that apply to a whole instance.
  mutating func root() -> [Entry] { closure(of: [Entry(node: schema.root, isCertain: true)]) }

  /// The schemas that apply at a location, whatever the instance.
  mutating func entries(at pointer: JSONPointer, limit: Int) -> [Entry] {
    var entries = root()
    for token in pointer.tokens where !entries.isEmpty {
      let elements = JSONPointer.arrayIndex(token).map { index in
        entries.flatMap { self.elements(at: index, $0) }
      }
      entries = closure(of: entries.flatMap { members(named: token, $0) } + (elements ?? []))
      if steps >= limit { return [] }
    }
    return entries
  }

  /// Whether an array of these schemas has some for single elements.
  func hasPrefix(_ entries: [Entry]) -> Bool {
    entries.contains { schema.nodes[$0.node].items?.use { !$0.prefix.isEmpty } ?? false }
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
    let node = schema.nodes[entry.node]
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
    let node = schema.nodes[entry.node]
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
    let node = schema.nodes[entry.node]
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
