import JSONText
import Testing

@testable import Screens

@Suite struct LazyValueTests {
  @Test func `a value is made once, for all copies of what holds it`() {
    let value = LazyValue<Int>()
    var count = 0
    func made() -> Int {
      count += 1
      return count
    }
    let copy = value
    #expect([value.value(made), copy.value(made), value.value(made)] == [1, 1, 1])
  }

  /// A change set can have as many templates as there are view types: each is checked against all of them.
  @Test func `the schemas of a state follow its view types, and a copy keeps its own`() {
    var state = PublishedState()
    state.viewTypes["TITLE"] = ["type": "object"]
    let before = state
    #expect(before.schemas.names == ["TITLE"])
    state.viewTypes["TEXT"] = ["type": "object"]
    #expect(state.schemas.names == ["TEXT", "TITLE"])
    #expect(before.schemas.names == ["TITLE"])
  }
}
