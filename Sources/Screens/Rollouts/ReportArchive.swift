/// A ``ReportStore`` whose content can be copied to another one.
package protocol ReportArchive: ReportStore {
  /// Whether there is a database. A store without one creates it for the first report or token.
  var hasDatabase: Bool { get }

  /// Reads everything in parts of bounded size: the secret, then the rows of each table in the order of its key. All
  /// stores have the same order.
  /// - Throws: ``StoreError``, and what `body` throws.
  func readAll(_ body: (StoredReports) throws -> Void) throws

  /// Replaces everything by the parts that `body` passes to its argument, in one transaction; changes nothing if `body`
  /// throws.
  /// - Throws: ``StoreError``, and what `body` throws.
  func replaceAll(_ body: ((StoredReports) throws -> Void) throws -> Void) throws
}

/// A part of what a ``ReportStore`` contains.
package struct StoredReports: Sendable {
  /// The maximum number of rows of a part.
  package static let maximumCount = 5000

  /// A unit whose event is counted, so that another report of it has no effect.
  package struct Unit: Sendable {
    package let rollout: String
    package let event: Int
    package let unit: [UInt8]

    package init(rollout: String, event: Int, unit: [UInt8]) {
      self.rollout = rollout
      self.event = event
      self.unit = unit
    }
  }

  /// The first reports of one event from one network, of screens that were served in one ``ReportSlot``.
  package struct Count: Sendable {
    package let rollout: String
    package let event: Int
    package let level: Int
    package let step: Int
    package let isNew: Bool
    package let network: Int64
    package let slot: Int
    package let count: Int

    package init(
      rollout: String, event: Int, level: Int, step: Int, isNew: Bool, network: Int64, slot: Int, count: Int
    ) {
      self.rollout = rollout
      self.event = event
      self.level = level
      self.step = step
      self.isNew = isNew
      self.network = network
      self.slot = slot
      self.count = count
    }
  }

  /// The first reports of one event from one release of the app.
  package struct Release: Sendable {
    package let rollout: String
    package let release: String
    package let event: Int
    package let level: Int
    package let step: Int
    package let isNew: Bool
    package let count: Int

    package init(
      rollout: String, release: String, event: Int, level: Int, step: Int, isNew: Bool, count: Int
    ) {
      self.rollout = rollout
      self.release = release
      self.event = event
      self.level = level
      self.step = step
      self.isNew = isNew
      self.count = count
    }
  }

  /// That of ``ReportStore/secret()``; nil if it is in another part.
  package var secret: [UInt8]?
  package var units: [Unit] = []
  package var counts: [Count] = []
  package var releases: [Release] = []

  package init() {}
}
