import Assignment
import ScreenChaos
import HTTPWire
import Synchronization

/// What the mock does to answers: by rules that admins have set, and for all when the server was started so.
package final class Mock: Sendable {
  /// What is to become of one answer.
  struct Applied: Sendable {
    var effect: MockEffect
    /// What has a part in it: `request`, the name of a rule.
    var names: [String] = []
    var random: SplitMix64
    /// For chaos, which is the same each time unless a seed says otherwise.
    var seed: UInt64 = 1
  }

  /// A rule, and what it has seen.
  private struct Entry {
    let rule: MockRule
    var matched = 0
    var applied = 0
    var random: SplitMix64

    init(_ rule: MockRule) {
      self.rule = rule
      random = SplitMix64(seed: rule.seed)
    }
  }

  /// What becomes of all answers, unless a rule or a request says otherwise.
  private let standard: MockEffect
  /// Whether nothing is ever done to an answer.
  let isOff: Bool
  private let isActive: Atomic<Bool>
  private let entries = Mutex<[Entry]>([])
  /// Held while chaos is at work.
  let oneAtATime = Mutex(())

  /// - Parameters:
  ///   - delay: what all answers of screens are held back for, as ``MockDelay`` is written; nil for nothing.
  ///   - isOff: whether the mock does nothing, whoever asks for it.
  package init(delay: String? = nil, isOff: Bool = false) {
    var standard = MockEffect()
    standard.delay = delay.flatMap { MockDelay($0) }
    self.standard = standard
    self.isOff = isOff
    isActive = Atomic(!isOff && !standard.isNone)
  }

  /// Whether a delay is written as it should be.
  package static func isDelay(_ text: String) -> Bool { MockDelay(text) != nil }

  // MARK: Rules

  var rules: [MockRule] { entries.withLock { $0.map(\.rule) } }

  func rule(_ name: String) -> MockRule? { rules.first { $0.name == name } }

  /// Puts a rule in, in place of one of the same name; what that has counted is forgotten.
  /// - Returns: whether it is new; nil when there are too many.
  func set(_ rule: MockRule) -> Bool? {
    entries.withLock { entries in
      let isNew = !entries.contains { $0.rule.name == rule.name }
      guard !isNew || entries.count < MockRule.maximumRules else { return nil }
      entries.removeAll { $0.rule.name == rule.name }
      entries.append(Entry(rule))
      entries.sort { ($0.rule.order, $0.rule.name) < ($1.rule.order, $1.rule.name) }
      isActive.store(true, ordering: .releasing)
      return isNew
    }
  }

  func remove(_ name: String) -> Bool {
    entries.withLock { entries in
      let count = entries.count
      entries.removeAll { $0.rule.name == name }
      isActive.store(!entries.isEmpty || !standard.isNone, ordering: .releasing)
      return entries.count < count
    }
  }

  func removeAll() {
    entries.withLock { entries in
      entries = []
      isActive.store(!standard.isNone, ordering: .releasing)
    }
  }

  // MARK: Requests

  /// Whether anything may become of the answer: a look at a flag, a field and the query.
  func mayApply(_ request: borrowing HTTPRequest) -> Bool {
    guard !isOff else { return false }
    if isActive.load(ordering: .acquiring) || request.field(.prefer) != nil { return true }
    guard let query = request.query, query.count > 2 else { return false }
    var isAfterUnderscore = false
    for index in 0..<query.count {
      let isUnderscore = query[index] == UInt8(ascii: "_")
      if isUnderscore, isAfterUnderscore { return true }
      isAfterUnderscore = isUnderscore
    }
    return false
  }

  /// What becomes of the answer to a request: what it asks for itself, then the first rule for it, then what holds for
  /// all.
  /// - Parameter attributes: the request's, for the conditions of rules.
  func effect(
    on route: String, attributes: Attributes, preferences: MockPreferences
  ) -> Applied? {
    var applied = Applied(
      effect: preferences.effect, random: SplitMix64(seed: preferences.seed ?? .random(in: 0 ... .max)))
    if let seed = preferences.seed { applied.seed = seed }
    if !preferences.isEmpty { applied.names.append("request") }
    entries.withLock { entries in
      var isFound = false
      for index in entries.indices {
        let rule = entries[index].rule
        guard rule.isFor(route), rule.condition?.passes(attributes) ?? true else { continue }
        // Counted whether or not another rule comes first, so that the n-th request is the n-th.
        entries[index].matched += 1
        guard !isFound, rule.nth.map({ $0 == entries[index].matched }) ?? true,
          rule.times.map({ entries[index].applied < $0 }) ?? true
        else { continue }
        if rule.probability < 1 {
          guard Double.random(in: 0..<1, using: &entries[index].random) < rule.probability else { continue }
        }
        isFound = true
        entries[index].applied += 1
        applied.effect = applied.effect.filled(by: rule.effect)
        applied.names.append(rule.name)
        if preferences.seed == nil, rule.seed != 0 { applied.seed = rule.seed }
        if preferences.seed == nil { applied.random = SplitMix64(seed: entries[index].random.next()) }
      }
    }
    applied.effect = applied.effect.filled(by: standard)
    return applied.effect.isNone ? nil : applied
  }
}
