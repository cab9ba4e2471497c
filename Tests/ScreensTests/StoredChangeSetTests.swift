import JSONText
import Testing

@testable import Screens

@Suite struct StoredChangeSetTests {
  /// Other releases of the program read and write the same members.
  @Test func `a stored change set keeps its members`() throws {
    let stored: JSONValue = [
      "by": "ann", "createdAt": 1, "baseRevision": 4, "serial": 3, "lastGivenUp": 7, "message": "Winter",
    ]
    let set = try #require(ChangeSet(name: "winter", stored))
    #expect(set.highestRemovedEdit == 7)
    #expect(set.json.isEquivalent(to: stored))
  }
}
