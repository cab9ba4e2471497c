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
    guard try target.isEmpty() else {
      throw MigrationError(message: "\(name) is not empty; choose an empty data folder or database")
    }
    var read = Summary()
    try target.fill { save in
      try source.readAll { part in
        read.add(part)
        try save(part)
      }
    }
    let written = try summary(of: target)
    guard written == read else {
      throw MigrationError(
        message: "\(name) differs from what was read; do not use it, and report this as a fault of Marquee")
    }
    return read
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
}
