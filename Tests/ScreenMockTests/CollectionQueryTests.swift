import JSONText
import Testing

@testable import ScreenMock

/// Requests for collections, and what endpoints store, at their limits.
@Suite struct CollectionQueryTests {
  @Test(arguments: ["_per_page", "_limit"])
  func `a page can be as large as a number`(_ name: String) {
    let items: [JSONObject] = (1...3).map { ["id": .number(JSONNumber($0))] }
    let page = CollectionQuery([("_page", "1"), (name, String(Int.max))]).page(of: items)
    #expect(page.items.count == 3)
    #expect(page.total == 3)
  }

  @Test func `the largest id has no next one, and items get the one after the others`() {
    let collection = MockCollection(seed: [], id: "id", schema: nil)
    let items: [JSONObject] = [["id": 4], ["id": .number(JSONNumber(Int.max))]]
    #expect(collection.newID(besides: items) == 5)
  }

  @Test func `a state that responses put into itself has a largest depth`() {
    var state = MockState()
    var count = 0
    while count < 1_000, (try? state.merge(["log": [1, state.object["log"] ?? .null]])) != nil { count += 1 }
    #expect(count > 400 && count < JSONParser.defaultDepth)
  }
}
