import HTTPWire
import Synchronization

/// The requests with a unit for each screen, for estimates of rollouts. Serving adds one to a counter; the rate is
/// computed elsewhere.
final class ScreenTraffic: Sendable {
  /// The pause between two samples. With ``sampleCount`` of them, a rate is that of the past hour.
  private static let samplePause = Duration.seconds(600)
  private static let sampleCount = 6
  /// The least time that a rate is taken over: a burst after the start is no rate.
  private static let leastSeconds = 60.0
  /// The least number of requests that a rate is computed from.
  private static let leastRequests: UInt64 = 20

  private struct Screen {
    let counter: StripedCounter
    /// Counts of the past hour, oldest first.
    var samples: [Sample]
  }

  private struct Sample {
    let time: ContinuousClock.Instant
    let count: UInt64
  }

  private struct State {
    var screens: [String: Screen] = [:]
    var lastSample: ContinuousClock.Instant
    /// Screens beyond the limit share this counter, which gives no rate.
    var others: StripedCounter?
  }

  private let stripes: Int
  private let state: Mutex<State>

  init(stripes: Int, at time: ContinuousClock.Instant = .now) {
    self.stripes = stripes
    state = Mutex(State(lastSample: time))
  }

  /// The counter of a screen. All versions share it.
  func counter(of route: String, at time: ContinuousClock.Instant = .now) -> StripedCounter {
    state.withLock { state in
      if let screen = state.screens[route] { return screen.counter }
      guard state.screens.count < RequestTally.maximumSeries else {
        let others = state.others ?? StripedCounter(stripes: stripes)
        state.others = others
        return others
      }
      let counter = StripedCounter(stripes: stripes)
      state.screens[route] = Screen(counter: counter, samples: [Sample(time: time, count: 0)])
      return counter
    }
  }

  /// Remembers the counts, if the last sample is old enough. Call it often.
  func sample(at time: ContinuousClock.Instant = .now) {
    state.withLock { state in
      guard time - state.lastSample >= Self.samplePause else { return }
      state.lastSample = time
      for key in state.screens.keys {
        guard var screen = state.screens[key] else { continue }
        screen.samples.append(Sample(time: time, count: screen.counter.total))
        if screen.samples.count > Self.sampleCount { screen.samples.removeFirst() }
        state.screens[key] = screen
      }
    }
  }

  /// The requests with a unit in a second of the past hour, or since the server started; nil if there were too few.
  func requestsPerSecond(of route: String, at time: ContinuousClock.Instant = .now) -> Double? {
    let screen = state.withLock { $0.screens[route] }
    guard let screen, let oldest = screen.samples.first else { return nil }
    let count = screen.counter.total &- oldest.count
    guard count >= Self.leastRequests else { return nil }
    return Double(count) / max((time - oldest.time) / .seconds(1), Self.leastSeconds)
  }
}

extension PreparedScreen {
  /// Counts a request for the screen, if it names a unit. Costs one addition.
  func countUnit(of request: borrowing HTTPRequest, stripe: Int) {
    if ScreenAPI.hasUnit(request) { unitRequests.add(stripe: stripe) }
  }
}

extension ScreenAPI {
  /// Whether a request for a screen names a unit.
  fileprivate static func hasUnit(_ request: borrowing HTTPRequest) -> Bool {
    let query = request.query ?? .empty
    if query.hasPrefix("user=") || request.field(.screenUser) != nil { return true }
    var start = 0
    while let separator = query.firstIndex(of: UInt8(ascii: "&"), from: start) {
      start = separator + 1
      if query[start..<query.count].hasPrefix("user=") { return true }
    }
    return false
  }
}
