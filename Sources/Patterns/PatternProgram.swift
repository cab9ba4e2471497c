/// A pattern as a program for a nondeterministic machine (Thompson's construction).
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    /// Takes one character of a set.
    case set(Int)
    /// Continues at both instructions, preferably at the first.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case look(Int)
    /// Stores the position in the text in a slot: `2n` for the start of group n, `2n + 1` for its end.
    case save(Int)
    case resetCaptures(Range<Int>)
    case backreference(Int)
    /// Starts an iteration of a loop: stores the position.
    case enter(loop: Int)
    /// Ends an iteration of a loop: fails when it matched the empty text.
    case check(loop: Int)
    case match
  }

  struct Look: Sendable {
    let program: PatternProgram
    let isAhead: Bool
    let isNegated: Bool
  }

  fileprivate(set) var instructions: [Instruction] = []
  fileprivate(set) var looks: [Look] = []
  /// Whether the program runs backwards through the text, as in a lookbehind.
  let isBackward: Bool
  fileprivate(set) var loopCount = 0

  /// The largest number of instructions, including those of lookarounds. Counted repetitions are unrolled.
  static let maximumSize = 100_000

  fileprivate init(isBackward: Bool) { self.isBackward = isBackward }

  /// The number of instructions, including those of lookarounds.
  var size: Int { looks.reduce(instructions.count) { $0 + $1.program.size } }

  init(_ syntax: PatternSyntax) throws(PatternSyntaxError) {
    var compiler = PatternProgramCompiler()
    self = try compiler.compile(syntax, isBackward: false)
  }
}

private struct PatternProgramCompiler {
  private var size = 0

  mutating func compile(_ syntax: PatternSyntax, isBackward: Bool) throws(PatternSyntaxError)
    -> PatternProgram
  {
    var program = PatternProgram(isBackward: isBackward)
    try emit(syntax, to: &program)
    try append(.match, to: &program)
    return program
  }

  private mutating func append(_ instruction: PatternProgram.Instruction, to program: inout PatternProgram)
    throws(PatternSyntaxError)
  {
    size += 1
    guard size <= PatternProgram.maximumSize else { throw PatternSyntaxError(offset: 0, kind: .tooLarge) }
    program.instructions.append(instruction)
  }

  private mutating func emit(_ syntax: PatternSyntax, to program: inout PatternProgram)
    throws(PatternSyntaxError)
  {
    switch syntax {
    case .empty: break
    case .set(let set): try append(.set(set), to: &program)
    case .sequence(let parts):
      for part in program.isBackward ? parts.reversed() : parts { try emit(part, to: &program) }
    case .alternation(let parts): try emitAlternation(parts, to: &program)
    case .capture(let number, let body):
      try append(.save(2 * number + (program.isBackward ? 1 : 0)), to: &program)
      try emit(body, to: &program)
      try append(.save(2 * number + (program.isBackward ? 0 : 1)), to: &program)
    case .repetition(let body, let minimum, let maximum, let isGreedy, let captures):
      try emitRepetition(
        body, minimum: minimum, maximum: maximum, isGreedy: isGreedy, captures: captures, to: &program)
    case .start: try append(.start, to: &program)
    case .end: try append(.end, to: &program)
    case .wordBoundary(let isNegated): try append(.wordBoundary(isNegated: isNegated), to: &program)
    case .look(let body, let isAhead, let isNegated):
      let inner = try compile(body, isBackward: !isAhead)
      program.looks.append(PatternProgram.Look(program: inner, isAhead: isAhead, isNegated: isNegated))
      try append(.look(program.looks.count - 1), to: &program)
    case .backreference(let number): try append(.backreference(number), to: &program)
    }
  }

  private mutating func emitAlternation(_ parts: [PatternSyntax], to program: inout PatternProgram)
    throws(PatternSyntaxError)
  {
    var jumps: [Int] = []
    for (index, part) in parts.enumerated() {
      guard index < parts.count - 1 else {
        try emit(part, to: &program)
        break
      }
      let split = program.instructions.count
      try append(.jump(0), to: &program)
      try emit(part, to: &program)
      jumps.append(program.instructions.count)
      try append(.jump(0), to: &program)
      program.instructions[split] = .split(split + 1, program.instructions.count)
    }
    for jump in jumps { program.instructions[jump] = .jump(program.instructions.count) }
  }

  /// ECMA-262 §22.2.2.3.1 RepeatMatcher: the minimum is unrolled. Each further iteration resets the groups inside and
  /// must not match the empty text.
  private mutating func emitRepetition(
    _ body: PatternSyntax, minimum: Int, maximum: Int?, isGreedy: Bool, captures: Range<Int>,
    to program: inout PatternProgram
  ) throws(PatternSyntaxError) {
    for _ in 0..<minimum {
      if !captures.isEmpty { try append(.resetCaptures(captures), to: &program) }
      let before = program.instructions.count
      try emit(body, to: &program)
      // An empty body adds no instructions, so repeating it would only take time.
      if program.instructions.count == before { break }
    }
    let loop = program.loopCount
    program.loopCount += 1
    guard let maximum else {
      let split = program.instructions.count
      try append(.jump(0), to: &program)
      try emitRound(body, loop: loop, captures: captures, to: &program)
      try append(.jump(split), to: &program)
      program.instructions[split] = choice(split + 1, program.instructions.count, isGreedy)
      return
    }
    var splits: [Int] = []
    for _ in 0..<(maximum - minimum) {
      splits.append(program.instructions.count)
      try append(.jump(0), to: &program)
      try emitRound(body, loop: loop, captures: captures, to: &program)
    }
    let end = program.instructions.count
    for split in splits { program.instructions[split] = choice(split + 1, end, isGreedy) }
  }

  private mutating func emitRound(
    _ body: PatternSyntax, loop: Int, captures: Range<Int>, to program: inout PatternProgram
  ) throws(PatternSyntaxError) {
    // A single character is never empty and captures nothing.
    if case .set = body {
      try emit(body, to: &program)
      return
    }
    try append(.enter(loop: loop), to: &program)
    if !captures.isEmpty { try append(.resetCaptures(captures), to: &program) }
    try emit(body, to: &program)
    try append(.check(loop: loop), to: &program)
  }

  private func choice(_ inside: Int, _ outside: Int, _ isGreedy: Bool) -> PatternProgram.Instruction {
    isGreedy ? .split(inside, outside) : .split(outside, inside)
  }
}
