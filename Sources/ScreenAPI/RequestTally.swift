import Screens
import Synchronization

/// Counts requests by route and status, and the variants served.
///
/// Screens that are served are counted without a lock, by loop; everything else under one.
final class RequestTally: Sendable {
  /// Beyond this, new series are counted under the route ``others``: an author's routes are many, a scraper's
  /// memory is not.
  static let maximumSeries = 20_000
  static let others = "(others)"

  /// What is served of a screen: an arm of it.
  struct Served: Hashable {
    let route: String
    let choices: [Arm.Choice]
  }

  struct Variant: Hashable {
    let route: String
    let choice: Arm.Choice
  }

  struct Answer: Hashable {
    let route: String
    let status: Int
  }

  /// How often one arm of a screen was served, in full and as 304.
  final class ArmCounts: Sendable {
    let route: String
    let full: StripedCounter
    let notModified: StripedCounter

    init(route: String, stripes: Int) {
      self.route = route
      full = StripedCounter(stripes: stripes)
      notModified = StripedCounter(stripes: stripes)
    }
  }

  private struct State {
    var arms: [Served: ArmCounts] = [:]
    var answers: [Answer: UInt64] = [:]
  }

  private let stripes: Int
  private let state = Mutex(State())
  private let screens = Atomic<UInt64>(0)

  init(stripes: Int) { self.stripes = stripes }

  /// A number that tells a screen that was read from all others.
  func nextScreen() -> UInt64 { screens.add(1, ordering: .relaxed).newValue }

  /// The counters of an arm: the same ones for as long as the server runs, over all versions.
  func arm(_ served: Served) -> ArmCounts {
    state.withLock { state in
      if let arm = state.arms[served] { return arm }
      let key =
        state.arms.count < Self.maximumSeries
        ? served : Served(route: Self.others, choices: [])
      if let arm = state.arms[key] { return arm }
      let arm = ArmCounts(route: key.route, stripes: stripes)
      state.arms[key] = arm
      return arm
    }
  }

  /// An answer that is not one of an arm's.
  func count(_ route: String, status: Int) {
    state.withLock { state in
      var key = Answer(route: route, status: status)
      if state.answers[key] == nil, state.answers.count >= Self.maximumSeries {
        key = Answer(route: Self.others, status: status)
      }
      state.answers[key, default: 0] &+= 1
    }
  }

  /// All requests by route and status.
  var requests: [(answer: Answer, count: UInt64)] {
    let (arms, answers) = state.withLock { ($0.arms, $0.answers) }
    var sums = answers
    for (key, arm) in arms {
      for (status, count) in [(200, arm.full.total), (304, arm.notModified.total)] where count > 0 {
        sums[Answer(route: key.route, status: status), default: 0] &+= count
      }
    }
    return sums.map { ($0.key, $0.value) }.sorted { ($0.0.route, $0.0.status) < ($1.0.route, $1.0.status) }
  }

  /// How often each variant of an experiment was served.
  var variants: [(variant: Variant, count: UInt64)] {
    var sums: [Variant: UInt64] = [:]
    for (served, arm) in state.withLock({ $0.arms }) {
      for choice in served.choices {
        sums[Variant(route: served.route, choice: choice), default: 0] &+=
          arm.full.total &+ arm.notModified.total
      }
    }
    return sums.map { ($0.key, $0.value) }.sorted {
      ($0.0.route, $0.0.choice.experiment, $0.0.choice.variant)
        < ($1.0.route, $1.0.choice.experiment, $1.0.choice.variant)
    }
  }
}
