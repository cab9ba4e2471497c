import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetching one screen, from the cache or the server.
extension ScreenClient {
  /// Returns the cached screen of a route, or else the one from the seed. A version that the app avoids is removed from
  /// the cache, and not taken from the seed.
  private nonisolated func base(
    _ route: String, _ address: ScreenAddress, avoiding version: Int?
  ) async -> (screen: CachedScreen, isSeed: Bool)? {
    if let cached = await cache.screen(for: address.cacheKey) {
      if version == nil || cached.version != version { return (cached, false) }
      await cache.remove(address.cacheKey)
    }
    guard let seed = options.seed?.screen(route, format: options.format.name),
      version == nil || seed.version != version
    else { return nil }
    return (seed, true)
  }

  /// Returns the cached screen, decoded; nil when there is none, or when it cannot be decoded, for instance
  /// after an update of the app.
  nonisolated func cached(_ route: String) async throws -> ScreenSnapshot? {
    let start = options.clock.now
    let address = try await address(route)
    let avoided = await reporter?.avoidedVersion(of: route)
    guard let base = await base(route, address, avoiding: avoided) else { return nil }
    do {
      let snapshot = try snapshot(
        base.screen, base.isSeed ? .seed : .cache, route, at: address.url, receivedAt: start)
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
    let avoided = await reporter?.avoidedVersion(of: route)
    let base = await base(route, address, avoiding: avoided)?.screen
    var bytes = 0
    do {
      let snapshot: ScreenSnapshot
      do {
        snapshot = try await load(route, address, base: base, avoiding: avoided, bytes: &bytes)
      } catch let unusable as UnusableDelta {
        warn(.deltaRefused, route, unusable)
        snapshot = try await load(route, address, base: nil, avoiding: avoided, bytes: &bytes)
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
    _ route: String, _ address: ScreenAddress, base: CachedScreen?, avoiding version: Int?, bytes: inout Int
  ) async throws -> ScreenSnapshot {
    let response = try await sender.send(request(address.url, base: base, avoiding: version))
    bytes += response.body.count
    switch response.status {
    case 200:
      return try await store(cachedScreen(response, body: response.body), .network, route, address)
    case 304:
      guard var confirmed = base else {
        throw ScreenError(.unreadable, "a 304 for a request without If-None-Match", status: 304)
      }
      confirmed.confirmedAt = options.clock.now
      confirmed.reportToken = response.fields["Screen-Report"]
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

  /// - Parameter version: A version that the app does not want any more.
  nonisolated func request(_ url: URL, base: CachedScreen?, avoiding version: Int? = nil) -> URLRequest {
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
    if let version {
      request.setValue(String(version), forHTTPHeaderField: "Screen-Avoid")
      // A cache on the way may have that version.
      request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
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
      reportToken: response.fields["Screen-Report"], confirmedAt: options.clock.now)
  }

  /// Decodes a screen and stores it in the cache.
  private nonisolated func store(
    _ screen: CachedScreen, _ source: ScreenSnapshot.Source, _ route: String, _ address: ScreenAddress
  ) async throws -> ScreenSnapshot {
    let snapshot: ScreenSnapshot
    do {
      snapshot = try self.snapshot(screen, source, route, at: address.url, receivedAt: screen.confirmedAt)
    } catch {
      await reportFailure(error, screen)
      throw error
    }
    if let token = snapshot.origin?.token { await reporter?.add(snapshot.warnings, token: token) }
    try Task.checkCancellation()
    do { try await cache.store(screen, for: address.cacheKey) } catch { warn(.cacheFailed, route, error) }
    return snapshot
  }

  /// Reports a screen that the app cannot show at all.
  private nonisolated func reportFailure(_ error: any Error, _ screen: CachedScreen) async {
    guard let token = screen.reportToken else { return }
    let warning = error as? ScreenWarning ?? ScreenWarning(.contentFailed, message: "")
    await reporter?.add([warning], token: token)
  }

  /// - Parameters:
  ///   - url: The address of the response.
  ///   - time: When the bytes were there.
  nonisolated func snapshot(
    _ cached: CachedScreen, _ source: ScreenSnapshot.Source, _ route: String, at url: URL,
    receivedAt time: Date
  ) throws -> ScreenSnapshot {
    let decoded = try decoder.decode(cached.body)
    decoded.warnings.forEach(options.log)
    var snapshot = ScreenSnapshot(
      screen: decoded.screen, warnings: decoded.warnings, source: source, etag: cached.etag,
      version: cached.version ?? decoded.screen.version,
      experiment: cached.experiment ?? decoded.screen.experiment,
      variant: cached.variant ?? decoded.screen.variant,
      assignments: ScreenSnapshot.parsePairs(cached.assignments),
      downgraded: ScreenSnapshot.parsePairs(cached.downgraded), language: cached.language,
      nextPage: cached.nextPageQuery.flatMap { ScreenURLs.page($0, at: url) },
      confirmedAt: cached.confirmedAt)
    snapshot.origin = ScreenSnapshot.Origin(route: route, token: cached.reportToken, receivedAt: time)
    return snapshot
  }

  /// Returns the detail or title of a problem document (RFC 9457).
  static func detail(_ body: Data) -> String? {
    let problem = try? JSONDecoder.screenKit.decode(JSONValue.self, from: body)
    return problem?["detail"]?.stringValue ?? problem?["title"]?.stringValue
  }
}
