/// That a unit was shown a variant, for the first time.
package struct Exposure: Sendable, Equatable {
  /// Milliseconds since 1970 UTC.
  package let at: Int64
  /// As it was hashed, or a keyed hash of that.
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
}

/// The units of one variant.
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

/// The units that a variant was shown to for the first time on one day.
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

/// All that was counted of one experiment.
package struct ExposureCounts: Sendable, Equatable {
  package let variants: [ExposureCount]
  package let days: [DailyExposures]
  /// Units that were shown more than one variant, as happens when weights or the seed change.
  package let unitsOfSeveral: Int

  package init(variants: [ExposureCount], days: [DailyExposures], unitsOfSeveral: Int) {
    self.variants = variants
    self.days = days
    self.unitsOfSeveral = unitsOfSeveral
  }
}

/// Where exposures are kept: of each experiment, variant and unit the first one.
package protocol ExposureStore: Sendable {
  /// Keeps those that are new. What this has answered is durable.
  func save(_ exposures: [Exposure]) throws(StoreError)

  func counts(ofExperiment key: String) throws(StoreError) -> ExposureCounts

  /// Exposures of an experiment, by variant and unit.
  /// - Parameters:
  ///   - last: only those that come after it; nil for all.
  ///   - limit: at most so many.
  func exposures(
    ofExperiment key: String, after last: Exposure?, limit: Int
  ) throws(StoreError) -> [Exposure]
}
