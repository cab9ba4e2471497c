/// The known outcomes of questions, and the open questions.
///
/// A question that recurs within itself, about a part of the value, gets the outcome "none": of all values that satisfy
/// it, a smallest one has no such part. An outcome that depends on this assumption is valid until the assumed question
/// has its own outcome.
struct OutcomeCache {
  typealias Question = [Literal]

  private struct Frame {
    let question: Question
    /// The depth of the question's value in the whole value.
    let level: Int
    /// The number of outcomes with an assumption when the question was opened.
    let start: Int
    let interruptions: Int
  }

  private var outcomes: [Question: Outcome] = [:]
  /// The questions with the outcome "none" under an assumption, each with the outermost open question that it assumes
  /// to have none.
  private var assumed: [Question: Int] = [:]
  /// The questions in `assumed`, in the order of their outcomes.
  private var trail: [Question] = []
  /// The questions that stayed unknown because of the call depth, each with that depth. At this depth or deeper they
  /// are not searched again.
  private var unresolved: [Question: Int] = [:]
  private var frames: [Frame] = []
  private var open: [Question: Int] = [:]
  /// The number of unknown outcomes that depend on the call depth and not on the question itself.
  private(set) var interruptions = 0

  mutating func noteInterruption() { interruptions += 1 }

  /// The outcome of a question, if it is known without a search.
  mutating func outcome(of question: Question, level: Int, depth: Int) -> Outcome? {
    if let known = outcomes[question] { return known }
    // The assumption applies only to parts of the value.
    if let number = assumed[question], level > frames[number].level { return .none(assuming: number) }
    if let number = open[question] {
      if frames[number].level < level { return .none(assuming: number) }
      interruptions += 1
      return .unknown
    }
    if let calls = unresolved[question], depth >= calls {
      interruptions += 1
      return .unknown
    }
    return nil
  }

  mutating func begin(_ question: Question, level: Int) {
    open[question] = frames.count
    frames.append(Frame(question: question, level: level, start: trail.count, interruptions: interruptions))
  }

  /// Closes the last open question.
  /// - Parameter depth: the number of nested calls.
  /// - Returns: the outcome, without an assumption about the question itself.
  mutating func end(_ outcome: Outcome, depth: Int) -> Outcome {
    guard let frame = frames.popLast() else { return outcome }
    let number = frames.count
    open[frame.question] = nil
    switch outcome {
    case .none(let assuming):
      settle(from: frame.start, number, assuming)
      if assuming >= number {
        outcomes[frame.question] = .never
        return .never
      }
      assumed[frame.question] = assuming
      trail.append(frame.question)
    case .found:
      discard(from: frame.start)
      outcomes[frame.question] = outcome
    case .unknown:
      discard(from: frame.start)
      if interruptions == frame.interruptions {
        outcomes[frame.question] = outcome
      } else {
        unresolved[frame.question] = depth
      }
    }
    return outcome
  }

  /// Confirms the assumption that a question has no value. Outcomes that depend on it become final, or inherit the
  /// assumption of the question's own outcome.
  private mutating func settle(from start: Int, _ number: Int, _ assuming: Int) {
    var kept: [Question] = []
    for question in trail[start...] {
      guard let assumption = assumed[question] else { continue }
      let remaining = assumption >= number ? assuming : min(assumption, assuming)
      if remaining >= number {
        assumed[question] = nil
        outcomes[question] = .never
      } else {
        assumed[question] = remaining
        kept.append(question)
      }
    }
    trail.replaceSubrange(start..., with: kept)
  }

  /// Removes the outcomes that depend on a wrong or unproven assumption.
  private mutating func discard(from start: Int) {
    for question in trail[start...] { assumed[question] = nil }
    trail.removeSubrange(start...)
  }
}
