import Testing

@testable import ScreenMock

@Suite struct MockPreferencesTests {
  private func read(
    preferences: [(name: String, value: String)] = [], parameters: [(name: String, value: String)] = []
  ) throws -> MockPreferences {
    try MockPreferences(
      preferences: preferences, parameters: parameters, scenarios: ["empty", "long-names"])
  }

  @Test func `preferences and parameters set the same effect`() throws {
    let values = [
      ("delay", "200..800"), ("bytes-per-second", "10"), ("status", "503"), ("fault", "half"),
      ("chaos", "emoji"), ("scenario", "empty"), ("seed", "7"),
    ]
    let preferred = try read(preferences: values.map { (name: $0.0, value: $0.1) })
    let parameterized = try read(parameters: values.map { (name: "__" + $0.0, value: $0.1) })
    #expect(preferred.effect == parameterized.effect)
    #expect(preferred.effect.delay == .range(200, 800))
    #expect(preferred.effect.status == 503)
    #expect(preferred.effect.fault == .half)
    #expect(preferred.seed == 7 && parameterized.seed == 7)
    #expect(preferred.applied == values.map { "\($0.0)=\($0.1)" })
    #expect(parameterized.applied.isEmpty)
  }

  @Test func `invalid, unknown and repeated preferences are ignored`() throws {
    let preferences = try read(preferences: [
      ("status", "99"), ("status", "404"), ("respond-async", ""), ("delay", "5"), ("delay", "6"),
    ])
    #expect(
      preferences.effect
        == {
          var effect = MockEffect(); effect.delay = .fixed(5); return effect
        }())
    #expect(preferences.applied == ["delay=5"])
  }

  @Test(arguments: [
    ("__status", "99", #""__status" cannot be "99": a number from 200 to 599"#),
    ("__fault", "halve", #""__fault" cannot be "halve": reset, empty, half, garbage"#),
    ("__scenario", "emty", #""__scenario" cannot be "emty": there is no such scenario; did you mean empty?"#),
    ("__falt", "half", #"the mock has no parameter "__falt"; did you mean __fault?"#),
  ])
  func `an invalid parameter is an error`(name: String, value: String, detail: String) {
    let fault = #expect(throws: MockPreferences.SyntaxError.self) { try read(parameters: [(name, value)]) }
    #expect(fault?.name == name)
    #expect(fault?.detail == detail)
  }

  @Test func `parameters of apps are ignored`() throws {
    #expect(try read(parameters: [("status", "404"), ("__app_version", "7"), ("_delay", "5")]).isEmpty)
  }

  @Test func `each fault has a name of its own`() {
    #expect(MockFault.all.map(\.name) == ["reset", "empty", "half", "garbage"])
    #expect(MockFault.all.allSatisfy { MockFault.named($0.name) == $0 })
    #expect(MockFault.all.filter(\.sendsStatus) == [.half])
  }
}
