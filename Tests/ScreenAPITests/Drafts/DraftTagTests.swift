import Foundation
import JSONText
import SQLiteStore
import ScreenAPI
import Screens
import TestFolders
import Testing

/// Entity tags of drafts. The clock of these servers does not advance.
@Suite final class DraftTagTests {
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private let home: Route

  init() throws {
    home = try Route("home")
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path)
  }

  deinit { store.close() }

  private func server() throws -> APIFixture { try APIFixture(definition: Self.definition, store: store) }

  private func save(_ publisher: Publisher, _ route: Route) throws -> Draft {
    try publisher.drafts.save(Array(Self.definition.utf8), of: route, by: Author(name: "test")).draft
  }

  @Test func `drafts saved in the same millisecond have different entity tags, also in sessions`() throws {
    let publisher = try server().publisher
    let session = Publisher(forking: publisher, budget: OverlayBudget()) { ServingState() }
    let other = Publisher(forking: publisher, budget: OverlayBudget()) { ServingState() }
    var tags: Set<String> = []
    for number in 0..<100 {
      let route = try Route("r\(number)")
      for publisher in [publisher, session, other] {
        let draft = try save(publisher, route)
        tags.insert(draft.tag)
        #expect(try publisher.drafts.draft(of: route).draft.tag == draft.tag)
      }
    }
    #expect(tags.count == 300)
  }

  @Test func `the entity tag of a deleted draft is never used again, even after a restart`() throws {
    let author = Author(name: "test")
    let first = try server()
    let deleted = try save(first.publisher, home)
    try first.publisher.drafts.delete(of: home, by: author)
    let second = try save(first.publisher, home)
    #expect(second.revision > deleted.revision)
    try first.publisher.drafts.delete(of: home, by: author)
    let api = try server()
    let third = try save(api.publisher, home)
    #expect(third.revision > second.revision)
    for (tag, status) in [(deleted.tag, 412), (second.tag, 412), (third.tag, 200)] {
      let response = try api.send(
        "DELETE /admin/screens/home/draft HTTP/1.1", "Authorization: Bearer secret", "If-Match: \"\(tag)\"")
      #expect(response.status == status)
    }
  }

  @Test func `a draft stored with milliseconds keeps its entity tag, and later tags are larger`() throws {
    var changes = StoreChanges()
    changes.drafts = [
      home: Draft(
        route: home, definition: try JSONParser.parse(Self.definition), baseVersion: 0,
        revision: 1_700_000_000_000, savedAt: 1_700_000_000, by: "test", message: nil)
    ]
    try store.save(changes)
    let publisher = try server().publisher
    #expect(try publisher.drafts.draft(of: home).draft.tag == "draft-1700000000000")
    #expect(try save(publisher, home).revision > 1_700_000_000_000)
  }
}
