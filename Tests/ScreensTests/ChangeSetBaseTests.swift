import JSONText
import ScreenStoreSuite
import Testing

@testable import Screens

/// What a change in a set began from.
@Suite struct ChangeSetBaseTests {
  private static let author = Author(name: "test")

  private static func definition(_ text: String) -> [UInt8] {
    Array(#"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}]}"#.utf8)
  }

  @Test func `a version that is published while a change in a set is made is a conflict`() throws {
    let store = MemoryStore()
    var contents = StoreChanges()
    let catalogue = try Fixture.catalogue()
    contents.documents[.viewType] = catalogue.viewTypes.mapValues(\.schema)
    contents.documents[.format] = catalogue.formats.mapValues(\.json)
    try store.save(contents)
    var problems: [FileProblem] = []
    let publisher = try Publisher(
      store: store, observers: [], clock: { 1_700_000_000 }, problems: &problems)
    let home = try Route("home")
    _ = try publisher.screens.publish(Self.definition("one"), at: home, by: Self.author)
    _ = try publisher.changeSets.create("spring", message: nil, lifetime: nil, by: Self.author)
    let found = publisher.changeSets.view(of: "spring", budget: OverlayBudget()) { IgnoringObserver() }
    let view = try #require(found).publisher
    // The view still shows version 1, which the change is made of.
    _ = try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author)
    _ = try view.screens.publish(Self.definition("set"), at: home, by: Self.author) { $0 == 1 }
    let error = #expect(throws: ScreensError.self) {
      try publisher.changeSets.publish("spring", by: Self.author)
    }
    guard case .changeSetConflicts(_, let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.subject) == [.screen(home)])
    #expect(try publisher.screens.current(home).version == 2)
  }
}
