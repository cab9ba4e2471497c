import Testing

@testable import ScreenAPI

@Suite struct ScreenTrafficTests {
  @Test func `the rate is that of the past hour, and of at least a minute`() throws {
    let start = ContinuousClock.now
    let traffic = ScreenTraffic(stripes: 2, at: start)
    let counter = traffic.counter(of: "home", at: start)
    #expect(traffic.counter(of: "home") === counter && traffic.counter(of: "menu") !== counter)
    func add(_ count: Int) { for number in 0..<count { counter.add(stripe: number % 2) } }
    func rate(afterMinutes minutes: Double) -> Double? {
      traffic.requestsPerSecond(of: "home", at: start + .seconds(minutes * 60))
    }
    add(19)
    #expect(rate(afterMinutes: 1) == nil)
    add(41)
    // A burst counts as a minute.
    #expect(rate(afterMinutes: 0.1) == 1)
    #expect(rate(afterMinutes: 2) == 0.5)
    #expect(traffic.requestsPerSecond(of: "menu", at: start) == nil)
    // Samples every ten minutes; what is older than an hour counts no more.
    for minute in 1...70 { traffic.sample(at: start + .seconds(minute * 60)) }
    #expect(rate(afterMinutes: 71) == nil)
    add(600)
    let late = try #require(rate(afterMinutes: 80))
    #expect((0.16...0.2).contains(late))
  }
}
