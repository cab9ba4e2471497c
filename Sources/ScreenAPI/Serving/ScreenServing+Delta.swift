import HTTPWire
import JSONText
import Screens
import Synchronization

/// Screens as patches of the rendition that the client has (RFC 3229, with JSON Patch as instance manipulation).
extension ScreenAPI {
  /// The number of versions, from the current one backwards, in which to search for the client's rendition.
  static let maximumDeltaVersions = 20
  /// The number of these versions that one request may read from the disk, and the items that it may render for that.
  static let maximumDeltaReads = 3
  static let maximumDeltaItems = 2_000

  /// Whether a request asks for a patch: by `A-IM: json-patch`, and `If-None-Match` with the tag of its rendition.
  static func asksForDelta(_ request: borrowing HTTPRequest) -> Bool {
    guard request.method == .get, request.field(.ifNoneMatch) != nil, request.field(.ifMatch) == nil,
      let field = request.list(.acceptIM)
    else { return false }
    return Negotiation.encodings(field, available: ["json-patch", "identity"]).contains("json-patch")
  }

  /// The patch from the client's rendition to another one; nil if the client's is unknown or the same, or if the patch
  /// would be larger than the body.
  func delta(
    to rendition: CombinationRendition, of served: ServedScreen, _ request: borrowing HTTPRequest,
    _ screens: ServedScreens
  ) throws(ScreensError) -> Reply? {
    guard let list = request.list(.ifNoneMatch), list != "*" else { return nil }
    let full = rendition.rendered(at: base(of: rendition, for: request))
    guard full.template == nil else { return nil }
    let coded = coded(full, request)
    guard !Self.names(list, coded) else { return nil }
    // After a publication, many clients ask for the same patch.
    let named = Array(list.utf8)
    if let known = serving.deltas.known(DeltaCache.Key(base: named, target: coded.tag)) {
      return known.map { makeReply(rendition, full, coded, base: named, patch: $0) }
    }
    // Requests that come while another patch is being made get the whole body.
    guard !serving.deltas.isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    defer { serving.deltas.isBusy.store(false, ordering: .releasing) }
    guard let base = try base(in: list, of: served, rendition, request, screens) else { return nil }
    let limit = coded.full.body.count
    let patch = serving.deltas.patch(DeltaCache.Key(base: base.tag, target: coded.tag)) {
      guard let old = try? JSONParser.parse(base.rendition.identity.full.body),
        let new = try? JSONParser.parse(full.identity.full.body)
      else { return nil }
      let patch = JSONPatch.difference(from: old, to: new).json.serialized()
      return patch.count < limit ? patch : nil
    }
    return patch.map { makeReply(rendition, full, coded, base: base.tag, patch: $0) }
  }

  private func makeReply(
    _ rendition: CombinationRendition, _ full: Rendition, _ coded: Rendition.Coded, base: [UInt8],
    patch: [UInt8]
  ) -> Reply {
    rendition.counts.full.add(stripe: 0)
    return .response(
      HTTPResponse(
        226,
        fields: [
          HTTPField("Content-Type", "application/json-patch+json"), HTTPField("IM", "json-patch"),
          HTTPField("Delta-Base", cleaning: String(decoding: base, as: UTF8.self)),
          HTTPField("ETag", cleaning: String(decoding: coded.tag, as: UTF8.self)),
          HTTPField("Cache-Control", "no-cache"),
        ] + full.fields + full.common(adding: ["A-IM", "If-None-Match"]), body: patch))
  }

  private struct Base {
    let rendition: Rendition
    /// The entity tag that the client sent.
    let tag: [UInt8]
  }

  /// The rendition that the client has: of another combination of the current version, or of an earlier version. Nil if
  /// it is unknown.
  private func base(
    in list: String, of served: ServedScreen, _ rendition: CombinationRendition,
    _ request: borrowing HTTPRequest,
    _ screens: ServedScreens
  ) throws(ScreensError) -> Base? {
    let route = served.current.route
    let newest = served.current.version
    var reads = Self.maximumDeltaReads
    for version in stride(from: newest, to: max(0, newest - Self.maximumDeltaVersions), by: -1) {
      var mayRender = false
      let prepared: PreparedScreen
      if version == newest {
        prepared = try served.prepare().made(for: request)
      } else if let kept = serving.replaced.screen(route, ifKept: version)?.ifMade(for: request) {
        prepared = kept
      } else {
        // After a start, earlier versions are only on the disk. A version may be deleted, or may itself be a deletion.
        guard reads > 0 else { continue }
        reads -= 1
        guard let earlier = try? earlier(version, of: route, screens) else { continue }
        prepared = earlier.made(for: request)
        mayRender = prepared.itemCount <= Self.maximumDeltaItems
      }
      var candidates = prepared.renditions(format: rendition.format.name) ?? []
      switch choose(prepared, request, screens, records: false) {
      case .rendition(let rendition): candidates.append(rendition)
      case .tailored(let tailored):
        let made = mayRender ? tailored.make(at: self.base(of: prepared, for: request)) : tailored.ifMade
        if let made { candidates.append(made) }
      case .contentURL, .other, .pages, .problem: break
      }
      for candidate in candidates {
        // A rendition that was not made was not sent to any client.
        let address = base(of: candidate, for: request)
        guard
          let known = mayRender ? candidate.rendered(at: address) : candidate.ifRendered(at: address)
        else { continue }
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
