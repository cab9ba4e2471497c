import Synchronization

/// Counts requests by route and status, and the variants served.
///
/// Screens that are served are counted without a lock, by loop; everything else under one.
final class RequestTally: Sendable {
  /// Beyond this, new series are counted under the route ``others``: an author's routes are many, a scraper's
  /// memory is not.
  static let maximumSeries = 20_000
  static let others = "(others)"

  struct Variant: Hashable {
    let route: String
    let experiment: String?
    let variant: String?
  }

  struct Answer: Hashable {
    let route: String
    let status: Int
  }

  /// How often one arm of a screen was served, in full and as 304.
  final class Arm: Sendable {
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
    var arms: [Variant: Arm] = [:]
    var answers: [Answer: UInt64] = [:]
  }

  private let stripes: Int
  private let state = Mutex(State())

  init(stripes: Int) { self.stripes = stripes }

  /// The counters of an arm: the same ones for as long as the server runs, over all versions.
  func arm(_ variant: Variant) -> Arm {
    state.withLock { state in
      if let arm = state.arms[variant] { return arm }
      let key =
        state.arms.count < Self.maximumSeries
        ? variant : Variant(route: Self.others, experiment: nil, variant: nil)
      if let arm = state.arms[key] { return arm }
      let arm = Arm(route: key.route, stripes: stripes)
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
    state.withLock { $0.arms }.filter { $0.key.variant != nil }
      .map { ($0.key, $0.value.full.total &+ $0.value.notModified.total) }
      .sorted { ($0.0.route, $0.0.variant ?? "") < ($1.0.route, $1.0.variant ?? "") }
  }
}
