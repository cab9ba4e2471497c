/// Stores exposures: the first one of each experiment, variant and unit.
package protocol ExposureStore: Sendable {
  /// Stores a batch, to be merged later. The batch is durable when this returns.
  func append(_ batch: ExposureBatch) throws(StoreError)

  /// Merges some of the appended batches. One step takes tens of milliseconds.
  func merge() throws(StoreError) -> ExposureMergeOutcome

  /// The bytes of the unmerged batches.
  var unmergedBytes: Int { get }

  /// The counts of an experiment. Merges all batches first.
  func counts(ofExperiment key: String) throws(StoreError) -> ExposureCounts

  /// The exposures of an experiment, sorted by variant and unit. Merges all batches first.
  /// - Parameters:
  ///   - last: returns only the exposures after this one; nil for all.
  ///   - limit: the maximum number of exposures.
  func exposures(
    ofExperiment key: String, after last: Exposure?, limit: Int
  ) throws(StoreError) -> [Exposure]
}
