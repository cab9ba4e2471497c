import HTTPWire
import JSONText
import Screens
import Synchronization

/// A screen as a patch of what the client has already (RFC 3229, with JSON Patch as instance manipulation).
extension ScreenAPI {
  /// Versions back from the current one that a client may have.
  static let maximumDeltaVersions = 20
  /// Of these, how many are read from the disk and rendered for one request, and their items.
  static let maximumDeltaReads = 3
  static let maximumDeltaItems = 2_000

  /// Whether a request asks for a patch: `A-IM: json-patch`, and `If-None-Match` to say of what.
  static func asksForDelta(_ request: borrowing HTTPRequest) -> Bool {
    guard request.method == .get, request.field(.ifNoneMatch) != nil, request.field(.ifMatch) == nil,
      let field = request.list(.acceptIM)
    else { return false }
    return Negotiation.encodings(field, available: ["json-patch", "identity"]).contains("json-patch")
  }

  /// The patch from what the client has to a rendition; nil when it has nothing known, has it already, or would get
  /// more than the whole.
  func delta(
    to rendition: ArmRendition, of served: ServedScreen, _ request: borrowing HTTPRequest,
    _ publication: Publication
  ) throws(ScreensError) -> Reply? {
    guard let list = request.list(.ifNoneMatch), list != "*" else { return nil }
    let full = rendition.rendered()
    guard full.template == nil else { return nil }
    let coded = coded(full, request)
    guard !Self.names(list, coded) else { return nil }
    // After a publication many have the same and want the same.
    let named = Array(list.utf8)
    if let known = serving.deltas.known(DeltaCache.Key(base: named, target: coded.tag)) {
      return known.map { answer(rendition, full, coded, base: named, patch: $0) }
    }
    // Whoever comes while another one is being made gets the whole.
    guard !serving.deltas.isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    defer { serving.deltas.isBusy.store(false, ordering: .releasing) }
    guard let base = try base(in: list, of: served, rendition, request, publication) else { return nil }
    let limit = coded.full.bodyCount
    let patch = serving.deltas.patch(DeltaCache.Key(base: base.tag, target: coded.tag)) {
      guard let old = try? JSONParser.parse(Array(base.rendition.identity.full.body)),
        let new = try? JSONParser.parse(Array(full.identity.full.body))
      else { return nil }
      let patch = JSONPatch.difference(from: old, to: new).json.serialized()
      return patch.count < limit ? patch : nil
    }
    return patch.map { answer(rendition, full, coded, base: base.tag, patch: $0) }
  }

  private func answer(
    _ rendition: ArmRendition, _ full: Rendition, _ coded: Rendition.Coded, base: [UInt8], patch: [UInt8]
  ) -> Reply {
    rendition.counts.full.add(stripe: 0)
    return .response(
      HTTPResponse(
        226,
        fields: [
          HTTPField("Content-Type", "application/json-patch+json"), HTTPField("IM", "json-patch"),
          HTTPField("Delta-Base", cleaning: String(decoding: base, as: UTF8.self)),
          HTTPField("ETag", cleaning: String(decoding: coded.tag, as: UTF8.self)),
        ] + full.fields + full.common(vary: ", A-IM, If-None-Match"), body: patch))
  }

  private struct Base {
    let rendition: Rendition
    /// The tag by which the client knows it.
    let tag: [UInt8]
  }

  /// What the client has, as far as it is known here: another arm of the current version, or one of an earlier version.
  private func base(
    in list: String, of served: ServedScreen, _ rendition: ArmRendition, _ request: borrowing HTTPRequest,
    _ publication: Publication
  ) throws(ScreensError) -> Base? {
    let route = served.current.route
    let newest = served.current.version
    var reads = Self.maximumDeltaReads
    for version in stride(from: newest, to: max(0, newest - Self.maximumDeltaVersions), by: -1) {
      var mayRender = false
      let prepared: PreparedScreen
      if version == newest {
        prepared = try served.prepare()
      } else if let kept = serving.replaced.screen(route, ifKept: version) {
        prepared = kept
      } else {
        // After a start, what apps have is on the disk alone. It may be gone, or the deletion of the screen.
        guard reads > 0 else { continue }
        reads -= 1
        guard let earlier = try? earlier(version, of: route, publication) else { continue }
        prepared = earlier
        mayRender = prepared.itemCount <= Self.maximumDeltaItems
      }
      var candidates = prepared.renditions(format: rendition.format.name) ?? []
      if case .rendition(let tailored) = choose(
        prepared, request, publication, render: mayRender, records: false)
      {
        candidates.append(tailored)
      }
      for candidate in candidates {
        // What was never rendered was never sent.
        guard let known = mayRender ? candidate.rendered() : candidate.ifRendered else { continue }
        for coded in [known.identity, known.gzip].compactMap({ $0 }) where Self.names(list, coded) {
          return Base(rendition: known, tag: coded.tag)
        }
      }
    }
    return nil
  }

  private static func names(_ list: String, _ coded: Rendition.Coded) -> Bool {
    Array(list.utf8).withBytes { list in coded.tag.withBytes { EntityTagList.matches(list, $0, .weak) } }
  }
}
