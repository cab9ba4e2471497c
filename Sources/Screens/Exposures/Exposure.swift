/// The first time that a unit was shown a variant.
package struct Exposure: Sendable, Equatable {
  /// Milliseconds since 1970 UTC.
  package let at: Int64
  /// The unit, or a keyed hash of it.
  package let unit: String
  /// The experiment's key.
  package let experiment: String
  /// The variant's key.
  package let variant: String
  /// The version of the screen.
  package let version: Int
  package let route: Route

  package init(at: Int64, unit: String, experiment: String, variant: String, version: Int, route: Route) {
    self.at = at
    self.unit = unit
    self.experiment = experiment
    self.variant = variant
    self.version = version
    self.route = route
  }

  /// Whether a unit can be counted. Control characters would break the lines and fields of an export.
  package static func canCount(_ unit: String) -> Bool {
    !unit.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// The number of units of one variant.
package struct ExposureCount: Sendable, Equatable {
  package let variant: String
  package let units: Int
  /// Milliseconds since 1970 UTC.
  package let first: Int64
  package let last: Int64

  package init(variant: String, units: Int, first: Int64, last: Int64) {
    self.variant = variant
    self.units = units
    self.first = first
    self.last = last
  }
}

/// The number of units that saw a variant for the first time on one day.
package struct DailyExposures: Sendable, Equatable {
  /// Days since 1970-01-01 UTC.
  package let day: Int
  package let variant: String
  package let units: Int

  package init(day: Int, variant: String, units: Int) {
    self.day = day
    self.variant = variant
    self.units = units
  }
}

/// The counts of one experiment.
package struct ExposureCounts: Sendable, Equatable {
  package let variants: [ExposureCount]
  package let days: [DailyExposures]
  /// The number of units that saw more than one variant, for example because weights or the seed changed.
  package let unitsInSeveralVariants: Int

  package init(variants: [ExposureCount], days: [DailyExposures], unitsInSeveralVariants: Int) {
    self.variants = variants
    self.days = days
    self.unitsInSeveralVariants = unitsInSeveralVariants
  }
}

/// The result of one merge step.
package struct ExposureMergeOutcome: Sendable, Equatable {
  /// Whether batches are left to merge.
  package let hasMore: Bool
  /// The number of batches that could not be read. They are stored separately and not merged.
  package let damaged: Int

  package init(hasMore: Bool, damaged: Int) {
    self.hasMore = hasMore
    self.damaged = damaged
  }
}

/// An exposure store whose content can be copied to another one.
package protocol ExposureArchive: ExposureStore {
  /// The keys of all experiments with exposures, sorted.
  func exposedExperiments() throws(StoreError) -> [String]

  /// Adds exposures. Adding one twice has no further effect.
  func add(_ exposures: [Exposure]) throws(StoreError)
}

/// Keeps batches on a node's disk until they are sent to the shared store.
package protocol ExposureSpool: Sendable {
  /// Stores a batch. It is durable when this returns.
  func append(_ batch: ExposureBatch) throws(StoreError)

  /// The bytes of the stored batches.
  var unmergedBytes: Int { get }

  /// The oldest batches.
  func oldestBatches() throws(StoreError) -> SpooledBatches

  /// Removes batches that were sent.
  func remove(_ batches: SpooledBatches) throws(StoreError)
}

/// The oldest batches of a spool.
package struct SpooledBatches: Sendable {
  package let batches: [ExposureBatch]
  /// The id of the last one; nil if there are none.
  package let last: Int64?
  /// The bytes of all of them.
  package let bytes: Int
  /// The number of batches that cannot be read. They are stored separately and not sent.
  package let damaged: Int

  package init(batches: [ExposureBatch], last: Int64?, bytes: Int, damaged: Int) {
    self.batches = batches
    self.last = last
    self.bytes = bytes
    self.damaged = damaged
  }
}
