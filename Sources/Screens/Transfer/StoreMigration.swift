import JSONText
import MessageDigest

/// Copies everything from one store into an empty one, and compares both.
package enum StoreMigration {
  /// A summary of a store's content: the number of entries of each kind, and a digest of all of them.
  package struct Summary: Sendable, Equatable {
    /// Numbers by kind, such as `version`.
    package fileprivate(set) var counts: [String: Int] = [:]
    /// A chain of SHA-256 digests over all entries in order.
    fileprivate var digest: [UInt8] = []

    fileprivate mutating func add(_ part: StoreChanges) {
      for line in ExportLines.of(part, withSecrets: true) {
        counts[line.kind, default: 0] += 1
        digest = SHA256Digest(of: digest + Array(line.kind.utf8) + line.value.serialized()).bytes
      }
      // The ids of audit entries are not part of their lines.
      for entry in part.audit { digest = SHA256Digest(of: digest + Array("\(entry.id)".utf8)).bytes }
    }
  }

  /// Why a migration failed. The target must not be used.
  package struct MigrationError: Error, Sendable {
    package let message: String

    package init(message: String) { self.message = message }

    /// - Parameter name: the name of a target whose content is not that of the source.
    fileprivate init(copyNamed name: String) {
      message = "\(name) differs from what was read; do not use it, and report this as a fault of Marquee"
    }
  }

  /// Summarises a store without copying it.
  package static func summary(of source: any StoreSource) throws -> Summary {
    var summary = Summary()
    _ = try source.readAll { summary.add($0) }
    return summary
  }

  /// Copies everything, then reads the copy and compares.
  /// - Parameter name: the name of the target, for messages.
  /// - Throws: ``MigrationError`` if the target is not empty or differs afterwards; ``StoreError``.
  package static func copy<Target: StoreTarget & StoreSource>(
    _ source: any StoreSource, to target: Target, named name: String
  ) throws -> Summary {
    try requireEmpty(target, named: name)
    var read = Summary()
    try target.fill { save in
      try source.readAll { part in
        read.add(part)
        try save(part)
      }
    }
    let written = try summary(of: target)
    guard written == read else { throw MigrationError(copyNamed: name) }
    return read
  }

  /// - Parameter name: the name of the target, for the message.
  /// - Throws: ``MigrationError`` if the target has content; ``StoreError``.
  package static func requireEmpty(_ target: any StoreTarget, named name: String) throws {
    guard try target.isEmpty() else {
      throw MigrationError(message: "\(name) is not empty; choose an empty data folder or database")
    }
  }

  /// The exposures to read or add at a time.
  private static let exposuresPerPart = 5000

  /// Copies exposures. Repeating it has no further effect.
  /// - Parameter target: nil to count only.
  /// - Returns: the number of exposures.
  package static func copyExposures(
    _ source: any ExposureArchive, to target: (any ExposureArchive)?
  ) throws(StoreError) -> Int {
    var count = 0
    for experiment in try source.exposedExperiments() {
      var last: Exposure?
      while true {
        let part = try source.exposures(ofExperiment: experiment, after: last, limit: exposuresPerPart)
        try target?.add(part)
        count += part.count
        guard part.count == exposuresPerPart else { break }
        last = part.last
      }
    }
    return count
  }

  /// Copies what apps have reported, then reads the copy and compares. Replaces what the target has of it, so it can be
  /// repeated after an error.
  /// - Parameters:
  ///   - target: nil to count only.
  ///   - name: the name of the target, for messages.
  /// - Returns: the number of counted events.
  /// - Throws: ``MigrationError`` if the copy differs; ``StoreError``.
  package static func copyReports(
    _ source: any ReportArchive, to target: (any ReportArchive)?, named name: String
  ) throws -> Int {
    // Reading would create a database.
    guard source.hasDatabase else { return 0 }
    var read = ReportSummary()
    guard let target else {
      try source.readAll { read.add($0) }
      return read.eventCount
    }
    try target.replaceAll { save in
      try source.readAll { part in
        read.add(part)
        try save(part)
      }
    }
    var written = ReportSummary()
    try target.readAll { written.add($0) }
    guard written == read else { throw MigrationError(copyNamed: name) }
    return read.eventCount
  }
}

/// A summary of a store of reports: the number of counted events, and a digest of all rows.
private struct ReportSummary: Equatable {
  var eventCount = 0
  /// A chain of SHA-256 digests over all rows in order.
  var digest: [UInt8] = []

  mutating func add(_ part: StoredReports) {
    if let secret = part.secret { add("secret ", secret) }
    for row in part.units { add("unit \(row.rollout) \(row.event) ", row.unit) }
    for row in part.counts {
      add(
        "count \(row.rollout) \(row.event) \(row.level) \(row.step) \(row.isNew) \(row.network) \(row.slot) "
          + "\(row.count)")
      let (sum, overflows) = eventCount.addingReportingOverflow(row.count)
      eventCount = overflows ? .max : sum
    }
    for row in part.releases {
      add(
        "release \(row.rollout) \(row.release) \(row.event) \(row.level) \(row.step) \(row.isNew) "
          + "\(row.count)")
    }
  }

  private mutating func add(_ text: String, _ bytes: [UInt8] = []) {
    digest = SHA256Digest(of: digest + Array(text.utf8) + bytes).bytes
  }
}
