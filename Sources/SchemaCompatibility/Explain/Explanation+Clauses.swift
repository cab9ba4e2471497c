import JSONSchema
import JSONText

/// The comparison of the narrow side's keywords with the wide side.
extension Explanation {
  mutating func compare(_ clause: Clause, _ question: Question, _ facts: Facts) {
    switch clause.term {
    case .all(let nodes):
      for node in nodes where goesOn {
        var inner = question
        inner.narrow = node
        explain(inner)
      }
    case .any(let nodes), .one(let nodes): compare(alternatives: nodes, of: clause, question, facts)
    case .members(let rule): compareMembers(rule, of: clause, question, facts)
    case .elements(let rule): compareElements(rule, of: clause, question, facts)
    case .required(let names):
      // What the wide side requires too makes no difference.
      let known = facts.required
      for name in names where goesOn && search.spend() && !known.contains(name) {
        let difference = Difference.required(name, isKnown: facts.knows(name))
        let location = facts.knows(name) ? memberLocation(name, facts) : facts.location(of: clause.keyword)
        let only = Clause(keyword: clause.keyword, term: .required([name]))
        ask(only, question, wide: location) { _, _ in difference }
      }
    case .dependentRequired(let name, let names):
      for other in names where goesOn {
        let only = Clause(keyword: clause.keyword, term: .dependentRequired(name: name, [other]))
        ask(only, question, wide: facts.location(of: clause.keyword)) { _, _ in
          .dependentRequired(other, by: name)
        }
      }
    case .dependentSchema(let name, let node):
      let present = Clause(keyword: "required", term: .required([name]))
      let kind = Clause(keyword: "type", term: .kinds(.object))
      var inner = question
      inner.wide.append(.holds(search.addSynthetic([kind, present], at: question.site.location)))
      inner.narrow = node
      explain(inner)
    case .conditional(let condition, let then, let otherwise):
      for (literal, node) in [(Literal.holds(condition), then), (.denies(condition), otherwise)] {
        guard let node else { continue }
        var inner = question
        inner.wide.append(literal)
        inner.narrow = node
        explain(inner)
      }
    case .kinds(let allowed):
      ask(clause, question, wide: facts.location(of: clause.keyword)) { search, value in
        .kinds(Self.lost(allowed, question, value, &search), allowed: allowed)
      }
    case .values(let list):
      let allowed = list.values
      let keyword = facts.values == nil ? clause.keyword : facts.valuesKeyword
      ask(clause, question, wide: facts.location(of: keyword)) { search, value in
        .values(Self.lost(facts.values ?? [], list, question, &search), allowed: allowed)
      }
    default:
      ask(clause, question, wide: facts.location(of: clause.keyword)) { _, _ in
        Self.difference(clause.term, facts) ?? .other
      }
    }
  }

  /// Searches for a value that the wide side allows and one clause of the narrow side does not.
  mutating func ask(
    _ clause: Clause, _ question: Question, wide: SchemaLocation?, at keyword: SchemaLocation? = nil,
    _ difference: (inout WitnessSearch, JSONValue?) -> Difference
  ) {
    let location = search.graph.nodes[question.narrow].location
    let single = search.addSynthetic([clause], at: location)
    let outcome = search.solve(question.wide + [.denies(single)])
    if outcome.isNone { return }
    let found = difference(&search, outcome.value)
    let narrow = keyword ?? (clause.keyword.isEmpty ? location : location.appending(clause.keyword))
    report(found, outcome, question, wide: wide, narrow: narrow)
  }

  /// The kinds that the wide side allows and the narrow one does not.
  private static func lost(
    _ allowed: KindSet, _ question: Question, _ value: JSONValue?, _ search: inout WitnessSearch
  ) -> KindSet {
    var lost = value.map { KindSet(of: $0) } ?? []
    if value == nil {
      // Without a value, the possible kinds are reported.
      lost = question.wide.reduce(allowed.inverted) { $0.intersection(search.kinds(of: $1)) }
      return lost.isEmpty ? allowed.inverted : lost
    }
    for kind in KindSet.singles where !allowed.contains(kind) && !lost.contains(kind) {
      let only = search.addSynthetic(
        [Clause(keyword: "type", term: .kinds(kind))], at: question.site.location)
      if search.solve(question.wide + [.holds(only)]).value != nil { lost.formUnion(kind) }
    }
    return lost
  }

  /// The values that the wide side lists and the narrow one does not allow.
  private static func lost(
    _ listed: [JSONValue], _ allowed: ValueList, _ question: Question, _ search: inout WitnessSearch
  ) -> [JSONValue] {
    listed.filter { value in
      search.spend() && !allowed.contains(value)
        && question.wide.allSatisfy { search.holds($0, value) ?? true }
    }
  }

  /// The difference for a keyword without subschemas.
  private static func difference(_ term: Term, _ facts: Facts) -> Difference? {
    switch term {
    case .never: return .never
    case .minimum(let bound):
      let before = facts.first {
        if case .minimum(let other) = $0, other.isExclusive == bound.isExclusive {
          other.value.text
        } else {
          nil
        }
      }
      return .bound(
        bound.isExclusive ? .exclusiveMinimum : .minimum, Difference.Count(bound.value.text),
        before: before.map { Difference.Count($0) })
    case .maximum(let bound):
      let before = facts.first {
        if case .maximum(let other) = $0, other.isExclusive == bound.isExclusive {
          other.value.text
        } else {
          nil
        }
      }
      return .bound(
        bound.isExclusive ? .exclusiveMaximum : .maximum, Difference.Count(bound.value.text),
        before: before.map { Difference.Count($0) })
    case .multipleOf(let divisor): return .multipleOf(divisor)
    case .minLength(let count):
      let before = facts.first { if case .minLength(let count) = $0 { count } else { nil } }
      return .bound(.minLength, Difference.Count(count), before: before.map { Difference.Count($0) })
    case .maxLength(let count):
      let before = facts.first { if case .maxLength(let count) = $0 { count } else { nil } }
      return .bound(.maxLength, Difference.Count(count), before: before.map { Difference.Count($0) })
    case .minItems(let count):
      let before = facts.first { if case .minItems(let count) = $0 { count } else { nil } }
      return .bound(.minItems, Difference.Count(count), before: before.map { Difference.Count($0) })
    case .maxItems(let count):
      let before = facts.first { if case .maxItems(let count) = $0 { count } else { nil } }
      return .bound(.maxItems, Difference.Count(count), before: before.map { Difference.Count($0) })
    case .minProperties(let count):
      let before = facts.first { if case .minProperties(let count) = $0 { count } else { nil } }
      return .bound(.minProperties, Difference.Count(count), before: before.map { Difference.Count($0) })
    case .maxProperties(let count):
      let before = facts.first { if case .maxProperties(let count) = $0 { count } else { nil } }
      return .bound(.maxProperties, Difference.Count(count), before: before.map { Difference.Count($0) })
    case .pattern(let pattern): return .pattern(pattern.source)
    case .format(let format): return .format(format)
    case .propertyNames: return .memberNames
    case .uniqueItems: return .repeatedElements
    case .contains: return .contains
    case .not: return .excluded
    default: return nil
    }
  }

  // MARK: Alternatives

  private mutating func compare(
    alternatives: [Int], of clause: Clause, _ question: Question, _ facts: Facts
  ) {
    let single = search.addSynthetic([clause], at: search.graph.nodes[question.narrow].location)
    let outcome = search.solve(question.wide + [.denies(single)])
    if outcome.isNone { return }
    let location = search.graph.nodes[question.narrow].location.appending(clause.keyword)
    let wide = question.alternative?.location ?? facts.location(of: clause.keyword)
    // If only one alternative is possible, the author meant it.
    let touching = alternatives.filter { !search.solve(question.wide + [.holds($0)]).isNone }
    let before = findings.count
    let shownBefore = shownCount
    if touching.count == 1, let meant = touching.first {
      var inner = question
      inner.wide += alternatives.filter { $0 != meant }.map { .denies($0) }
      inner.narrow = meant
      explain(inner)
      if shownCount > shownBefore { return }
    }
    let isMatchedTwice =
      outcome.value.map { value in
        alternatives.filter { search.holds(.holds($0), value) == true }.count > 1
      } ?? false
    findings.removeSubrange(before...)
    let difference: Difference =
      isMatchedTwice
      ? .manyAlternatives : .noAlternative(of: alternatives.count, number: question.alternative?.number)
    report(difference, outcome, question, wide: wide, narrow: location)
  }
}

extension Facts {
  /// The first result that is not nil.
  func first<Found>(_ find: (Term) -> Found?) -> Found? {
    for entry in entries {
      if let found = find(entry.clause.term) { return found }
    }
    return nil
  }

  var valuesKeyword: String {
    entries.first { if case .values = $0.clause.term { true } else { false } }?.clause.keyword ?? "enum"
  }
}
