/// Simulates a program in all its states at once (Thompson): each character is tested once per state, regardless of
/// the number of possible matches. Ignores captures.
struct PatternSimulation {
  private let sets: [ScalarSet]
  private let input: [UInt32]
  private var remainingSteps: Int
  private var gaveUp = false

  init(sets: [ScalarSet], input: [UInt32], stepLimit: Int = Pattern.stepLimit) {
    self.sets = sets
    self.input = input
    remainingSteps = stepLimit + Pattern.stepsPerCharacter * input.count
  }

  mutating func search(_ program: PatternProgram) -> Pattern.Outcome {
    let found = run(program, from: 0, isAnchored: false)
    return gaveUp ? .gaveUp : found ? .match : .noMatch
  }

  /// The set of instructions that wait for a character.
  private struct Places {
    var waiting: [Int] = []
    /// For each instruction, the round in which it was last inserted.
    var rounds: [Int]
    var round = 0

    init(count: Int) { rounds = [Int](repeating: 0, count: count) }

    mutating func begin() {
      waiting.removeAll(keepingCapacity: true)
      round += 1
    }

    mutating func enter(_ place: Int) -> Bool {
      guard rounds[place] != round else { return false }
      rounds[place] = round
      return true
    }
  }

  /// Whether the program matches at a position or, when it is not anchored, at any later one.
  private mutating func run(_ program: PatternProgram, from start: Int, isAnchored: Bool) -> Bool {
    // The set-up counts as steps, because a lookaround runs again at each position.
    remainingSteps -= program.instructions.count
    var current = Places(count: program.instructions.count)
    var next = current
    current.begin()
    var position = start
    while true {
      if !isAnchored || position == start {
        if follow(0, in: program, at: position, into: &current) { return true }
      }
      if gaveUp || (isAnchored && current.waiting.isEmpty) { return false }
      let at = program.isBackward ? position - 1 : position
      guard input.indices.contains(at) else { return false }
      let value = input[at]
      position += program.isBackward ? -1 : 1
      next.begin()
      for place in current.waiting {
        guard case .set(let set) = program.instructions[place], sets[set].contains(value) else { continue }
        if follow(place + 1, in: program, at: position, into: &next) { return true }
        if gaveUp { return false }
      }
      swap(&current, &next)
    }
  }

  /// Inserts an instruction and all that are reachable from it without a character. True when a match is reachable.
  private mutating func follow(
    _ first: Int, in program: PatternProgram, at position: Int, into places: inout Places
  ) -> Bool {
    var pending = [first]
    while let place = pending.popLast() {
      guard places.enter(place) else { continue }
      remainingSteps -= 1
      guard remainingSteps > 0 else {
        gaveUp = true
        return false
      }
      switch program.instructions[place] {
      case .set: places.waiting.append(place)
      case .split(let one, let other):
        pending.append(other)
        pending.append(one)
      case .jump(let target): pending.append(target)
      case .start: if position == 0 { pending.append(place + 1) }
      case .end: if position == input.count { pending.append(place + 1) }
      case .wordBoundary(let isNegated):
        if input.isWordBoundary(at: position) != isNegated { pending.append(place + 1) }
      case .look(let index):
        let look = program.looks[index]
        let found = run(look.program, from: position, isAnchored: true)
        if gaveUp { return false }
        if found != look.isNegated { pending.append(place + 1) }
      case .save, .resetCaptures, .enter, .check: pending.append(place + 1)
      case .backreference: break
      case .match: return true
      }
    }
    return false
  }
}

extension [UInt32] {
  /// ECMA-262 §22.2.2.4: whether exactly one of the characters before and after a position matches `\w`.
  func isWordBoundary(at position: Int) -> Bool {
    let before = position > 0 && ScalarSet.words.contains(self[position - 1])
    let after = position < count && ScalarSet.words.contains(self[position])
    return before != after
  }
}
