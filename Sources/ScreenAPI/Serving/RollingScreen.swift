import Assignment
import HTTPWire
import JSONText
import Screens

/// A screen with an open rollout: some units get the new version, all others the old one. State: published screen.
final class RollingScreen: Sendable {
  let rollout: OpenRollout
  let new: ServedScreen
  let old: ServedScreen
  private let conditions = OnceReference<Conditions>()

  init(_ rollout: OpenRollout, new: ServedScreen, old: ServedScreen) {
    self.rollout = rollout
    self.new = new
    self.old = old
  }

  /// A unit of the rollout, with the version that it gets.
  struct Member: Sendable {
    private let rolling: RollingScreen
    let isNew: Bool
    /// The keyed hash of the unit.
    let unit: UnitCode

    fileprivate init(_ unit: Span<UInt8>, of rolling: RollingScreen) {
      self.rolling = rolling
      self.unit = rolling.rollout.tokens.hash(ofUnit: unit)
      isNew = rolling.rollout.isNew(unit)
    }

    var rolloutID: String { rolling.rollout.id }

    /// Appends the token of the unit, which is served now.
    func appendToken(at time: Double, to bytes: inout [UInt8]) {
      rolling.rollout.tokens.appendToken(
        for: unit, step: rolling.rollout.step, isNew: isNew, at: time, to: &bytes)
    }
  }

  func screen(for member: Member?) -> ServedScreen { member?.isNew ?? false ? new : old }

  /// Whether both versions were read, which says who does not take part.
  var isPrepared: Bool { conditions.load() != nil }

  /// Parses both versions, to learn which units their experiments force into a variant, and how requests name later pages.
  /// This takes time, so do not call it on an event loop. A version that cannot be read counts as one without either from
  /// then on.
  func prepare() {
    let versions = [new, old].compactMap { try? $0.prepare() }
    _ = conditions.storeIfNil(
      Conditions(
        forced: ForcedUnits(versions.flatMap(\.experiments).map(\.experiment)),
        pageParameters: versions.compactMap { $0.screen.definition.pages?.parameter }))
  }

  /// The unit of a request that takes part; nil for a request without a unit, for a version or variant that it names,
  /// for a unit that an experiment forces into a variant, and for an app that cannot bear the new version.
  func member(_ request: borrowing HTTPRequest) -> Member? {
    if let avoided = request.field(.screenAvoid), Int(String(decoding: avoided)) == rollout.newVersion {
      return nil
    }
    guard let conditions = conditions.load() else { return nil }
    let query = request.query ?? .empty
    // Names neither a page nor an attribute.
    if ScreenAPI.isUserAlone(query) { return member(query[5..<query.count], JSONObject(), conditions) }
    if conditions.areOfUserAlone, let user = ScreenQuery.user(in: query) {
      return member(user ?? request.field(.screenUser) ?? .empty, JSONObject(), conditions)
    }
    guard let parsed = try? ScreenQuery(query),
      !parsed.namesContent(pageParameters: conditions.pageParameters)
    else { return nil }
    if let user = parsed.user {
      return Array(user.utf8).withBytes { member($0, parsed.attributes, conditions) }
    }
    return member(request.field(.screenUser) ?? .empty, parsed.attributes, conditions)
  }

  private func member(_ unit: Bytes, _ attributes: JSONObject, _ conditions: Conditions) -> Member? {
    guard !unit.isEmpty else { return nil }
    if !conditions.forced.isEmpty {
      var attributes = attributes
      attributes["user"] = .string(String(decoding: unit))
      guard !conditions.forced.contains(Attributes(attributes)) else { return nil }
    }
    return unit.withSpan { Member($0, of: self) }
  }

  /// What keeps requests out of the rollout.
  private final class Conditions: Sendable {
    let forced: ForcedUnits
    /// The parameters of later pages.
    let pageParameters: [String]
    /// Whether no attribute but the user matters, and no parameter that ``ScreenQuery/user(in:)`` does not know.
    let areOfUserAlone: Bool

    init(forced: ForcedUnits, pageParameters: [String]) {
      self.forced = forced
      self.pageParameters = pageParameters
      areOfUserAlone = forced.areUsers && pageParameters.allSatisfy { $0 == Pages.defaultParameter }
    }
  }
}

/// The units that experiments force into variants.
final class ForcedUnits: Sendable {
  private let units: [(attribute: String, units: Set<ExactString>)]

  init(_ experiments: [Experiment]) {
    units = experiments.filter { !$0.force.isEmpty }.map {
      ($0.hashAttribute, Set($0.force.map { ExactString($0.unit) }))
    }
  }

  var isEmpty: Bool { units.isEmpty }

  /// Whether all of them are values of the attribute `user`.
  var areUsers: Bool { units.allSatisfy { $0.attribute == "user" } }

  func contains(_ attributes: Attributes) -> Bool {
    units.contains { entry in
      attributes.unit(of: entry.attribute).map { entry.units.contains(ExactString($0)) } ?? false
    }
  }
}
