import Assignment
import JSONText
import ScreenStoreSuite
import Testing

@testable import Screens

@Suite struct OverlayStoreTests {
  @Test(arguments: StoreRule.all)
  func `an overlay of an empty store keeps each rule`(_ rule: StoreRule) throws {
    try rule.check(
      OverlayStore(base: MemoryStore(), state: PublishedState(), budget: OverlayBudget(), createdAt: 0))
  }

  @Test func `an overlay loads the state below with its own changes`() throws {
    var state = PublishedState()
    let (a, b) = (try sample("a", 3), try sample("b", 2))
    state.viewTypes = ["card": true, "list": false]
    for version in [a, b] {
      let stored = UnparsedVersion(version)
      let current = LazyPublishedScreen(
        stored, text: stored.definition ?? [], catalogue: Catalogue(), reporter: nil)
      state.put(.published(current), at: version.route)
    }
    let overlay = OverlayStore(base: MemoryStore(), state: state, budget: OverlayBudget(), createdAt: 0)
    var changes = StoreChanges.of(versions: [try sample("b", 3), try sample("c", 1)])
    changes.documents[.viewType] = ["card": false]
    try overlay.save(changes)
    let contents = try overlay.load()
    #expect(try contents.screens == [a, sample("b", 3), sample("c", 1)].map { UnparsedVersion($0) })
    #expect(contents.documents[.viewType] == ["card": false, "list": false])
  }
}
