import SQLiteStore
import ScreenStoreSuite
import Screens
import TestFolders
import Testing

/// Messages to webhooks in SQLite.
@Suite struct DeliveryStoreTests {
  @Test(arguments: DeliveryRule.all)
  func `the store keeps each rule`(_ rule: DeliveryRule) throws {
    let folder = try TemporaryFolder()
    let store = SQLiteDeliveryStore(folder: folder.path)
    try rule.check(store)
    store.close()
  }

  @Test func `a message that a killed process had claimed is due at the next start`() throws {
    let folder = try TemporaryFolder()
    let first = SQLiteDeliveryStore(folder: folder.path)
    for id in ["claimed", "tried"] {
      let message = WebhookMessage(id: id, event: "published", at: 100, body: "{}")
      _ = try first.store(message, to: id)
    }
    var tried = try #require(try first.claim(without: ["claimed"], now: 100, lease: 120))
    tried.attempts = 1
    tried.nextAttempt = 500
    try first.update(tried, claimedUntil: nil)
    #expect(try first.claim(without: [], now: 101, lease: 120)?.message.id == "claimed")
    #expect(try first.claim(without: [], now: 102, lease: 120) == nil)
    first.close()
    let second = SQLiteDeliveryStore(folder: folder.path)
    #expect(try second.claim(without: [], now: 102, lease: 120)?.message.id == "claimed")
    #expect(try second.claim(without: [], now: 102, lease: 120) == nil)
    second.close()
  }
}
