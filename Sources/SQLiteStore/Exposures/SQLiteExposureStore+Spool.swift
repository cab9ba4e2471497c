internal import GRDB
package import Screens
internal import Synchronization

extension SQLiteExposureStore: ExposureSpool {
  package func oldestBatches() throws(StoreError) -> SpooledBatches {
    do {
      guard unmergedBytes > 0 || isThere else {
        return SpooledBatches(batches: [], last: nil, bytes: 0, damaged: 0)
      }
      return try queue().write { try ExposureMerge().oldest($0) }
    } catch {
      throw StoreError(error, at: path)
    }
  }

  package func remove(_ batches: SpooledBatches) throws(StoreError) {
    guard let last = batches.last else { return }
    do {
      try queue().write { try $0.execute(sql: "DELETE FROM batch WHERE id <= ?", arguments: [last]) }
      unmerged.subtract(batches.bytes, ordering: .relaxed)
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
