import Screens
import Synchronization

/// Counters of requests by route and status, and of served variants.
///
/// Responses with a screen are counted without a lock, in a counter per loop; all others under a lock.
final class RequestTally: Sendable {
  /// The limit of series, to spare the memory of the program that reads the metrics. Beyond it, requests are counted
  /// under the route ``others``.
  static let maximumSeries = 20_000
  static let others = "(others)"

  /// A combination of a screen.
  struct Served: Hashable {
    let route: String
    let choices: [Combination.Choice]
  }

  struct Variant: Hashable {
    let route: String
    let choice: Combination.Choice
  }

  struct ResponseKey: Hashable {
    let route: String
    let status: Int
  }

  /// The numbers of responses with one combination of a screen, in full and as 304.
  final class CombinationCounts: Sendable {
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
    var combinations: [Served: CombinationCounts] = [:]
    var responses: [ResponseKey: UInt64] = [:]
  }

  /// The requests with a unit, which are no metric.
  let traffic: ScreenTraffic
  private let stripes: Int
  private let state = Mutex(State())
  private let screens = Atomic<UInt64>(0)

  init(stripes: Int) {
    self.stripes = stripes
    traffic = ScreenTraffic(stripes: stripes)
  }

  /// A new id for a prepared screen, unique within this tally.
  func nextScreen() -> UInt64 { screens.add(1, ordering: .relaxed).newValue }

  /// The counters of a combination. All versions of the screen share them.
  func combination(_ served: Served) -> CombinationCounts {
    state.withLock { state in
      if let combination = state.combinations[served] { return combination }
      let key =
        state.combinations.count < Self.maximumSeries
        ? served : Served(route: Self.others, choices: [])
      if let combination = state.combinations[key] { return combination }
      let combination = CombinationCounts(route: key.route, stripes: stripes)
      state.combinations[key] = combination
      return combination
    }
  }

  /// Counts a response that is not a combination of a screen.
  func count(_ route: String, status: Int) {
    state.withLock { state in
      var key = ResponseKey(route: route, status: status)
      if state.responses[key] == nil, state.responses.count >= Self.maximumSeries {
        key = ResponseKey(route: Self.others, status: status)
      }
      state.responses[key, default: 0] &+= 1
    }
  }

  /// All requests by route and status.
  var requests: [(response: ResponseKey, count: UInt64)] {
    let (combinations, responses) = state.withLock { ($0.combinations, $0.responses) }
    var sums = responses
    for (key, combination) in combinations {
      for (status, count) in [(200, combination.full.total), (304, combination.notModified.total)]
      where count > 0 {
        sums[ResponseKey(route: key.route, status: status), default: 0] &+= count
      }
    }
    return sums.map { ($0.key, $0.value) }.sorted { ($0.0.route, $0.0.status) < ($1.0.route, $1.0.status) }
  }

  /// The number of responses with each variant of an experiment.
  var variants: [(variant: Variant, count: UInt64)] {
    var sums: [Variant: UInt64] = [:]
    for (served, combination) in state.withLock({ $0.combinations }) {
      for choice in served.choices {
        sums[Variant(route: served.route, choice: choice), default: 0] &+=
          combination.full.total &+ combination.notModified.total
      }
    }
    return sums.map { ($0.key, $0.value) }.sorted {
      ($0.0.route, $0.0.choice.experiment, $0.0.choice.variant)
        < ($1.0.route, $1.0.choice.experiment, $1.0.choice.variant)
    }
  }
}
