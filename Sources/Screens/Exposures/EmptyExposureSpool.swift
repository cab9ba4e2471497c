/// The spool of a process that records no exposures.
package struct EmptyExposureSpool: ExposureSpool {
  package let unmergedBytes = 0

  package init() {}

  package func append(_ batch: ExposureBatch) throws(StoreError) {}
  package func oldestBatches() throws(StoreError) -> SpooledBatches {
    SpooledBatches(batches: [], last: nil, bytes: 0, damaged: 0)
  }
  package func remove(_ batches: SpooledBatches) throws(StoreError) {}
}
