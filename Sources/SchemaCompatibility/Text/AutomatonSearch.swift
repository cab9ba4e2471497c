import JSONSchema
import Patterns

/// Searches for texts that some automata accept and others do not, in the product of all automata, shortest texts
/// first.
struct AutomatonSearch {
  struct Condition {
    let automaton: TextAutomaton
    let isAccepting: Bool
  }

  struct Finding {
    /// The texts that meet all conditions, shortest first.
    var texts: [String] = []
    /// Whether the search was complete: without texts, none exist.
    var isComplete = true
    var steps = 0
  }

  let conditions: [Condition]
  let minimumLength: Int
  let maximumLength: Int?
  let maximumStates: Int
  let maximumSteps: Int

  /// The states of one automaton; nil when it has matched, regardless of the rest of the text.
  private typealias Progress = [Int]?

  private struct Key: Hashable {
    let progress: [[Int]?]
    /// The number of scalars so far, up to the minimum.
    let length: Int
  }

  private struct Entry {
    let progress: [Progress]
    let length: Int
    /// The previous entry, and the scalar after it.
    let origin: (entry: Int, scalar: Unicode.Scalar)?
  }

  func texts(_ wanted: Int) -> Finding {
    var finding = Finding()
    let alphabet = representatives()
    let first = conditions.map { condition in
      progress(condition.automaton, [condition.automaton.start], isAtStart: true)
    }
    var entries = [Entry(progress: first, length: 0, origin: nil)]
    var seen: Set<Key> = [Key(progress: first, length: 0)]
    var place = 0
    while place < entries.count {
      let entry = entries[place]
      if entry.length >= minimumLength, accepts(entry) {
        finding.texts.append(text(of: place, in: entries))
        if finding.texts.count >= wanted { return finding }
      }
      if maximumLength.map({ entry.length < $0 }) ?? true {
        for scalar in alphabet {
          guard finding.steps < maximumSteps, entries.count < maximumStates else {
            finding.isComplete = false
            return finding
          }
          guard let next = advance(entry.progress, by: scalar.value, &finding.steps) else { continue }
          let key = Key(progress: next, length: min(entry.length + 1, minimumLength))
          guard seen.insert(key).inserted else { continue }
          entries.append(Entry(progress: next, length: entry.length + 1, origin: (place, scalar)))
        }
      }
      place += 1
    }
    return finding
  }

  private func progress(_ automaton: TextAutomaton, _ seeds: [Int], isAtStart: Bool) -> Progress {
    let states = automaton.closure(of: seeds, isAtStart: isAtStart, isAtEnd: false)
    return states.contains { if case .accept = automaton.states[$0] { true } else { false } } ? nil : states
  }

  /// The states of the automata after one more scalar. Nil when a condition cannot be met any more.
  private func advance(_ progress: [Progress], by scalar: UInt32, _ steps: inout Int) -> [Progress]? {
    var next: [Progress] = []
    next.reserveCapacity(progress.count)
    for (condition, states) in zip(conditions, progress) {
      guard let states else {
        next.append(nil)
        continue
      }
      steps += states.count + 1
      let taken = states.compactMap { state -> Int? in
        if case .take(let set, let next) = condition.automaton.states[state], set.contains(scalar) {
          next
        } else {
          nil
        }
      }
      let reached = self.progress(condition.automaton, taken, isAtStart: false)
      steps += reached?.count ?? 0
      if condition.isAccepting ? reached?.isEmpty == true : reached == nil { return nil }
      next.append(reached)
    }
    return next
  }

  private func accepts(_ entry: Entry) -> Bool {
    zip(conditions, entry.progress).allSatisfy { condition, states in
      guard let states else { return condition.isAccepting }
      let automaton = condition.automaton
      let last = automaton.closure(of: states, isAtStart: entry.length == 0, isAtEnd: true)
      let accepted = last.contains { if case .accept = automaton.states[$0] { true } else { false } }
      return accepted == condition.isAccepting
    }
  }

  private func text(of entry: Int, in entries: [Entry]) -> String {
    var scalars: [Unicode.Scalar] = []
    var origin = entries[entry].origin
    while let (previous, scalar) = origin {
      scalars.append(scalar)
      origin = entries[previous].origin
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.reversed())
    return String(text)
  }

  /// One scalar of each set of scalars that the automata do not distinguish, preferably a letter or digit.
  private func representatives() -> [Unicode.Scalar] {
    var bounds: Set<UInt32> = [0, 0xE000]
    for condition in conditions {
      for case .take(let set, _) in condition.automaton.states {
        for range in set.ranges {
          bounds.insert(range.lowerBound)
          bounds.insert(range.upperBound + 1)
        }
      }
    }
    let sorted = bounds.filter { $0 <= ScalarSet.largest }.sorted()
    var found: [Unicode.Scalar] = []
    for (place, low) in sorted.enumerated() {
      let high = place + 1 < sorted.count ? sorted[place + 1] - 1 : ScalarSet.largest
      let preferred = ScalarSet.readable.first { (low...high).contains($0.value) }
      // A set of surrogates has no scalar. The bound at U+E000 keeps them apart from the scalars after them.
      if let scalar = preferred ?? Unicode.Scalar(low) { found.append(scalar) }
    }
    let rank = { (scalar: Unicode.Scalar) in
      ScalarSet.readable.firstIndex(of: scalar) ?? ScalarSet.readable.count
    }
    return found.map { (rank($0), $0) }.sorted { ($0.0, $0.1.value) < ($1.0, $1.1.value) }.map(\.1)
  }
}
