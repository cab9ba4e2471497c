import SQLiteStore
import ScreenStoreSuite
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
}
