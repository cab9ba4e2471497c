import Assignment
import HTTPWire
import JSONText
import Screens

/// A screen with an open rollout: some units get the new version, all others the old one. State: published screen.
final class RollingScreen: Sendable {
  let rollout: OpenRollout
  let new: ServedScreen
  let old: ServedScreen
  /// The field that lists what an app cannot show. A copy, because each use of a static property asks whether it was made.
  let seenEventField = SeenEvent.field
  private let conditions = OnceReference<Conditions>()

  init(_ rollout: OpenRollout, new: ServedScreen, old: ServedScreen) {
    self.rollout = rollout
    self.new = new
    self.old = old
  }

  /// The side of a unit that takes part, and its field `Screen-Report`.
  struct Placement: Sendable {
    // In this order, it passes in registers.
    /// With the token of the rollout alone.
    let report: RenderedField
    let member: OpenRollout.Member

    init(report: RenderedField, member: OpenRollout.Member) {
      self.report = report
      self.member = member
    }

    /// - Parameter former: an earlier field, whose memory is used again if nothing else has it.
    init(
      _ member: OpenRollout.Member, in rollout: OpenRollout, at second: Int,
      inPlaceOf former: consuming RenderedField?
    ) {
      self.member = member
      report = RenderedField(
        "Screen-Report", rollout.token(of: member, at: second), count: ReportToken.length, inPlaceOf: former)
    }
  }

  func screen(at placement: Placement?) -> ServedScreen { placement?.member.isNew ?? false ? new : old }

  /// Whether both versions were read, which says who does not take part.
  var isPrepared: Bool { conditions.load() != nil }

  /// Parses both versions, to learn which units their experiments force into a variant, and how requests name later pages.
  /// This takes time, so do not call it on an event loop. A version that cannot be read counts as one without either from
  /// then on.
  func prepare() {
    if isPrepared { return }
    let versions = [new, old].compactMap { try? $0.prepare() }
    _ = conditions.storeIfNil(
      Conditions(
        forced: ForcedUnits(versions.flatMap(\.experiments).map(\.experiment)),
        pageParameters: versions.compactMap { $0.screen.definition.pages?.parameter }))
  }

  /// The placement of the unit of a request; nil for a request without a unit, for a version or variant that it names,
  /// for a unit that an experiment forces into a variant, and for an app that cannot bear the new version.
  /// - Parameter second: the time since 1970 UTC.
  func placement(_ request: borrowing HTTPRequest, at second: Int) -> Placement? {
    conditions.withValue { placement(request, $0, at: second) } ?? nil
  }

  private func placement(
    _ request: borrowing HTTPRequest, _ conditions: Conditions, at second: Int
  ) -> Placement? {
    if let avoided = request.field(.screenAvoid), Int(String(decoding: avoided)) == rollout.newVersion {
      return nil
    }
    let query = request.query ?? .empty
    if conditions.areOfQueryAlone,
      let latest = request.withKept(
        orKeep: ConnectionMemory.init, { $0.placement(.query, query, in: rollout, at: second) })
    {
      return latest
    }
    func placement(of unit: Bytes, _ attributes: JSONObject?) -> Placement? {
      guard !unit.isEmpty, conditions.forced.isEmpty || !isForced(unit, attributes, conditions) else {
        return nil
      }
      return request.withKept(orKeep: ConnectionMemory.init) {
        $0.placement(.unit, unit, in: rollout, at: second)
          ?? $0.place(unit, named: .unit, unit, in: rollout, at: second)
      }
    }
    // A user alone names neither a page nor an attribute.
    if conditions.areOfUserAlone || ScreenAPI.isUserAlone(query), let user = ScreenQuery.user(in: query) {
      if conditions.areOfQueryAlone, query.count <= ShortBytes.capacity, let user, !user.isEmpty {
        return request.withKept(orKeep: ConnectionMemory.init) {
          $0.place(user, named: .query, query, in: rollout, at: second)
        }
      }
      return placement(of: user ?? request.field(.screenUser) ?? .empty, nil)
    }
    guard let parsed = try? ScreenQuery(query),
      !parsed.namesContent(pageParameters: conditions.pageParameters)
    else { return nil }
    if let user = parsed.user {
      return Array(user.utf8).withBytes { placement(of: $0, parsed.attributes) }
    }
    return placement(of: request.field(.screenUser) ?? .empty, parsed.attributes)
  }

  private func isForced(_ unit: Bytes, _ attributes: JSONObject?, _ conditions: Conditions) -> Bool {
    var attributes = attributes ?? JSONObject()
    attributes["user"] = .string(String(decoding: unit))
    return conditions.forced.contains(Attributes(attributes))
  }

  /// What keeps requests out of the rollout.
  private final class Conditions: Sendable {
    let forced: ForcedUnits
    /// The parameters of later pages.
    let pageParameters: [String]
    /// Whether no attribute but the user matters, and no parameter that ``ScreenQuery/user(in:)`` does not know.
    let areOfUserAlone: Bool
    /// Whether nothing matters but the query that ``ScreenQuery/user(in:)`` reads the user from.
    let areOfQueryAlone: Bool

    init(forced: ForcedUnits, pageParameters: [String]) {
      self.forced = forced
      self.pageParameters = pageParameters
      areOfUserAlone = forced.areUsers && pageParameters.allSatisfy { $0 == Pages.defaultParameter }
      areOfQueryAlone = areOfUserAlone && forced.isEmpty
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
