extension WitnessSearch {
  /// The nesting depth of subschemas that are analyzed; deeper ones count as satisfied.
  private static let maximumKindDepth = 8

  /// A superset of the kinds of values that satisfy a literal.
  mutating func kinds(of literal: Literal) -> KindSet { kinds(of: literal, depth: 0) }

  private mutating func kinds(of literal: Literal, depth: Int) -> KindSet {
    if let known = knownKinds[literal] { return known }
    guard depth < Self.maximumKindDepth, spend() else { return .all }
    let clauses = graph.nodes[literal.node].clauses
    var found: KindSet
    if literal.isDenied {
      found = .none
      for clause in clauses where found != .all {
        found.formUnion(kinds(of: clause.term.denial, depth: depth))
      }
    } else {
      found = .all
      for clause in clauses where !found.isEmpty {
        found.formIntersection(kinds(of: clause.term.demands, depth: depth))
      }
    }
    knownKinds[literal] = found
    return found
  }

  private mutating func kinds(of alternatives: Alternatives, depth: Int) -> KindSet {
    var all = KindSet.none
    guard spend(alternatives.cost) else { return .all }
    for alternative in alternatives where all != .all {
      var kinds = KindSet.all
      for demand in alternative where !kinds.isEmpty {
        if case .literal(let literal) = demand {
          kinds.formIntersection(self.kinds(of: literal, depth: depth + 1))
        } else {
          kinds.formIntersection(demand.kinds)
        }
      }
      all.formUnion(kinds)
    }
    return all
  }
}
