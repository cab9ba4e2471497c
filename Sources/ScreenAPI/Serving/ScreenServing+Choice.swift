import Assignment
import HTTPWire
import JSONText
import Screens

/// Which rendition of a screen a request gets. Renders nothing, so that a loop may ask.
extension ScreenAPI {
  /// Chooses the rendition of a screen for a request.
  /// - Parameter records: whether to record the exposure; false for previews, drafts and earlier versions.
  func choose(
    _ prepared: PreparedScreen, _ request: borrowing HTTPRequest, _ screens: ServedScreens, records: Bool
  ) -> ScreenChoice {
    let query = request.query ?? .empty
    if prepared.isPlain, !prepared.defaults.isEmpty, getsWhole(prepared, request) {
      if Self.isUserAlone(query) {
        let unit = query[5..<query.count]
        let assigned = prepared.assign(unit: unit)
        if records, prepared.recordsExposures, Self.shows(request) {
          serving.exposures?.note(unit, assigned, of: prepared)
        }
        return choose(prepared, prepared.defaults, combination: assigned.combination)
      }
      if query.isEmpty, request.field(.screenUser) == nil {
        return choose(prepared, prepared.defaults, combination: prepared.assign(unit: .empty).combination)
      }
    }
    return chooseByParameters(prepared, query, request, screens, records: records)
  }

  /// Whether the app is known to get every item, without parsing what it can show.
  private func getsWhole(_ prepared: PreparedScreen, _ request: borrowing HTTPRequest) -> Bool {
    guard let field = request.field(.acceptViewTypes) else { return request.field(.clientRelease) == nil }
    return !request.isRepeated(.acceptViewTypes) && field.count <= serving.viewTypeLists.maximumBytes
      && request.withKept(orKeep: ConnectionMemory.init) {
        $0.getsWhole(prepared, field, among: serving.viewTypeLists)
      }
  }

  /// Whether the response shows the screen to the unit. A response to HEAD does not; one to `If-Match` may be 412.
  private static func shows(_ request: borrowing HTTPRequest) -> Bool {
    if case .get = request.method { request.field(.ifMatch) == nil } else { false }
  }

  private func choose(_ prepared: PreparedScreen, _ renditions: [CombinationRendition], combination: Int)
    -> ScreenChoice
  {
    guard
      let rendition = renditions.indices.contains(combination) ? renditions[combination] : renditions.first
    else {
      return .problem(Self.unknownFormat(prepared.screen.definition.format, []))
    }
    return .rendition(rendition)
  }

  /// Whether a query is `user=` with a value that needs no decoding.
  static func isUserAlone(_ query: Bytes) -> Bool {
    guard query.count > 5, query.hasPrefix("user=") else { return false }
    return query.endOfQueryLiteral(from: 5) == query.count
  }

  /// Whether `Accept` excludes JSON.
  static func excludesJSON(_ request: borrowing HTTPRequest) -> Bool {
    request.list(.accept).map { !acceptsJSON($0) } ?? false
  }

  /// The problem of a request whose `Accept` excludes JSON.
  static var notAcceptable: Problem {
    var problem = Problem(
      .notAcceptable,
      "the response is application/json, which Accept excludes; add it, or leave Accept out")
    problem.fields = [Rendition.vary(adding: ["Accept"])]
    return problem
  }

  private static func acceptsJSON(_ accept: String) -> Bool {
    if accept == "*/*" || accept == "application/json" || accept.isEmpty { return true }
    // JSON has no charset parameter (RFC 8259 §11), but clients send one all the same.
    return !Negotiation.mediaTypes(accept, available: ["application/json"], ignoring: "charset").isEmpty
  }

  private func chooseByParameters(
    _ prepared: PreparedScreen, _ bytes: Bytes, _ request: borrowing HTTPRequest, _ screens: ServedScreens,
    records: Bool
  ) -> ScreenChoice {
    var query: ScreenQuery
    let cursor: PageCursor?
    let capabilities: Capabilities?
    do throws(ParameterError) {
      query = try ScreenQuery(bytes)
      cursor = try query.takeCursor(of: prepared.screen.definition.pages)
      capabilities = try Capabilities.of(
        request, release: query.release, screens.catalogue.releases, serving.viewTypeLists)
    } catch {
      return .problem(.badParameter(error.name, error.detail))
    }
    if prepared.screen.language != nil { query.attributes[ServedLanguages.parameter] = nil }
    // The pages of a walk are those of the version of its first page.
    if let cursor, prepared.purpose != .draft, query.version != .draft {
      guard cursor.version == prepared.screen.version else { return .pages(ofVersion: cursor.version) }
      query.version = nil
    }
    switch query.version {
    case .draft? where prepared.purpose != .draft: return .other(.draft)
    case .number(let version)? where version != prepared.screen.version: return .other(.number(version))
    default: break
    }
    let format = query.format ?? prepared.screen.definition.format
    guard let renditions = prepared.renditions(format: format) else {
      return .problem(Self.unknownFormat(format, screens.catalogue.formats.keys.sorted()))
    }
    let attributes = query.attributes(
      user: query.user ?? request.field(.screenUser).map { String(decoding: $0) })
    if let cursor {
      guard renditions.indices.contains(cursor.combination),
        let first = renditions[cursor.combination].page?.cursor, first.isOfWalk(of: cursor)
      else { return .pages(ofVersion: cursor.version) }
      guard let digest = query.rendition else {
        return choose(
          prepared, renditions, format: format, combination: cursor.combination, from: cursor, capabilities,
          attributes)
      }
      return .contentURL(
        ContentURL(
          digest: digest, format: format, combination: cursor.combination, cursor: cursor,
          capabilities: capabilities))
    }
    let overrides: [Int: Int]
    do throws(ScreensError) {
      if let combination = try query.combination(
        of: prepared.screen.definition.experiments, in: prepared.space)
      {
        guard let digest = query.rendition else {
          return choose(
            prepared, renditions, format: format, combination: combination, from: nil, capabilities,
            attributes)
        }
        return .contentURL(
          ContentURL(
            digest: digest, format: format, combination: combination, cursor: nil,
            capabilities: capabilities))
      }
      overrides = try query.overrides(of: prepared.screen.definition.experiments)
        .merging(prepared.screen.forced) { asked, _ in asked }
    } catch {
      return .problem(Problem(error))
    }
    let assigned = prepared.assign(attributes, overrides: overrides)
    let combination = assigned.combination
    if records, prepared.recordsExposures, Self.shows(request) { note(attributes, assigned, of: prepared) }
    return choose(
      prepared, renditions, format: format, combination: combination, from: nil, capabilities, attributes)
  }

  /// Chooses the rendition of a combination for the app's capabilities and the attributes.
  /// - Parameter cursor: where the page begins; nil for the first one.
  private func choose(
    _ prepared: PreparedScreen, _ renditions: [CombinationRendition], format: String, combination: Int,
    from cursor: PageCursor?, _ capabilities: Capabilities?, _ attributes: Attributes
  ) -> ScreenChoice {
    guard cursor != nil || !prepared.isWhole(combination: combination, for: capabilities),
      let tailored = TailoredRendition(
        of: prepared, format: format, combination: combination, from: cursor, capabilities, attributes)
    else { return choose(prepared, renditions, combination: combination) }
    return .tailored(tailored)
  }

  /// Records the exposures of all experiments. Each experiment may have its own unit: the attribute that it hashes.
  private func note(_ attributes: Attributes, _ assigned: Assigned, of prepared: PreparedScreen) {
    guard let exposures = serving.exposures, assigned.exposed != 0 else { return }
    for (number, experiment) in prepared.experiments.enumerated() {
      guard let one = assigned.only(number),
        let unit = attributes.unit(of: experiment.experiment.hashAttribute), Exposure.canCount(unit)
      else { continue }
      Array(unit.utf8).withBytes { exposures.note($0, one, of: prepared) }
    }
  }
}
