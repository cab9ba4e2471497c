import JSONText

/// Finds out whether one side allows content that the other does not, and where the two differ.
///
/// "Wide" is the side whose content is looked at, "narrow" the side that should allow all of it: for screens
/// the old schema and the new one, for apps the new schema and what an app built on the old one decodes. The
/// search answers whether there is such content. To say where, the narrow schema is gone through keyword by
/// keyword, and the same question is asked for each part.
struct Explanation {
  let direction: CompatibilityDirection
  let old: SchemaVersion
  let new: SchemaVersion
  var search: WitnessSearch
  /// What an app decodes, for direction `apps`.
  let narrowRoot: Int
  var findings: [Finding] = []
  /// How often a difference was shown by an example, those that are known already included.
  private var shown = 0
  /// Pairs that have been gone through, and whether a difference was shown: recursive schemas come back to
  /// them, and so do several references to one schema.
  private var visited: [Pair: Visit] = [:]
  private var splits = 0

  var shownCount: Int { shown }

  /// Whether there is room for more reasons, and work left.
  var goesOn: Bool { !search.isExhausted && findings.count < search.limits.reasons }

  struct Finding {
    let difference: Difference
    let site: Site
    /// What has changed.
    let change: String
    /// The same as it is told: what is not certain begins with "perhaps".
    let message: String
    let wide: SchemaPlace
    let narrow: SchemaPlace
    /// A document that shows it.
    let example: JSONValue?
    /// What to do about it, or why there is no example.
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

  /// A narrow schema, and what is known of the wide side at the same part of the content.
  struct Question {
    var wide: [Literal]
    var narrow: Int
    var site: Site
    var made: Set<MadeChoice> = []
    /// Whether the part is a member that the wide side does not describe.
    var isUnnamed = false
    /// The alternative of the wide side that is looked at.
    var alternative: (number: Int, place: SchemaPlace)?
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
  }

  /// Whether a document shows that the schemas are not compatible.
  mutating func isExample(_ document: JSONValue) -> Bool {
    guard document.serialized().count <= search.limits.exampleBytes else { return false }
    switch direction {
    case .screens: return old.accepts(document) && !new.accepts(document)
    case .apps: return new.accepts(document) && search.holds(.holds(narrowRoot), document) == false
    }
  }

  private static let unnamedHint = "the old schema allows members that it does not name, with any value"

  // MARK: Going through

  /// How many parts of the content may be within each other.
  private static let maximumDepth = 32

  /// Compares the schemas themselves. Without findings every document of the wide one is allowed by the narrow
  /// one.
  mutating func explainAll(wide: Int) {
    let site = Site(place: search.graph.nodes[wide].place)
    let whole = Question(wide: [.holds(wide)], narrow: narrowRoot, site: site)
    explain(whole)
    // The verdict does not hang on the parts: where the whole is not known to be compatible, that is said.
    let outcome = search.solve([.holds(wide), .denies(narrowRoot)])
    if findings.isEmpty, !outcome.isNone {
      report(.other, outcome, whole, wide: nil, narrow: search.graph.nodes[narrowRoot].place)
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
      // What is found is told where the pair came up first.
      shown += 1
      return
    default: break
    }
    visited[pair] = .open(question.site)
    let shownBefore = shown
    goThrough(question, outcome)
    visited[pair] = .done(isShown: shown > shownBefore)
  }

  private mutating func goThrough(_ question: Question, _ outcome: Outcome) {
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
    // What was found within could not be shown; the whole perhaps can.
    let isShown = document(outcome, question.site).map { isExample($0) } ?? false
    guard isShown || findings.count == before else { return }
    if isShown { findings.removeSubrange(before...) }
    let isGivenUp = search.isExhausted && !isShown
    report(
      isGivenUp ? .tooCostly(steps: search.limits.steps) : .other, outcome, question,
      wide: question.alternative?.place ?? facts.place, narrow: search.graph.nodes[question.narrow].place)
  }

  /// Goes through the alternatives of the wide side one by one.
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
        let place = choice.entry.place.appending(choice.entry.clause.keyword).appending(number)
        inner.alternative = (number + 1, place)
      }
      explain(inner)
    }
  }

  /// Reports a difference, with a document made of a value of the part.
  mutating func report(
    _ difference: Difference, _ outcome: Outcome, _ question: Question, wide: SchemaPlace?,
    narrow: SchemaPlace
  ) {
    let wide = wide ?? question.site.place
    let change = difference.message(direction, at: question.site)
    let known = findings.first { $0.narrow == narrow && $0.change == change }
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
