import JSONSchema
import JSONText

/// The comparison of members and elements.
extension Explanation {
  /// The number of elements that are compared by index.
  private static let maximumPrefix = 64

  /// The place of a member's schema on the wide side.
  func memberLocation(_ name: String, _ facts: Facts) -> SchemaLocation? {
    for entry in facts.entries {
      guard case .members(let rule) = entry.clause.term, rule.property(name) != nil else { continue }
      return entry.location.appending("properties").appending(name)
    }
    return nil
  }

  // MARK: Members

  mutating func compareMembers(_ rule: MemberRule, of clause: Clause, _ question: Question, _ facts: Facts) {
    let location = search.graph.nodes[question.narrow].location
    var names = rule.properties.map(\.name)
    var known = Set(names.map { ExactString($0) })
    for name in facts.names where known.insert(ExactString(name)).inserted { names.append(name) }
    // The steps of one name: its schemas are looked for in all rules of the wide side.
    let cost = 1 + rule.patterns.count + facts.entries.count / 4 + facts.patternCount
    for name in names where goesOn && search.spend(cost) {
      guard let nodes = rule.nodes(for: name) else { continue }
      for node in nodes { compareMember(name, node, rule, question, facts) }
    }
    let always = search.addSynthetic([], at: location)
    let listed = names.map { MemberRule.Property(name: $0, node: always) }
    for entry in rule.patterns where goesOn && search.spend(names.count / 4) {
      let others = MemberRule(properties: listed, patterns: [entry], additional: nil)
      compareOthers(
        others, entry.node, at: location.appending("patternProperties").appending(entry.pattern.source),
        question, facts
      ) { entry.pattern.matches($0) == true && !known.contains(ExactString($0)) }
    }
    guard let additional = rule.additional, goesOn else { return }
    let passed = rule.patterns.map { MemberRule.PatternProperty(pattern: $0.pattern, node: always) }
    let others = MemberRule(properties: listed, patterns: passed, additional: additional)
    let keyword = clause.keyword.hasPrefix("unevaluated") ? clause.keyword : "additionalProperties"
    compareOthers(others, additional, at: location.appending(keyword), question, facts) {
      others.isAdditional($0) == true
    }
  }

  private mutating func compareMember(
    _ name: String, _ node: Int, _ rule: MemberRule, _ question: Question, _ facts: Facts
  ) {
    let location = search.graph.nodes[question.narrow].location
    let only = MemberRule(
      properties: [MemberRule.Property(name: name, node: node)], patterns: [], additional: nil)
    let clause = Clause(keyword: "properties", term: .members(only))
    let described = memberLocation(name, facts)
    if search.graph.nodes[node].isNever {
      let keyword =
        rule.property(name) == nil
        ? search.graph.nodes[node].location : location.appending("properties").appending(name)
      ask(clause, question, wide: described, at: keyword) { _, _ in .removedMember(name) }
      return
    }
    let wide = facts.member(name)
    if search.solve(wide + [.denies(node)]).isNone { return }
    let single = search.addSynthetic([clause], at: location)
    if search.solve(question.wide + [.denies(single)]).isNone { return }
    explain(
      Question(
        wide: wide, narrow: node,
        site: question.site.inner(
          .member(name), around: question.wide, location: described ?? facts.location),
        isUnnamed: direction == .screens && wide.isEmpty))
  }

  /// Compares the members that neither side names.
  private mutating func compareOthers(
    _ rule: MemberRule, _ node: Int, at keyword: SchemaLocation, _ question: Question, _ facts: Facts,
    _ isOther: (String) -> Bool
  ) {
    let clause = Clause(keyword: "additionalProperties", term: .members(rule))
    let single = search.addSynthetic([clause], at: search.graph.nodes[question.narrow].location)
    let outcome = search.solve(question.wide + [.denies(single)])
    if outcome.isNone { return }
    let wide = facts.location(of: "additionalProperties")
    guard !search.graph.nodes[node].isNever, let object = outcome.value?.objectValue,
      let name = object.first(where: { member in
        isOther(member.name) && search.holds(.holds(node), member.value) != true
      })?.name
    else {
      report(.otherMembers, outcome, question, wide: wide, narrow: keyword)
      return
    }
    explain(
      Question(
        wide: facts.member(name), narrow: node,
        site: question.site.inner(.otherMember(name), around: question.wide, location: wide)))
  }

  // MARK: Elements

  mutating func compareElements(_ rule: ElementRule, of clause: Clause, _ question: Question, _ facts: Facts)
  {
    let location = search.graph.nodes[question.narrow].location
    let prefix = max(rule.prefix.count, facts.elementRules.map(\.prefix.count).max() ?? 0)
    guard prefix <= Self.maximumPrefix else {
      ask(clause, question, wide: facts.location(of: clause.keyword)) { _, _ in .other }
      return
    }
    let always = search.addSynthetic([], at: location)
    for index in 0...prefix where goesOn {
      guard let node = rule.node(at: index) else { continue }
      let passed = [Int](repeating: always, count: index)
      let isRest = index == prefix
      let only = ElementRule(prefix: isRest ? passed : passed + [node], rest: isRest ? node : nil)
      let part = Clause(keyword: clause.keyword, term: .elements(only))
      let wide = facts.location(of: isRest ? "items" : "prefixItems")
      if search.graph.nodes[node].isNever {
        ask(part, question, wide: wide, at: search.graph.nodes[node].location) { _, _ in
          .removedElements(limit: index)
        }
        continue
      }
      let single = search.addSynthetic([part], at: location)
      if search.solve(question.wide + [.denies(single)]).isNone { continue }
      let step: Site.Step = isRest ? .elements(from: index) : .element(index)
      explain(
        Question(
          wide: facts.element(index), narrow: node,
          site: question.site.inner(step, around: question.wide, location: wide)))
    }
  }
}
