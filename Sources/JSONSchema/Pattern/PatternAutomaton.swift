/// A pattern as a deterministic automaton: one table look-up for each character, and nothing allocated.
///
/// Made ahead, so that searching changes nothing and needs no lock; only for patterns whose automaton is
/// small and that look at no more than one character at a time.
struct PatternAutomaton: Sendable {
  /// Larger automata are not made; the pattern is simulated instead.
  private static let maximumStates = 250
  /// Larger programs are not tried.
  private static let maximumInstructions = 500
  /// Instructions looked at while one is made: some milliseconds.
  static let maximumWork = 40_000

  private struct State: Sendable {
    /// The pattern has matched, whatever follows.
    let matches: Bool
    /// The pattern matches if the text ends here.
    let matchesAtEnd: Bool
    /// No match can come any more.
    let isDead: Bool
  }

  private var states: [State] = []
  private var work: Int
  /// For each state, the next one by class of character.
  private var transitions: [UInt16] = []
  private var classCount = 0
  private var asciiClasses: [UInt16] = []
  /// Where each class of characters begins; characters between two bounds are in the same sets.
  private var bounds: [UInt32] = []

  init?(_ program: PatternProgram, sets: [ScalarSet], maximumWork: Int) {
    work = maximumWork
    guard program.instructions.count <= Self.maximumInstructions,
      sets.allSatisfy({ $0.properties.isEmpty && !$0.isNegated })
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

  /// The subset construction. A state is the sorted list of the instructions that wait for a character or for
  /// the end. False when there are too many.
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
    // The first state is apart: only there does `^` hold.
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

  /// The places that wait, among all that can be reached without a character, and whether one is the end.
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
      case .save, .forget, .enter, .check: pending.append(place + 1)
      case .wordBoundary, .look, .backreference: break
      case .match: matches = true
      }
    }
    return (waiting.sorted(), matches, visited.count)
  }
}
