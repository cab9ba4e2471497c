/// The answers to questions, and the questions that are open.
///
/// A question that comes up within itself, about a part of the value, is answered with "none": of all values
/// that answer it a smallest one has no such part. An answer that was found with that assumption holds only
/// as long as it does: until the question assumed to have none has been answered.
struct AnswerRecord {
  typealias Question = [Literal]

  private struct Frame {
    let question: Question
    /// How deep in the whole value the question is asked.
    let level: Int
    /// How many answers with an assumption there were when it was opened.
    let start: Int
    let interruptions: Int
  }

  private var answers: [Question: Outcome] = [:]
  /// Questions answered with "none", and the outermost open question that this assumes to have none.
  private var assumed: [Question: Int] = [:]
  /// These in the order in which they were answered.
  private var trail: [Question] = []
  /// Questions that could not be answered because of the calls around them, with the number of those: with as
  /// many or more they are not asked again.
  private var unanswered: [Question: Int] = [:]
  private var frames: [Frame] = []
  private var open: [Question: Int] = [:]
  /// How often "unknown" was answered because of the calls around a question, and not of the question.
  private(set) var interruptions = 0

  mutating func noteInterruption() { interruptions += 1 }

  /// The answer, if there is one without looking.
  mutating func answer(to question: Question, level: Int, depth: Int) -> Outcome? {
    if let known = answers[question] { return known }
    // The assumption is about parts of the value only.
    if let number = assumed[question], level > frames[number].level { return .none(assuming: number) }
    if let number = open[question] {
      if frames[number].level < level { return .none(assuming: number) }
      interruptions += 1
      return .unknown
    }
    if let calls = unanswered[question], depth >= calls {
      interruptions += 1
      return .unknown
    }
    return nil
  }

  mutating func begin(_ question: Question, level: Int) {
    open[question] = frames.count
    frames.append(Frame(question: question, level: level, start: trail.count, interruptions: interruptions))
  }

  /// Closes the question that was opened last.
  /// - Parameter depth: the calls around it.
  /// - Returns: its outcome, which assumes nothing about itself any more.
  mutating func end(_ outcome: Outcome, depth: Int) -> Outcome {
    guard let frame = frames.popLast() else { return outcome }
    let number = frames.count
    open[frame.question] = nil
    switch outcome {
    case .none(let assuming):
      settle(from: frame.start, number, assuming)
      if assuming >= number {
        answers[frame.question] = .never
        return .never
      }
      assumed[frame.question] = assuming
      trail.append(frame.question)
    case .found:
      discard(from: frame.start)
      answers[frame.question] = outcome
    case .unknown:
      discard(from: frame.start)
      if interruptions == frame.interruptions {
        answers[frame.question] = outcome
      } else {
        unanswered[frame.question] = depth
      }
    }
    return outcome
  }

  /// A question has no value, as was assumed: what assumed it now holds, or assumes what that answer does.
  private mutating func settle(from start: Int, _ number: Int, _ assuming: Int) {
    var kept: [Question] = []
    for question in trail[start...] {
      guard let assumption = assumed[question] else { continue }
      let remaining = assumption >= number ? assuming : min(assumption, assuming)
      if remaining >= number {
        assumed[question] = nil
        answers[question] = .never
      } else {
        assumed[question] = remaining
        kept.append(question)
      }
    }
    trail.replaceSubrange(start..., with: kept)
  }

  /// A question has a value, or may have one: what assumed that it has none has not been shown.
  private mutating func discard(from start: Int) {
    for question in trail[start...] { assumed[question] = nil }
    trail.removeSubrange(start...)
  }
}
