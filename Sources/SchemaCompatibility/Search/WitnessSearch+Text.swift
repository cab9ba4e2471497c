import JSONText

/// The search for a string.
extension WitnessSearch {
  /// The number of texts requested from the automata; one of them can meet the other demands.
  private static let wantedTexts = 24
  private static let maximumAutomatonSteps = 400_000

  mutating func meetText(_ demands: Demands, _ goal: Goal) -> Outcome {
    let text = demands.text
    if let maximum = text.maximum, text.minimum > maximum { return .never }
    if isContradictory(text) { return .never }
    for candidate in quickTexts(text) where isSuitable(candidate, demands) {
      let outcome = checked(.string(candidate), goal)
      if !outcome.isNone { return outcome }
    }
    if text.patterns.isEmpty, text.formats.isEmpty { return meetLength(demands, goal) }
    return meetPatterns(demands, goal)
  }

  private func isContradictory(_ text: Demands.Text) -> Bool {
    for (one, isMatching) in text.patterns where isMatching {
      for (other, alsoMatching) in text.patterns where !alsoMatching {
        if one.source.hasSameScalars(as: other.source) { return true }
      }
    }
    for (one, isMatching) in text.formats where isMatching {
      for (other, alsoMatching) in text.formats where !alsoMatching && one.isWithin(other) { return true }
    }
    return false
  }

  private func quickTexts(_ text: Demands.Text) -> [String] {
    var texts = text.formats.flatMap { $0.isMatching ? $0.format.samples : [] }
    texts += TextFormat.oddTexts
    texts += text.patterns.compactMap { $0.isMatching ? $0.pattern.automaton?.guess() : nil }
    if text.minimum > 1, text.minimum <= limits.exampleBytes {
      texts.append(String(repeating: "a", count: text.minimum))
      texts.append(String(repeating: " ", count: text.minimum))
    }
    return texts
  }

  private func isSuitable(_ value: String, _ demands: Demands) -> Bool {
    let text = demands.text
    let length = value.unicodeScalars.count
    guard length >= text.minimum, length <= text.maximum ?? Int.max else { return false }
    return text.patterns.allSatisfy { $0.pattern.matches(value) == $0.isMatching }
      && text.formats.allSatisfy { $0.format.matches(value) == $0.isMatching }
      && !demands.excludes(.string(value))
  }

  /// With demands on the length only, there are either no texts, one (the empty one), or more than any list excludes.
  private mutating func meetLength(_ demands: Demands, _ goal: Goal) -> Outcome {
    if demands.text.maximum == 0 { return checked(.string(""), goal) }
    let length = max(1, demands.text.minimum)
    guard length <= limits.exampleBytes else { return .unknown }
    for number in 0...demands.excluded.reduce(0, { $0 + $1.values.count }) {
      guard spend(), let scalar = Unicode.Scalar(UInt32(0x61 + number % 0x5000)) else { break }
      var view = String.UnicodeScalarView()
      view.append(scalar)
      view.append(contentsOf: repeatElement("a", count: length - 1))
      let candidate = String(view)
      guard isSuitable(candidate, demands) else { continue }
      let outcome = checked(.string(candidate), goal)
      if !outcome.isNone { return outcome }
    }
    return .unknown
  }

  private mutating func meetPatterns(_ demands: Demands, _ goal: Goal) -> Outcome {
    let text = demands.text
    var conditions = text.patterns.compactMap { entry in
      entry.pattern.automaton.map { AutomatonSearch.Condition(automaton: $0, isAccepting: entry.isMatching) }
    }
    // A text with a format is in its envelope, and a text without it is outside its core.
    conditions += text.formats.compactMap { entry in
      let automaton = entry.isMatching ? entry.format.envelope : entry.format.core
      return automaton.map { AutomatonSearch.Condition(automaton: $0, isAccepting: entry.isMatching) }
    }
    let excluded = demands.excluded.flatMap { $0.values.compactMap(\.stringValue) }
    if let automaton = TextAutomaton(exactly: excluded, maximumSize: limits.patternSize) {
      conditions.append(AutomatonSearch.Condition(automaton: automaton, isAccepting: false))
    }
    guard !conditions.isEmpty else { return .unknown }
    let search = AutomatonSearch(
      conditions: conditions, minimumLength: text.minimum, maximumLength: text.maximum,
      maximumStates: limits.automatonStates, maximumSteps: Self.maximumAutomatonSteps)
    let isWhole = text.formats.isEmpty && text.patterns.allSatisfy { $0.pattern.automaton != nil }
    let finding = search.texts(isWhole ? 1 : Self.wantedTexts)
    guard spend(finding.steps / 4) else { return .unknown }
    // Formats and patterns without an automaton can only exclude more texts.
    if finding.texts.isEmpty, finding.isComplete { return .never }
    for candidate in finding.texts where isSuitable(candidate, demands) {
      let outcome = checked(.string(candidate), goal)
      if !outcome.isNone { return outcome }
    }
    return .unknown
  }
}
