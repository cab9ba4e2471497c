import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetching one screen, from the cache or the server.
extension ScreenClient {
  /// Returns the cached screen of a route, or else the one from the seed.
  private nonisolated func base(
    _ route: String, _ address: ScreenAddress
  ) async -> (screen: CachedScreen, isSeed: Bool)? {
    if let cached = await cache.screen(for: address.cacheKey) { return (cached, false) }
    return options.seed?.screen(route, format: options.format.name).map { ($0, true) }
  }

  /// Returns the cached screen, decoded; nil when there is none, or when it cannot be decoded, for instance
  /// after an update of the app.
  nonisolated func cached(_ route: String) async throws -> ScreenSnapshot? {
    let start = options.clock.now
    let address = try await address(route)
    guard let base = await base(route, address) else { return nil }
    do {
      let snapshot = try snapshot(base.screen, base.isSeed ? .seed : .cache, at: address.url)
      measure(route, snapshot, bytes: 0, since: start)
      return snapshot
    } catch {
      warn(.cacheFailed, route, error)
      return nil
    }
  }

  /// Removes the screen of the present user from the cache.
  nonisolated func forget(_ route: String) async throws {
    await cache.remove(try await address(route).cacheKey)
  }

  /// Fetches a screen from the server. Fetches it whole when a patch or a 304 cannot be used.
  nonisolated func load(_ route: String, _ address: ScreenAddress) async throws -> ScreenSnapshot {
    let start = options.clock.now
    let base = await base(route, address)?.screen
    var bytes = 0
    do {
      let snapshot: ScreenSnapshot
      do {
        snapshot = try await load(route, address, base: base, bytes: &bytes)
      } catch let unusable as UnusableDelta {
        warn(.deltaRefused, route, unusable)
        snapshot = try await load(route, address, base: nil, bytes: &bytes)
      }
      measure(route, snapshot, bytes: bytes, since: start)
      return snapshot
    } catch {
      throw ScreenError.wrapping(error)
    }
  }

  /// Reports a measurement to the app.
  nonisolated func measure(
    _ route: String, _ snapshot: ScreenSnapshot, bytes: Int, since start: Date
  ) {
    guard let metrics = options.metrics else { return }
    metrics(
      ScreenMetrics(
        route: route, source: snapshot.source, bytes: bytes,
        duration: options.clock.now.timeIntervalSince(start), downgraded: snapshot.downgraded,
        warningCount: snapshot.warnings.count))
  }

  /// A patch or a 304 that cannot be used.
  private struct UnusableDelta: Error {
    let reason: String
  }

  private nonisolated func load(
    _ route: String, _ address: ScreenAddress, base: CachedScreen?, bytes: inout Int
  ) async throws -> ScreenSnapshot {
    let response = try await sender.send(request(address.url, base: base))
    bytes += response.body.count
    switch response.status {
    case 200:
      return try await store(cachedScreen(response, body: response.body), .network, route, address)
    case 304:
      guard var confirmed = base else {
        throw ScreenError(.unreadable, "a 304 for a request without If-None-Match", status: 304)
      }
      confirmed.confirmedAt = options.clock.now
      do {
        return try await store(confirmed, .notModified, route, address)
      } catch let error as DecodingError {
        throw UnusableDelta(reason: "the cached screen cannot be decoded: \(error)")
      }
    case 226:
      guard let base, response.fields["IM"] == "json-patch", response.fields["Delta-Base"] == base.etag,
        response.fields["ETag"] != nil
      else { throw UnusableDelta(reason: "the patch is for another version or in another format") }
      let body: Data
      do { body = try base.patched(response.body) } catch { throw UnusableDelta(reason: "\(error)") }
      do {
        return try await store(cachedScreen(response, body: body), .delta, route, address)
      } catch let error as DecodingError {
        throw UnusableDelta(reason: "the patched screen cannot be decoded: \(error)")
      }
    case 404: throw ScreenError.notFound(Self.detail(response.body))
    case 410:
      await cache.remove(address.cacheKey)
      throw ScreenError.gone
    default: throw ScreenError.refused(status: response.status, detail: Self.detail(response.body))
    }
  }

  nonisolated func request(_ url: URL, base: CachedScreen?) -> URLRequest {
    var request = URLRequest(url: url)
    // On Linux, the parameter of the initializer has no effect, and a fraction of a second is cut off.
    request.timeoutInterval = options.timeout.rounded(.up)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    // An empty field would say that the app can show nothing.
    if !acceptedViewTypes.isEmpty {
      request.setValue(acceptedViewTypes, forHTTPHeaderField: "Accept-View-Types")
    }
    if let release = options.release { request.setValue(release, forHTTPHeaderField: "Client-Release") }
    if !acceptedLanguages.isEmpty {
      request.setValue(acceptedLanguages, forHTTPHeaderField: "Accept-Language")
    }
    if let base, let etag = base.etag {
      request.setValue(etag, forHTTPHeaderField: "If-None-Match")
      // Patching loses the order of members.
      if options.usesDeltas, base.canBePatched, !options.format.isOrderedByMembers {
        request.setValue("json-patch", forHTTPHeaderField: "A-IM")
      }
    }
    return request
  }

  nonisolated func cachedScreen(_ response: TransportResponse, body: Data) -> CachedScreen {
    CachedScreen(
      body: body, etag: response.fields["ETag"],
      version: response.fields["Screen-Version"].flatMap { Int($0) },
      experiment: response.fields["Screen-Experiment"], variant: response.fields["Screen-Variant"],
      assignments: response.fields["Screen-Assignments"], downgraded: response.fields["Screen-Downgraded"],
      language: ScreenSnapshot.language(response.fields["Content-Language"]),
      nextPageQuery: response.fields["Link"].flatMap { LinkField.query(ofRelation: "next", in: $0) },
      confirmedAt: options.clock.now)
  }

  /// Decodes a screen and stores it in the cache.
  private nonisolated func store(
    _ screen: CachedScreen, _ source: ScreenSnapshot.Source, _ route: String, _ address: ScreenAddress
  ) async throws -> ScreenSnapshot {
    let snapshot = try snapshot(screen, source, at: address.url)
    try Task.checkCancellation()
    do { try await cache.store(screen, for: address.cacheKey) } catch { warn(.cacheFailed, route, error) }
    return snapshot
  }

  /// - Parameter url: The address of the response.
  nonisolated func snapshot(
    _ cached: CachedScreen, _ source: ScreenSnapshot.Source, at url: URL
  ) throws -> ScreenSnapshot {
    let decoded = try decoder.decode(cached.body)
    decoded.warnings.forEach(options.log)
    return ScreenSnapshot(
      screen: decoded.screen, warnings: decoded.warnings, source: source, etag: cached.etag,
      version: cached.version ?? decoded.screen.version,
      experiment: cached.experiment ?? decoded.screen.experiment,
      variant: cached.variant ?? decoded.screen.variant,
      assignments: ScreenSnapshot.parsePairs(cached.assignments),
      downgraded: ScreenSnapshot.parsePairs(cached.downgraded), language: cached.language,
      nextPage: cached.nextPageQuery.flatMap { ScreenURLs.page($0, at: url) },
      confirmedAt: cached.confirmedAt)
  }

  /// Returns the detail or title of a problem document (RFC 9457).
  static func detail(_ body: Data) -> String? {
    let problem = try? JSONDecoder.screenKit.decode(JSONValue.self, from: body)
    return problem?["detail"]?.stringValue ?? problem?["title"]?.stringValue
  }
}
