import SQLiteStore
import ScreenStoreSuite
import TestFolders
import Testing

/// Reports about rollouts in SQLite.
@Suite struct ReportStoreTests {
  @Test(arguments: ReportRule.all)
  func `the store keeps each rule`(_ rule: ReportRule) throws {
    let folder = try TemporaryFolder()
    let store = SQLiteReportStore(folder: folder.path)
    try rule.check(store)
    store.close()
  }
}
