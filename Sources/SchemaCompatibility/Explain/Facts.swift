import JSONSchema
import JSONText

/// The keywords of the wide side for one part of the content, without those in alternatives. They give the literals for
/// members and elements and the texts of messages. They do not decide the verdict.
struct Facts {
  struct Entry {
    let node: Int
    let number: Int
    let clause: Clause
    let location: SchemaLocation
  }

  /// The clauses of all nodes that hold, including referenced ones.
  private(set) var entries: [Entry] = []
  /// The first node that an author wrote.
  private(set) var location: SchemaLocation?

  init(_ literals: [Literal], in graph: SchemaGraph) {
    var pending = literals.filter { !$0.isDenied }.map(\.node).reversed() as [Int]
    var seen: Set<Int> = []
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      let written = graph.nodes[node]
      if location == nil, written.isWritten { location = written.location }
      for (number, clause) in written.clauses.enumerated() {
        entries.append(Entry(node: node, number: number, clause: clause, location: written.location))
        if case .all(let children) = clause.term { pending += children.reversed() }
      }
    }
  }

  var memberRules: [MemberRule] {
    entries.compactMap { if case .members(let rule) = $0.clause.term { rule } else { nil } }
  }

  var elementRules: [ElementRule] {
    entries.compactMap { if case .elements(let rule) = $0.clause.term { rule } else { nil } }
  }

  /// The number of patterns of members.
  var patternCount: Int { memberRules.reduce(0) { $0 + $1.patterns.count } }

  /// The literals that hold for the value of a member.
  func member(_ name: String) -> [Literal] {
    memberRules.flatMap { $0.nodes(for: name) ?? [] }.map { .holds($0) }
  }

  func element(_ index: Int) -> [Literal] {
    elementRules.compactMap { $0.node(at: index) }.map { .holds($0) }
  }

  /// Whether a schema describes the member by name.
  func knows(_ name: String) -> Bool { memberRules.contains { $0.property(name) != nil } }

  /// The required names.
  var required: Set<ExactString> {
    var names: Set<ExactString> = []
    for entry in entries {
      if case .required(let required) = entry.clause.term {
        names.formUnion(required.map { ExactString($0) })
      }
    }
    return names
  }

  /// The described or required names.
  var names: [String] {
    var names: [String] = []
    var known: Set<ExactString> = []
    func add(_ name: String) { if known.insert(ExactString(name)).inserted { names.append(name) } }
    for entry in entries {
      switch entry.clause.term {
      case .members(let rule): for property in rule.properties { add(property.name) }
      case .required(let required): for name in required { add(name) }
      default: break
      }
    }
    return names
  }

  /// The place of a keyword; without it, the place of the first schema.
  func location(of keyword: String) -> SchemaLocation? {
    entries.first { $0.clause.keyword == keyword && !keyword.isEmpty }.map { $0.location.appending(keyword) }
      ?? location
  }

  /// The values of `enum` or `const`, if there is one.
  var values: [JSONValue]? {
    entries.compactMap { if case .values(let list) = $0.clause.term { list.values } else { nil } }
      .min { $0.count < $1.count }
  }

  /// The first choice between alternatives that is not in `made`.
  func choice(besides made: Set<MadeChoice>) -> (made: MadeChoice, alternatives: Alternatives, entry: Entry)?
  {
    for entry in entries {
      let alternatives: Alternatives
      switch entry.clause.term {
      case .any, .one, .conditional: alternatives = entry.clause.term.demands
      default: continue
      }
      let choice = MadeChoice(node: entry.node, clause: entry.number)
      if alternatives.count > 1, !made.contains(choice) { return (choice, alternatives, entry) }
    }
    return nil
  }
}

/// A choice between alternatives that has been made.
struct MadeChoice: Hashable {
  let node: Int
  let clause: Int
}
