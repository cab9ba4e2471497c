internal import Assignment

/// One screen of an open rollout, as serving needs it. A class, because requests read single members of it.
package final class OpenRollout: Sendable {
  package let id: String
  /// That of the rollout.
  package let serial: Int
  /// The index of the step.
  package let step: Int
  /// The number of the 10,000 buckets that get the new version.
  package let threshold: Int
  package let newVersion: Int
  package let old: LazyPublishedScreen
  /// Makes and reads the tokens of reports.
  package let tokens: ReportToken.Key
  private let hash: UnitHash

  init(_ rollout: Rollout, _ screen: Rollout.Screen, key: [UInt8], old: LazyPublishedScreen) {
    id = rollout.id
    serial = rollout.serial
    step = rollout.step
    threshold = rollout.threshold
    newVersion = screen.new
    self.old = old
    tokens = ReportToken.Key(key, rollout: rollout.id)
    hash = UnitHash(seed: rollout.salt, version: .two)
  }

  private init(_ other: OpenRollout, old: LazyPublishedScreen) {
    id = other.id
    serial = other.serial
    step = other.step
    threshold = other.threshold
    newVersion = other.newVersion
    self.old = old
    tokens = other.tokens
    hash = other.hash
  }

  func reparsed(with catalogue: Catalogue) -> OpenRollout {
    OpenRollout(self, old: old.reparsed(with: catalogue))
  }

  /// Its id as a number.
  package var number: UInt64 { tokens.id }

  /// The bucket of a unit, 0..<10,000.
  package func bucket(of unit: Span<UInt8>) -> Int { Int(hash.bucket(of: unit)) }

  /// A unit that takes part.
  package struct Member: Sendable {
    // In this order, it takes no more than 16 bytes.
    /// The keyed hash of the unit.
    package let unit: UnitCode
    /// Whether it gets the new version.
    package let isNew: Bool

    /// No unit.
    package static var none: Member { Member(unit: UnitCode(high: 0, low: 0), isNew: false) }
  }

  package func member(_ unit: Span<UInt8>) -> Member {
    Member(unit: tokens.hash(ofUnit: unit), isNew: bucket(of: unit) < threshold)
  }

  /// The token of a unit.
  /// - Parameter second: the time of the request that it is served to, since 1970 UTC.
  package func token(of member: Member, at second: Int) -> ReportToken.Characters {
    tokens.token(for: member.unit, step: step, isNew: member.isNew, at: second)
  }
}
