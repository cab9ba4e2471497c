import JSONSchema
import Patterns

/// A nondeterministic automaton that accepts the texts in which a regular expression has a match.
struct TextAutomaton: Sendable {
  enum State: Sendable {
    /// Matches one scalar of the set.
    case take(ScalarSet, next: Int)
    case fork(Int, Int)
    /// `^`: passes only before the first scalar.
    case atStart(next: Int)
    /// `$`: passes only after the last scalar.
    case atEnd(next: Int)
    case accept
  }

  let states: [State]
  let start: Int

  /// The automaton that accepts exactly the given texts. Nil when it exceeds the limit of states.
  init?(exactly texts: [String], maximumSize: Int) {
    var states: [State] = [.accept, .atEnd(next: 0)]
    var starts: [Int] = []
    for text in texts {
      var next = 1
      for scalar in text.unicodeScalars.reversed() {
        states.append(.take(ScalarSet(scalar.value), next: next))
        next = states.count - 1
      }
      starts.append(next)
      guard states.count <= maximumSize else { return nil }
    }
    guard var start = starts.first else { return nil }
    for other in starts.dropFirst() {
      states.append(.fork(start, other))
      start = states.count - 1
    }
    states.append(.atStart(next: start))
    self.states = states
    self.start = states.count - 1
  }

  init(states: [State], start: Int) {
    self.states = states
    self.start = start
  }

  /// A shortest text of the most readable scalars that leads to acceptance. It ignores `^` and `$`, so the automaton
  /// does not always accept it.
  func guess() -> String? {
    var origins: [Int: (state: Int, scalar: Unicode.Scalar?)] = [:]
    var seen: Set<Int> = [start]
    var queue = [start]
    var place = 0
    while place < queue.count {
      let state = queue[place]
      place += 1
      var reached: [(next: Int, scalar: Unicode.Scalar?)] = []
      switch states[state] {
      case .accept: return text(to: state, origins)
      case .take(let set, let next): if let scalar = set.mostReadable { reached.append((next, scalar)) }
      case .fork(let one, let other): reached += [(one, nil), (other, nil)]
      case .atStart(let next), .atEnd(let next): reached.append((next, nil))
      }
      for (next, scalar) in reached where seen.insert(next).inserted {
        origins[next] = (state, scalar)
        queue.append(next)
      }
    }
    return nil
  }

  private func text(to state: Int, _ origins: [Int: (state: Int, scalar: Unicode.Scalar?)]) -> String {
    var scalars: [Unicode.Scalar] = []
    var place = state
    while let origin = origins[place] {
      if let scalar = origin.scalar { scalars.append(scalar) }
      place = origin.state
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.reversed())
    return String(text)
  }

  /// The states, sorted, that are reachable without reading a scalar and then read a scalar, wait for the end, or
  /// accept.
  func closure(of seeds: [Int], isAtStart: Bool, isAtEnd: Bool) -> [Int] {
    if seeds.isEmpty { return [] }
    // A table, not a set: automata are small, and hashing would take most of the time of a search.
    var isSeen = [Bool](repeating: false, count: states.count)
    var pending = seeds
    var kept: [Int] = []
    while let state = pending.popLast() {
      guard !isSeen[state] else { continue }
      isSeen[state] = true
      switch states[state] {
      case .take, .accept: kept.append(state)
      case .fork(let one, let other):
        pending.append(one)
        pending.append(other)
      case .atStart(let next):
        if isAtStart { pending.append(next) }
      case .atEnd(let next):
        if isAtEnd { pending.append(next) } else { kept.append(state) }
      }
    }
    return kept.sorted()
  }
}
