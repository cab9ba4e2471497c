/// A pattern as a deterministic automaton. A search does one table look-up per character and allocates nothing.
///
/// The whole automaton is built in advance, so that a search needs no lock. Patterns with a large automaton, word
/// boundaries, lookarounds or back-references have none.
struct PatternAutomaton: Sendable {
  /// The largest number of states; a larger pattern is simulated instead.
  private static let maximumStates = 250
  /// The largest number of instructions; a larger program is simulated instead.
  private static let maximumInstructions = 500
  /// The default limit of instructions visited while building an automaton: some milliseconds.
  static let maximumWork = 40_000

  private struct State: Sendable {
    /// The pattern has matched, regardless of the rest of the text.
    let matches: Bool
    /// The pattern matches if the text ends here.
    let matchesAtEnd: Bool
    /// No match is possible any more.
    let isDead: Bool
  }

  private var states: [State] = []
  private var work: Int
  /// For each state, the next state by class of character.
  private var transitions: [UInt16] = []
  private var classCount = 0
  private var asciiClasses: [UInt16] = []
  /// The first character of each class. Characters between two bounds are in the same sets.
  private var bounds: [UInt32] = []

  init?(_ program: PatternProgram, sets: [ScalarSet], maximumWork: Int) {
    work = maximumWork
    guard program.instructions.count <= Self.maximumInstructions,
      sets.allSatisfy(\.consistsOfRanges)
    else { return nil }
    for instruction in program.instructions {
      switch instruction {
      case .wordBoundary, .look, .backreference: return nil
      default: break
      }
    }
    addClasses(of: sets)
    guard addStates(of: program, sets: sets) else { return nil }
  }

  func search(_ text: String) -> Bool {
    var state = 0
    for scalar in text.unicodeScalars {
      if states[state].matches { return true }
      if states[state].isDead { return false }
      let value = scalar.value
      let column = value < 0x80 ? Int(asciiClasses[Int(value)]) : characterClass(of: value)
      state = Int(transitions[state * classCount + column])
    }
    return states[state].matches || states[state].matchesAtEnd
  }

  private func characterClass(of value: UInt32) -> Int {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private mutating func addClasses(of sets: [ScalarSet]) {
    var edges: Set<UInt32> = [0]
    for set in sets {
      for range in set.ranges {
        edges.insert(range.lowerBound)
        edges.insert(range.upperBound + 1)
      }
    }
    bounds = edges.sorted()
    classCount = bounds.count
    asciiClasses = (0..<0x80).map { UInt16(truncatingIfNeeded: characterClass(of: $0)) }
  }

  /// The subset construction. A state is the sorted list of instructions that wait for a character or for the end.
  /// False when there are too many states.
  private mutating func addStates(of program: PatternProgram, sets: [ScalarSet]) -> Bool {
    guard classCount <= 512 else { return false }
    let again = Self.closure(of: [0], in: program, atStart: false, atEnd: false)
    let first = Self.closure(of: [0], in: program, atStart: true, atEnd: false)
    let firstAtEnd = Self.closure(of: [0], in: program, atStart: true, atEnd: true)
    var numbers: [[Int]: Int] = [:]
    var subsets: [[Int]] = []
    func isDead(_ subset: [Int]) -> Bool { subset.isEmpty && again.places.isEmpty && !again.matches }
    states.append(
      State(matches: first.matches, matchesAtEnd: firstAtEnd.matches, isDead: isDead(first.places)))
    // The first state is never reused: `^` holds only there.
    subsets.append(first.places)
    var next = 0
    while next < subsets.count {
      let subset = subsets[next]
      next += 1
      for column in 0..<classCount {
        var targets: [Int] = []
        for place in subset {
          if case .set(let set) = program.instructions[place], sets[set].contains(bounds[column]) {
            targets.append(place + 1)
          }
        }
        work -= subset.count + targets.count + again.visited
        guard work > 0 else { return false }
        let reached = Self.closure(of: targets + [0], in: program, atStart: false, atEnd: false)
        let key = reached.matches ? [-1] : reached.places
        if let known = numbers[key] {
          transitions.append(UInt16(truncatingIfNeeded: known))
          continue
        }
        guard states.count < Self.maximumStates else { return false }
        let atEnd = Self.closure(of: reached.places, in: program, atStart: false, atEnd: true)
        numbers[key] = states.count
        transitions.append(UInt16(truncatingIfNeeded: states.count))
        subsets.append(reached.matches ? [] : reached.places)
        states.append(
          State(
            matches: reached.matches, matchesAtEnd: atEnd.matches,
            isDead: !reached.matches && isDead(reached.places)))
      }
    }
    return true
  }

  /// The instructions that wait for a character or the end, among all that are reachable without a character, and
  /// whether a match is reachable.
  private static func closure(
    of places: [Int], in program: PatternProgram, atStart: Bool, atEnd: Bool
  ) -> (places: [Int], matches: Bool, visited: Int) {
    var pending = places
    var visited: Set<Int> = []
    var waiting: [Int] = []
    var matches = false
    while let place = pending.popLast() {
      guard visited.insert(place).inserted else { continue }
      switch program.instructions[place] {
      case .set: waiting.append(place)
      case .split(let one, let other): pending += [one, other]
      case .jump(let target): pending.append(target)
      case .start: if atStart { pending.append(place + 1) }
      case .end: if atEnd { pending.append(place + 1) } else { waiting.append(place) }
      case .save, .resetCaptures, .enter, .check: pending.append(place + 1)
      case .wordBoundary, .look, .backreference: break
      case .match: matches = true
      }
    }
    return (waiting.sorted(), matches, visited.count)
  }
}
