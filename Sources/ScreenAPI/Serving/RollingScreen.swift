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

extension ScreenQuery {
  /// The user of a query, read without parsing the rest. `.some(nil)` is a query without a user. Nil is a query that has to
  /// be parsed: it is not plain, names a version, a variant or a page, or has the user twice. Another parameter may be there
  /// twice; the response then is a problem.
  static func user(in query: Bytes) -> Bytes?? {
    var user: Bytes?
    var start = 0
    while start < query.count {
      let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
      guard query.endOfClass(.literalQuery, from: start, to: end) == end else { return nil }
      let pair = query[start..<end]
      start = end + 1
      guard !pair.isEmpty else { continue }
      switch pair[0] {
      case UInt8(ascii: "u") where pair.hasPrefix("user="):
        guard user == nil else { return nil }
        user = pair[5..<pair.count]
      case UInt8(ascii: "u") where pair == "user": return nil
      case UInt8(ascii: "v") where pair.hasPrefix("version") || pair.hasPrefix("variant"): return nil
      case UInt8(ascii: "a") where pair.hasPrefix("arm") || pair.hasPrefix("after"): return nil
      case UInt8(ascii: "r") where pair.hasPrefix("rendition"): return nil
      default: break
      }
    }
    return .some(user)
  }

  /// Whether the query names what it asks for: a version, a variant, or a later page.
  func namesContent(pageParameters: [String]) -> Bool {
    if version != nil || variant != nil || arm != nil || rendition != nil { return true }
    return ([Pages.defaultParameter] + pageParameters).contains { name in
      attributes[name].map { PageCursor($0.stringValue ?? $0.text) != nil } ?? false
    }
  }
}
