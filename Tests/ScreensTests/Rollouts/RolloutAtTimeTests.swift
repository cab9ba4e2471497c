import Testing

@testable import Screens

@Suite struct RolloutAtTimeTests {
  private let home: Route
  /// Began at 100 s.
  private let begun: Rollout

  init() throws {
    home = try Route("home")
    begun = Rollout(
      screens: [Rollout.Screen(route: home, old: 7, new: 8, oldDefinition: "{}")],
      rule: Guard(steps: [1, 50, 100]), by: "ann", reason: nil, at: 100)
  }

  private func decision(_ action: RolloutDecision.Action, at time: Double, step: Double) -> RolloutDecision {
    RolloutDecision(action, at: time, by: "ann", step: step, reason: "by hand")
  }

  @Test func `the share at a time follows from the decisions`() throws {
    var rollout = begun
    rollout.advance(decision(.advance, at: 200, step: 1))
    rollout.hold(decision(.hold, at: 300, step: 50))
    func share(at time: Double) -> Double? { rollout.at(time, now: 350, of: home)?.share }
    #expect([99, 100, 199].map { share(at: $0) } == [nil, 1, 1])
    #expect([200, 299, 300, 350, 900].map { share(at: $0) } == [50, 50, 50, 50, 50])
    let relations = [150, 250, 900].map { rollout.at($0, now: 350, of: home)?.relation }
    #expect(relations == [.past, .present, .future])
    let other = try Route("other")
    #expect(rollout.at(150, now: 350, of: other)?.new == nil)
    rollout.resume(decision(.resume, at: 400, step: 50))
    rollout.advance(decision(.advance, at: 500, step: 50))
    // Everybody gets the version at the end only.
    #expect(share(at: 600) == 99)
    rollout.end(.finished, decision(.finish, at: 700, step: 100))
    #expect([150, 450, 650, 700].map { share(at: $0) } == [1, 50, 99, nil])
    let ended = try #require(rollout.at(650, now: 800, of: home))
    #expect(ended.relation == .past && ended.old == 7 && ended.new == 8)
  }

  @Test func `the share is not known where decisions are no longer kept`() throws {
    var (rollout, unchanged) = (begun, begun)
    rollout.advance(decision(.advance, at: 110, step: 1))
    for time in 0..<150 {
      let at = 120 + Double(time)
      rollout.hold(decision(.hold, at: at, step: 50))
      rollout.resume(decision(.resume, at: at, step: 50))
      unchanged.hold(decision(.hold, at: at, step: 1))
      unchanged.resume(decision(.resume, at: at, step: 1))
    }
    #expect(rollout.decisions.count < rollout.serial)
    let early = try #require(rollout.at(115, now: 1000, of: home))
    #expect(early.share == nil && early.relation == .past)
    #expect(rollout.at(260, now: 1000, of: home)?.share == 50)
    // A share never falls, so it was the first one.
    #expect(unchanged.at(115, now: 1000, of: home)?.share == 1)
  }
}
