import Foundation

/// One screen from the server, or from what is stored.
extension ScreenClient {
  private nonisolated func key(_ route: String) -> String {
    address.key(route, viewTypes: decoder.registry.viewTypes, release: configuration.release)
  }

  /// What is stored or came with the app, whichever there is.
  private nonisolated func base(_ route: String) async -> (screen: StoredScreen, isSeed: Bool)? {
    if let stored = await cache.screen(for: key(route)) { return (stored, false) }
    return seed?.screen(route, format: configuration.format.name).map { ($0, true) }
  }

  /// The stored screen; nil when there is none that can be read, as after an update of the app.
  nonisolated func stored(_ route: String) async throws(ScreenClientError) -> ScreenSnapshot<Value>? {
    _ = try address.screen(route)
    guard let base = await base(route) else { return nil }
    do {
      return try snapshot(base.screen, base.isSeed ? .seed : .cache)
    } catch {
      warn(.cacheFailed, route, error)
      return nil
    }
  }

  /// Asks the server for a screen, whole if need be.
  nonisolated func load(_ route: String) async throws -> ScreenSnapshot<Value> {
    let url = try address.screen(route)
    let base = await base(route)?.screen
    do {
      return try await load(route, url, base: base)
    } catch let refusal as DeltaRefusal {
      warn(.deltaRefused, route, refusal)
      return try await load(route, url, base: nil)
    }
  }

  /// A patch, or word that nothing has changed, that cannot be used: the whole helps.
  private struct DeltaRefusal: Error {
    let reason: String
  }

  private nonisolated func load(
    _ route: String, _ url: URL, base: StoredScreen?
  ) async throws -> ScreenSnapshot<Value> {
    let response = try await send(request(url, base: base))
    switch response.status {
    case 200:
      return try await accept(stored(response, body: response.body), .network, route)
    case 304:
      guard var confirmed = base else {
        throw ScreenClientError.unexpectedAnswer("304 to a request without a condition")
      }
      confirmed.confirmedAt = clock.now
      do {
        return try await accept(confirmed, .notModified, route)
      } catch let error as DecodingError {
        throw DeltaRefusal(reason: "what is stored cannot be read: \(error)")
      }
    case 226:
      guard let base, response.fields["IM"] == "json-patch", response.fields["Delta-Base"] == base.etag,
        response.fields["ETag"] != nil
      else { throw DeltaRefusal(reason: "a patch of something else") }
      let body: Data
      do { body = try base.patched(response.body) } catch { throw DeltaRefusal(reason: "\(error)") }
      do {
        return try await accept(stored(response, body: body), .delta, route)
      } catch let error as DecodingError {
        throw DeltaRefusal(reason: "what the patch makes cannot be read: \(error)")
      }
    case 404: throw ScreenClientError.notFound(Self.detail(response.body))
    case 410:
      await cache.remove(key(route))
      throw ScreenClientError.gone
    default: throw ScreenClientError.refused(status: response.status, detail: Self.detail(response.body))
    }
  }

  private nonisolated func request(_ url: URL, base: StoredScreen?) -> TransportRequest {
    var fields = ["Accept": "application/json"]
    // Without any, the header would say that the app can show nothing.
    if !acceptedViewTypes.isEmpty { fields["Accept-View-Types"] = acceptedViewTypes }
    if let release = configuration.release { fields["Client-Release"] = release }
    if let base, let etag = base.etag {
      fields["If-None-Match"] = etag
      if configuration.usesDeltas, base.canBePatched { fields["A-IM"] = "json-patch" }
    }
    return TransportRequest(url: url, fields: fields, timeout: configuration.timeout)
  }

  /// Sends a request, again when the server is busy.
  private nonisolated func send(_ request: TransportRequest) async throws -> TransportResponse {
    var attempt = 0
    while true {
      try Task.checkCancellation()
      let response = try await transport.send(request, maximumBytes: configuration.maximumBytes)
      guard RetryPolicy.isBusy(response.status) else { return response }
      let retryAfter = RetryAfter.seconds(response.fields["Retry-After"], now: clock.now)
      guard let delay = configuration.retry.delay(attempt: attempt, retryAfter: retryAfter, random: random())
      else { return response }
      try await clock.sleep(seconds: delay)
      attempt += 1
    }
  }

  private nonisolated func stored(_ response: TransportResponse, body: Data) -> StoredScreen {
    StoredScreen(
      body: body, etag: response.fields["ETag"],
      version: response.fields["Screen-Version"].flatMap { Int($0) },
      experiment: response.fields["Screen-Experiment"], variant: response.fields["Screen-Variant"],
      assignments: response.fields["Screen-Assignments"], downgraded: response.fields["Screen-Downgraded"],
      confirmedAt: clock.now)
  }

  /// Decodes a screen, and keeps it when it can be read.
  private nonisolated func accept(
    _ screen: StoredScreen, _ source: ScreenSnapshot<Value>.Source, _ route: String
  ) async throws -> ScreenSnapshot<Value> {
    let snapshot = try snapshot(screen, source)
    try Task.checkCancellation()
    do { try await cache.store(screen, for: key(route)) } catch { warn(.cacheFailed, route, error) }
    return snapshot
  }

  private nonisolated func snapshot(
    _ stored: StoredScreen, _ source: ScreenSnapshot<Value>.Source
  ) throws -> ScreenSnapshot<Value> {
    let decoded = try decoder.decode(stored.body)
    if let onWarning { decoded.warnings.forEach(onWarning) }
    return ScreenSnapshot(
      screen: decoded.value, warnings: decoded.warnings, source: source, etag: stored.etag,
      version: stored.version ?? decoded.value.version,
      experiment: stored.experiment ?? decoded.value.experiment,
      variant: stored.variant ?? decoded.value.variant,
      assignments: ScreenSnapshot<Value>.pairs(stored.assignments),
      downgraded: ScreenSnapshot<Value>.pairs(stored.downgraded), confirmedAt: stored.confirmedAt)
  }

  /// What a problem document says (RFC 9457).
  private static func detail(_ body: Data) -> String? {
    let problem = try? JSONDecoder.screenKit.decode(JSONValue.self, from: body)
    return problem?["detail"]?.stringValue ?? problem?["title"]?.stringValue
  }
}
