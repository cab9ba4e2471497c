import Assignment
import HTTPWire
import JSONText
import Screens

/// A screen with an open rollout: some units get the new version, all others the old one. State: published screen.
final class RollingScreen: Sendable {
  let rollout: OpenRollout
  let new: ServedScreen
  let old: ServedScreen
  private let forced = OnceReference<ForcedUnits>()

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

  /// Whether both versions were read, which says who is forced into a variant.
  var isPrepared: Bool { forced.load() != nil }

  /// Parses both versions, to learn which units their experiments force into a variant. This takes time, so do not call
  /// it on an event loop. A version that cannot be read counts as one without experiments.
  func prepare() {
    let experiments = [new, old].compactMap { try? $0.prepare() }.flatMap(\.experiments)
    _ = forced.storeIfNil(ForcedUnits(experiments.map(\.experiment)))
  }

  /// The unit of a request that takes part; nil for a request without a unit, for a version or variant that it names,
  /// for a unit that an experiment forces into a variant, and for an app that cannot bear the new version.
  func member(_ request: borrowing HTTPRequest) -> Member? {
    if let avoided = request.field(.screenAvoid), Int(String(decoding: avoided)) == rollout.newVersion {
      return nil
    }
    let query = request.query ?? .empty
    if ScreenAPI.isUserAlone(query) {
      return member(query[5..<query.count], JSONObject())
    }
    guard let parsed = try? ScreenQuery(query), !parsed.namesContent(of: [new, old]) else { return nil }
    if let user = parsed.user { return Array(user.utf8).withBytes { member($0, parsed.attributes) } }
    return member(request.field(.screenUser) ?? .empty, parsed.attributes)
  }

  private func member(_ unit: Bytes, _ attributes: JSONObject) -> Member? {
    guard !unit.isEmpty else { return nil }
    if let forced = forced.load(), !forced.isEmpty {
      var attributes = attributes
      attributes["user"] = .string(String(decoding: unit))
      guard !forced.contains(Attributes(attributes)) else { return nil }
    }
    return unit.withSpan { Member($0, of: self) }
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

  func contains(_ attributes: Attributes) -> Bool {
    units.contains { entry in
      attributes.unit(of: entry.attribute).map { entry.units.contains(ExactString($0)) } ?? false
    }
  }
}

extension ScreenQuery {
  /// Whether the query names what it asks for: a version, a variant, or a later page.
  func namesContent(of screens: [ServedScreen]) -> Bool {
    if version != nil || variant != nil || arm != nil || rendition != nil { return true }
    let pages = screens.compactMap { $0.ifPrepared?.screen.definition.pages?.parameter }
    return ([Pages.defaultParameter] + pages).contains { name in
      attributes[name].map { PageCursor($0.stringValue ?? $0.text) != nil } ?? false
    }
  }
}
