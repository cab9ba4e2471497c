import Foundation
import SQLiteStore
import ScreenStoreSuite
import Testing

/// Messages to webhooks in SQLite.
@Suite struct DeliveryStoreTests {
  @Test(arguments: DeliveryRule.all)
  func `the store keeps each rule`(_ rule: DeliveryRule) throws {
    let folder = NSTemporaryDirectory() + "marquee-deliveries-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = SQLiteDeliveryStore(folder: folder)
    try rule.check(store)
    store.close()
  }
}
