import JSONSchema
import JSONText

/// Finds whether the wide side allows content that the narrow side does not, and where the two differ.
///
/// For screens the wide side is the old schema and the narrow side the new one. For apps the wide side is the new
/// schema, and the narrow side is what an app built on the old one decodes. ``WitnessSearch`` finds whether such
/// content exists. To find where the sides differ, the comparison walks through the keywords of the narrow schema and
/// repeats the search for each part.
struct Explanation {
  let direction: CompatibilityDirection
  let old: SchemaVersion
  let new: SchemaVersion
  var search: WitnessSearch
  /// The root of the narrow side. In direction `apps`, the root of what an app decodes.
  let narrowRoot: Int
  var findings: [Finding] = []
  /// The number of differences that an example has shown, including repeated ones.
  private var shown = 0
  /// The visited pairs, and whether a difference was shown. Recursion and repeated references return to the same pairs.
  private var visited: [Pair: Visit] = [:]
  private var splits = 0
  private let budget: ValidationBudget

  var shownCount: Int { shown }

  /// Whether the limits allow more reasons and more steps.
  var goesOn: Bool { !search.isExhausted && findings.count < search.limits.reasons }

  struct Finding {
    let difference: Difference
    let site: Site
    /// The description of the change.
    let change: String
    /// The description with the prefix "perhaps" if it is not certain.
    let message: String
    let wide: SchemaLocation
    let narrow: SchemaLocation
    /// A document that shows the change.
    let example: JSONValue?
    /// A hint at the solution, or the reason why there is no example.
    let hint: String?
  }

  private enum Visit {
    case open(Site)
    case done(isShown: Bool)
  }

  private struct Pair: Hashable {
    let wide: [Literal]
    let narrow: Int
  }

  /// A narrow schema, and the literals of the wide side for the same part of the content.
  struct Question {
    var wide: [Literal]
    var narrow: Int
    var site: Site
    var made: Set<MadeChoice> = []
    /// Whether the part is a member that the wide side does not describe.
    var isUnnamed = false
    /// The alternative of the wide side that is compared.
    var alternative: (number: Int, location: SchemaLocation)?
  }

  init(
    _ direction: CompatibilityDirection, old: SchemaVersion, new: SchemaVersion, search: WitnessSearch,
    narrowRoot: Int
  ) {
    self.direction = direction
    self.old = old
    self.new = new
    self.search = search
    self.narrowRoot = narrowRoot
    budget = ValidationBudget(steps: search.limits.exampleSteps)
  }

  /// Whether a document shows that the schemas are not compatible.
  mutating func isExample(_ document: JSONValue) -> Bool {
    guard document.serialized().count <= search.limits.exampleBytes else { return false }
    switch direction {
    case .screens:
      return old.accepts(document, within: budget) == true && new.accepts(document, within: budget) == false
    case .apps:
      return new.accepts(document, within: budget) == true
        && search.holds(.holds(narrowRoot), document) == false
    }
  }

  private static let unnamedHint = "the old schema allows members that it does not name, with any value"

  // MARK: Traversal

  /// The largest depth of parts of the content.
  private static let maximumDepth = 32

  /// Compares the whole schemas. Without findings, the narrow one allows every document of the wide one.
  mutating func explainAll(wide: Int) {
    let site = Site(location: search.graph.nodes[wide].location)
    let whole = Question(wide: [.holds(wide)], narrow: narrowRoot, site: site)
    explain(whole)
    // The verdict is that of the whole schema. The parts only explain it.
    let outcome = search.solve([.holds(wide), .denies(narrowRoot)])
    if findings.isEmpty, !outcome.isNone {
      report(.other, outcome, whole, wide: nil, narrow: search.graph.nodes[narrowRoot].location)
    }
  }

  mutating func explain(_ question: Question) {
    let outcome = search.solve(question.wide + [.denies(question.narrow)])
    if outcome.isNone { return }
    let pair = Pair(wide: search.represented(question.wide), narrow: search.represented(question.narrow))
    switch visited[pair] {
    case .done(isShown: true)?:
      shown += 1
      return
    case .open(let site)? where site !== question.site:
      // The first visit of the pair has reported its differences.
      shown += 1
      return
    default: break
    }
    visited[pair] = .open(question.site)
    let shownBefore = shown
    explainClauses(question, outcome)
    visited[pair] = .done(isShown: shown > shownBefore)
  }

  private mutating func explainClauses(_ question: Question, _ outcome: Outcome) {
    let before = findings.count
    let shownBefore = shown
    let facts = Facts(question.wide, in: search.graph)
    if goesOn, search.spend(facts.entries.count), question.site.depth < Self.maximumDepth {
      if let choice = facts.choice(besides: question.made), splits < search.limits.splits {
        split(question, by: choice)
      } else {
        for clause in search.graph.nodes[question.narrow].clauses where goesOn {
          compare(clause, question, facts)
        }
      }
    }
    if shown > shownBefore { return }
    // No part gave an example; the whole value can still be one.
    let isShown = document(outcome, question.site).map { isExample($0) } ?? false
    guard isShown || findings.count == before else { return }
    if isShown { findings.removeSubrange(before...) }
    let isGivenUp = search.isExhausted && !isShown
    report(
      isGivenUp ? .tooCostly(steps: search.limits.steps) : .other, outcome, question,
      wide: question.alternative?.location ?? facts.location,
      narrow: search.graph.nodes[question.narrow].location)
  }

  /// Compares the alternatives of the wide side one by one.
  private mutating func split(
    _ question: Question, by choice: (made: MadeChoice, alternatives: Alternatives, entry: Facts.Entry)
  ) {
    for (number, alternative) in choice.alternatives.enumerated() where goesOn {
      splits += 1
      let literals = alternative.compactMap { if case .literal(let literal) = $0 { literal } else { nil } }
      var inner = question
      inner.wide += literals
      inner.made.insert(choice.made)
      if choice.entry.clause.keyword == "anyOf" || choice.entry.clause.keyword == "oneOf" {
        let location = choice.entry.location.appending(choice.entry.clause.keyword).appending(number)
        inner.alternative = (number + 1, location)
      }
      explain(inner)
    }
  }

  /// Reports a difference, with an example document around the part's value.
  mutating func report(
    _ difference: Difference, _ outcome: Outcome, _ question: Question, wide: SchemaLocation?,
    narrow: SchemaLocation
  ) {
    let wide = wide ?? question.site.location
    let change = difference.message(direction, at: question.site)
    let known = findings.first { $0.narrow == narrow && $0.change.hasSameScalars(as: change) }
    if let known {
      if known.example != nil { shown += 1 }
      if known.example != nil || outcome.value == nil { return }
    }
    let document = document(outcome, question.site)
    let isShown = document.map { isExample($0) } ?? false
    let message = isShown ? change : difference.perhaps + change
    let hint =
      isShown
      ? (question.isUnnamed ? Self.unnamedHint : nil) ?? difference.hint(direction)
      : outcome.value == nil ? "neither a proof nor an example was found" : "no example could be made"
    if isShown { shown += 1 }
    findings.append(
      Finding(
        difference: difference, site: question.site, change: change, message: message, wide: wide,
        narrow: narrow,
        example: isShown ? document : nil, hint: hint))
  }

  private mutating func document(_ outcome: Outcome, _ site: Site) -> JSONValue? {
    outcome.value.flatMap { site.document(with: $0, &search) }
  }
}
