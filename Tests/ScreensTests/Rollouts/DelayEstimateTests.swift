import Screens
import Testing

/// What a dry run says about a guard.
@Suite struct DelayEstimateTests {
  private static func estimate(
    _ steps: String, units: Double?, _ known: EventRate? = nil
  ) throws -> DelayEstimate {
    DelayEstimate(try #require(Guard(steps: steps)), unitsPerSecond: units, known: known)
  }

  @Test func `more units notice harm sooner, and the proposal is the smallest step within the hold`() throws {
    let few = try Self.estimate("1,10,100", units: 10)
    let many = try Self.estimate("1,10,100", units: 1000)
    #expect(few.steps.map(\.share) == [1, 10, 100])
    let delays = try zip(few.steps, many.steps).map { (try #require($0.delay), try #require($1.delay)) }
    for (slow, fast) in delays { #expect((slow / fast - 100).magnitude < 1e-6) }
    #expect(few.rate == DelayEstimate.usualRate)
    let proposal = try #require(few.proposal)
    #expect(proposal.delay.map { $0 <= 600 } == true)
    // The next smaller one takes longer than the hold.
    #expect([2, 5, 10, 20, 50].contains(proposal.share))
    let smaller = try Self.estimate("1,2,5,10,20,50", units: 10).steps.filter { $0.share < proposal.share }
    #expect(!smaller.isEmpty && smaller.allSatisfy { $0.delay ?? 0 > 600 })
    #expect(many.proposal?.share == 1)
  }

  @Test func `the sentence says what to begin with`() throws {
    #expect(
      try Self.estimate("1,100", units: 1000).text
        == "at 1 % of 1000 units a second, a tenfold rise of an event would be noticed after about 65 s")
    #expect(
      try Self.estimate("1,100", units: 12).text
        == "at 1 % of 12 units a second, a tenfold rise of an event would be noticed after about 90 min; begin with 20 % (7 min)"
    )
    #expect(
      try Self.estimate("50", units: 1000).text.hasSuffix("; 1 % would be enough (65 s)"))
    #expect(
      try Self.estimate("1,100", units: 0.01).text.hasSuffix(
        "; no first step up to 50 % is noticed within the hold of 10 min, so set a longer one"))
    let known = EventRate(event: "no-cell", rate: 0.05)
    #expect(
      try Self.estimate("5,100", units: 0.5, known).text.hasPrefix(
        "at 5 % of 0.5 units a second, a tenfold rise of no-cell would be noticed after about "))
    let unknown = try Self.estimate("1,100", units: nil)
    #expect(unknown.proposal == nil && unknown.steps.allSatisfy { $0.delay == nil })
    #expect(unknown.text.hasPrefix("the server has counted too few requests with a unit"))
  }
}
