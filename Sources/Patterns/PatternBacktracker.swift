/// Runs a program by backtracking, which back-references need. It takes exponential time in the worst case, so it has
/// a limit of steps.
struct PatternBacktracker {
  private let sets: [ScalarSet]
  private let input: [UInt32]
  private let ignoresCase: Bool
  private var remainingSteps: Int
  private var gaveUp = false
  /// The start and end of each group; -1 for a group that has not matched.
  private var captures: [Int]

  init(
    sets: [ScalarSet], input: [UInt32], captureCount: Int, ignoresCase: Bool = false,
    stepLimit: Int = Pattern.stepLimit
  ) {
    self.sets = sets
    self.input = input
    self.ignoresCase = ignoresCase
    remainingSteps = stepLimit + Pattern.stepsPerCharacter * input.count
    captures = [Int](repeating: -1, count: 2 * (captureCount + 1))
  }

  mutating func search(_ program: PatternProgram) -> Pattern.Outcome {
    for start in 0...input.count {
      for slot in captures.indices { captures[slot] = -1 }
      if run(program, from: start) { return .match }
      if gaveUp { return .gaveUp }
    }
    return .noMatch
  }

  /// An action on backtracking.
  private enum Entry {
    /// Continue at another instruction.
    case resume(place: Int, position: Int)
    case restoreCapture(slot: Int, position: Int)
    case restoreLoop(loop: Int, position: Int)
  }

  private mutating func run(_ program: PatternProgram, from start: Int) -> Bool {
    var loops = [Int](repeating: -1, count: program.loopCount)
    var stack: [Entry] = [.resume(place: 0, position: start)]
    remainingSteps -= program.loopCount
    while let entry = stack.popLast() {
      switch entry {
      case .restoreCapture(let slot, let position): captures[slot] = position
      case .restoreLoop(let loop, let position): loops[loop] = position
      case .resume(let place, let position):
        if follow(place, position, in: program, loops: &loops, stack: &stack) { return true }
        if gaveUp { return false }
      }
    }
    return false
  }

  /// Runs from an instruction until it fails or matches.
  private mutating func follow(
    _ first: Int, _ start: Int, in program: PatternProgram, loops: inout [Int], stack: inout [Entry]
  ) -> Bool {
    var place = first
    var position = start
    while true {
      remainingSteps -= 1
      guard remainingSteps > 0 else {
        gaveUp = true
        return false
      }
      switch program.instructions[place] {
      case .set(let set):
        let at = program.isBackward ? position - 1 : position
        guard input.indices.contains(at), sets[set].contains(input[at]) else { return false }
        position += program.isBackward ? -1 : 1
      case .split(let one, let other):
        stack.append(.resume(place: other, position: position))
        place = one
        continue
      case .jump(let target):
        place = target
        continue
      case .start: guard position == 0 else { return false }
      case .end: guard position == input.count else { return false }
      case .wordBoundary(let isNegated):
        guard input.isWordBoundary(at: position) != isNegated else { return false }
      case .look(let index):
        guard look(program.looks[index], at: position, stack: &stack) else { return false }
      case .save(let slot): set(slot, to: position, stack: &stack)
      case .resetCaptures(let groups):
        for slot in (2 * groups.lowerBound)..<(2 * groups.upperBound) { set(slot, to: -1, stack: &stack) }
      case .backreference(let group):
        guard let after = passBackreference(group, at: position, isBackward: program.isBackward) else {
          return false
        }
        position = after
      case .enter(let loop):
        stack.append(.restoreLoop(loop: loop, position: loops[loop]))
        loops[loop] = position
      case .check(let loop): guard loops[loop] != position else { return false }
      case .match: return true
      }
      place += 1
    }
  }

  private mutating func set(_ slot: Int, to position: Int, stack: inout [Entry]) {
    remainingSteps -= 1
    stack.append(.restoreCapture(slot: slot, position: captures[slot]))
    captures[slot] = position
  }

  /// ECMA-262 §22.2.2.4: a lookaround that holds and is not negated keeps its captures, and has no backtracking into
  /// it.
  private mutating func look(_ look: PatternProgram.Look, at position: Int, stack: inout [Entry]) -> Bool {
    let before = captures
    remainingSteps -= before.count
    let found = run(look.program, from: position)
    guard found, !look.isNegated else {
      captures = before
      return !gaveUp && found != look.isNegated
    }
    for slot in before.indices where before[slot] != captures[slot] {
      stack.append(.restoreCapture(slot: slot, position: before[slot]))
    }
    return true
  }

  /// The position after the text of a group; nil without a match. A group that has not matched stands for the empty
  /// text.
  private mutating func passBackreference(_ group: Int, at position: Int, isBackward: Bool) -> Int? {
    let from = captures[2 * group]
    let to = captures[2 * group + 1]
    guard from >= 0, to >= from else { return position }
    let length = to - from
    let start = isBackward ? position - length : position
    guard start >= 0, start + length <= input.count else { return nil }
    remainingSteps -= length
    let isSame = input[from..<to].elementsEqual(input[start..<(start + length)]) {
      $0 == $1 || (ignoresCase && CaseVariants.areSame($0, $1))
    }
    guard isSame else { return nil }
    return isBackward ? start : start + length
  }
}
