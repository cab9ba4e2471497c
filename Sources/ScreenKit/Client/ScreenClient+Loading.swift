import Foundation

/// Fetching one screen, from the cache or the server.
extension ScreenClient {
  private nonisolated func address(_ route: String) throws(ScreenClientError) -> ScreenAddress {
    try urls.screen(route, viewTypes: decoder.registry.viewTypes, release: configuration.release)
  }

  /// Returns the cached screen of a route, or else the one from the seed.
  private nonisolated func base(
    _ route: String, _ address: ScreenAddress
  ) async -> (screen: CachedScreen, isSeed: Bool)? {
    if let cached = await cache.screen(for: address.cacheKey) { return (cached, false) }
    return seed?.screen(route, format: configuration.format.name).map { ($0, true) }
  }

  /// Returns the cached screen, decoded; nil when there is none, or when it cannot be decoded, for instance
  /// after an update of the app.
  nonisolated func cached(_ route: String) async throws(ScreenClientError) -> ScreenSnapshot<Value>? {
    let address = try address(route)
    guard let base = await base(route, address) else { return nil }
    do {
      return try snapshot(base.screen, base.isSeed ? .seed : .cache, at: address.url)
    } catch {
      warn(.cacheFailed, route, error)
      return nil
    }
  }

  /// Fetches a screen from the server. Fetches it whole when a patch or a 304 cannot be used.
  nonisolated func load(_ route: String) async throws -> ScreenSnapshot<Value> {
    let address = try address(route)
    let base = await base(route, address)?.screen
    do {
      return try await load(route, address, base: base)
    } catch let unusable as UnusableDelta {
      warn(.deltaRefused, route, unusable)
      return try await load(route, address, base: nil)
    }
  }

  /// A patch or a 304 that cannot be used.
  private struct UnusableDelta: Error {
    let reason: String
  }

  private nonisolated func load(
    _ route: String, _ address: ScreenAddress, base: CachedScreen?
  ) async throws -> ScreenSnapshot<Value> {
    let response = try await send(request(address.url, base: base))
    switch response.status {
    case 200:
      return try await store(cachedScreen(response, body: response.body), .network, route, address)
    case 304:
      guard var confirmed = base else {
        throw ScreenClientError.unexpectedResponse("304 for a request without If-None-Match")
      }
      confirmed.confirmedAt = clock.now
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
    case 404: throw ScreenClientError.notFound(Self.detail(response.body))
    case 410:
      await cache.remove(address.cacheKey)
      throw ScreenClientError.gone
    default: throw ScreenClientError.refused(status: response.status, detail: Self.detail(response.body))
    }
  }

  nonisolated func request(_ url: URL, base: CachedScreen?) -> TransportRequest {
    var fields = ["Accept": "application/json"]
    // An empty field would say that the app can show nothing.
    if !acceptedViewTypes.isEmpty { fields["Accept-View-Types"] = acceptedViewTypes }
    if let release = configuration.release { fields["Client-Release"] = release }
    if !urls.acceptedLanguages.isEmpty { fields["Accept-Language"] = urls.acceptedLanguages }
    if let base, let etag = base.etag {
      fields["If-None-Match"] = etag
      // Patching loses the order of members.
      if configuration.usesDeltas, base.canBePatched, !configuration.format.isOrderedByMembers {
        fields["A-IM"] = "json-patch"
      }
    }
    return TransportRequest(url: url, fields: fields, timeout: configuration.timeout)
  }

  /// Adds the app's header fields to a request, except those that the client itself sets. Names are case-insensitive
  /// (RFC 9110 §5.1).
  nonisolated func addingHeaderFields(to request: TransportRequest) async throws -> TransportRequest {
    guard let headerFields = configuration.headerFields else { return request }
    let names = Set(request.fields.keys.map { $0.lowercased() })
    var request = request
    for (name, value) in try await headerFields() where !names.contains(name.lowercased()) {
      request.fields[name] = value
    }
    return request
  }

  /// Sends a request, and repeats it as the retry policy says.
  nonisolated func send(_ request: TransportRequest) async throws -> TransportResponse {
    var attempt = 0
    while true {
      try Task.checkCancellation()
      let response = try await transport.send(
        addingHeaderFields(to: request), maximumBytes: configuration.maximumBytes)
      guard RetryPolicy.isRetryable(response.status) else { return response }
      let retryAfter = RetryAfter.seconds(response.fields["Retry-After"], now: clock.now)
      guard let delay = configuration.retry.delay(attempt: attempt, retryAfter: retryAfter, random: random())
      else { return response }
      try await clock.sleep(seconds: delay)
      attempt += 1
    }
  }

  nonisolated func cachedScreen(_ response: TransportResponse, body: Data) -> CachedScreen {
    CachedScreen(
      body: body, etag: response.fields["ETag"],
      version: response.fields["Screen-Version"].flatMap { Int($0) },
      experiment: response.fields["Screen-Experiment"], variant: response.fields["Screen-Variant"],
      assignments: response.fields["Screen-Assignments"], downgraded: response.fields["Screen-Downgraded"],
      nextPageQuery: response.fields["Link"].flatMap { LinkField.query(ofRelation: "next", in: $0) },
      confirmedAt: clock.now)
  }

  /// Decodes a screen and stores it in the cache.
  private nonisolated func store(
    _ screen: CachedScreen, _ source: ScreenSnapshot<Value>.Source, _ route: String, _ address: ScreenAddress
  ) async throws -> ScreenSnapshot<Value> {
    let snapshot = try snapshot(screen, source, at: address.url)
    try Task.checkCancellation()
    do { try await cache.store(screen, for: address.cacheKey) } catch { warn(.cacheFailed, route, error) }
    return snapshot
  }

  /// - Parameter url: The address of the response.
  nonisolated func snapshot(
    _ cached: CachedScreen, _ source: ScreenSnapshot<Value>.Source, at url: URL
  ) throws -> ScreenSnapshot<Value> {
    let decoded = try decoder.decode(cached.body)
    if let onWarning { decoded.warnings.forEach(onWarning) }
    return ScreenSnapshot(
      screen: decoded.value, warnings: decoded.warnings, source: source, etag: cached.etag,
      version: cached.version ?? decoded.value.version,
      experiment: cached.experiment ?? decoded.value.experiment,
      variant: cached.variant ?? decoded.value.variant,
      assignments: ScreenSnapshot<Value>.parsePairs(cached.assignments),
      downgraded: ScreenSnapshot<Value>.parsePairs(cached.downgraded),
      nextPage: cached.nextPageQuery.flatMap { ScreenURLs.page($0, at: url) },
      confirmedAt: cached.confirmedAt)
  }

  /// Returns the detail or title of a problem document (RFC 9457).
  static func detail(_ body: Data) -> String? {
    let problem = try? JSONDecoder.screenKit.decode(JSONValue.self, from: body)
    return problem?["detail"]?.stringValue ?? problem?["title"]?.stringValue
  }
}
