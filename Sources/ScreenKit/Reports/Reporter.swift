import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reports what happened to screens of rollouts, and keeps the app from a version after which it crashes.
///
/// Errors never reach the app: unsent reports wait for the next one.
actor Reporter {
  /// How long a screen is shown until it has settled, in seconds.
  static let settlingTime = 5.0
  /// How long a report waits for others, in seconds.
  private static let gatheringTime = 1.0
  /// The largest number of unsent reports. When there are more, the oldest is dropped.
  private static let maximumUnsent = 200
  /// The largest number of rollouts whose events are remembered.
  private static let maximumSeen = 1000
  private static let crash = "crash-after-screen"
  /// The key of the breadcrumbs in the cache. The keys of screens begin with a URL.
  private static let breadcrumbKey = "breadcrumbs"

  private let url: URL
  private let sender: RequestSender
  /// Where breadcrumbs are kept; nil if the cache ends with the app.
  private let cache: (any CacheStore)?
  private var unsent: [ScreenReport] = []
  /// The events that were added, by rollout.
  private var seen: [Substring: Set<String>] = [:]
  private var flushing: Task<Void, Never>?
  /// The screen that was drawn last, by route.
  private var drawn: [String: Drawn] = [:]
  /// The screen that the server has confirmed last without another draw, by route.
  private var confirmed: [String: Breadcrumbs.Shown] = [:]
  private var lastWait = 0
  private var breadcrumbs: Breadcrumbs?

  private struct Drawn {
    /// With the token of the last response.
    var shown: Breadcrumbs.Shown
    /// Whether the server has not confirmed it yet.
    let isCached: Bool
    /// The milliseconds that the draw took; nil if a model reports draws.
    let drawMs: Double?
    /// The number of the wait for it to settle.
    let wait: Int
    /// Nil when it has settled.
    var settling: Task<Void, Never>?

    /// Whether a screen is this one, or this one has settled for its rollout, too.
    func covers(_ other: Breadcrumbs.Shown) -> Bool {
      shown == other || settling == nil && shown.isSame(as: other)
    }
  }

  init(_ url: URL, _ sender: RequestSender, cache: any CacheStore) {
    self.url = url
    self.sender = sender
    self.cache = cache.outlivesApp ? cache : nil
  }

  private var options: ScreenClient.Options { sender.options }

  // MARK: Events

  /// The user has changed, whose events count apart. What the last one has seen is no longer on the display.
  func began() async {
    seen = [:]
    confirmed = [:]
    for one in drawn.values { one.settling?.cancel() }
    drawn = [:]
    await change { $0.leave() }
  }

  /// Adds events of a screen. An event counts once for each rollout: each response has another token.
  /// - Parameter gathers: Whether to wait for further events.
  func add(
    _ events: [String], token: String, drawMs: Double? = nil, viewType: String? = nil, gathers: Bool = true
  ) {
    let rollout = ScreenReport.rollout(of: token)
    if seen.count >= Self.maximumSeen, seen[rollout] == nil { seen = [:] }
    let new = events.filter { seen[rollout, default: []].insert($0).inserted }
    guard !new.isEmpty else { return }
    if let index = unsent.lastIndex(where: { $0.token == token }) {
      unsent[index].events += new
      unsent[index].drawMs = unsent[index].drawMs ?? drawMs
      unsent[index].viewType = unsent[index].viewType ?? viewType
    } else {
      if unsent.count == Self.maximumUnsent { unsent.removeFirst() }
      unsent.append(
        ScreenReport(
          token: token, events: new, drawMs: drawMs, release: options.release, viewType: viewType))
    }
    guard flushing == nil else { return }
    flushing = Task {
      if gathers { try? await options.clock.sleep(seconds: Self.gatheringTime) }
      await flush()
    }
  }

  /// Adds what decoding could not show.
  func add(_ warnings: [ScreenWarning], token: String) {
    let failures = warnings.filter { ScreenReport.event(of: $0.kind) != nil }
    add(
      failures.compactMap { ScreenReport.event(of: $0.kind) }, token: token,
      viewType: failures.lazy.compactMap(\.viewType).first)
  }

  /// Sends the unsent reports. The server refuses some for ever; the others wait for the next event.
  private func flush() async {
    let sent = unsent
    unsent = []
    let isDone = await send(sent)
    if isDone {
      let reported = sent.filter { $0.events.contains(Self.crash) }.map(\.token)
      if !reported.isEmpty { await change { $0.didReport(reported) } }
    }
    // Events that came meanwhile are reports of their own.
    if !isDone { unsent = (sent + unsent).suffix(Self.maximumUnsent) }
    flushing = nil
    if isDone, !unsent.isEmpty {
      flushing = Task { await flush() }
    }
  }

  /// - Returns: Whether the reports are not to be sent again.
  private func send(_ reports: [ScreenReport]) async -> Bool {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.timeoutInterval = options.timeout.rounded(.up)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    do {
      request.httpBody = try JSONEncoder().encode(ScreenReport.List(reports: reports))
      let status = try await sender.send(request).status
      // Besides 408 and 429, a status of the client's fault says that the server refuses it again.
      return (200..<300).contains(status) || (400..<500).contains(status) && status != 408 && status != 429
    } catch {
      return false
    }
  }

  // MARK: Breadcrumbs

  /// The version of a screen after which the app has crashed too often.
  func avoidedVersion(of route: String) async -> Int? { await known().avoidedVersion(of: route) }

  /// Notes a screen that is about to be shown, before it can crash the app. One that has settled does not crash the app.
  func willShow(_ route: String, _ shown: Breadcrumbs.Shown) async {
    if drawn[route]?.covers(shown) ?? false { return }
    await change { $0.show(route, shown) }
  }

  /// Starts the settling time of a screen that is shown. The first response of the server starts it again for a cached
  /// screen: during a rollout, some units get another version then, whose time starts, too. Another response changes the
  /// token alone.
  func shows(_ route: String, _ shown: Breadcrumbs.Shown, drawMs: Double? = nil, isCached: Bool) {
    if let earlier = drawn[route] {
      if earlier.covers(shown) { return }
      if earlier.shown.isSame(as: shown), !earlier.isCached {
        if !isCached { drawn[route]?.shown = shown }
        return
      }
      earlier.settling?.cancel()
    }
    lastWait += 1
    let wait = lastWait
    let settling = Task {
      do { try await options.clock.sleep(seconds: Self.settlingTime) } catch { return }
      await settled(route, wait)
    }
    drawn[route] = Drawn(shown: shown, isCached: isCached, drawMs: drawMs, wait: wait, settling: settling)
  }

  /// A screen was drawn. One from the cache counts when the server has confirmed it.
  func didDraw(_ route: String, _ shown: Breadcrumbs.Shown, drawMs: Double, isCached: Bool) async {
    await willShow(route, isCached ? confirmation(route, of: shown) ?? shown : shown)
    // It can have been confirmed meanwhile.
    let confirmed = isCached ? confirmation(route, of: shown) : shown
    // A version that was drawn before took as long.
    let earlier = drawn[route].flatMap { $0.shown.version == shown.version ? $0.drawMs : nil }
    if let token = confirmed?.token { add(["drawn"], token: token, drawMs: earlier ?? drawMs) }
    shows(route, confirmed ?? shown, drawMs: earlier ?? drawMs, isCached: confirmed == nil)
  }

  /// The server has confirmed a screen from the cache, which the app does not draw again.
  func didConfirm(_ route: String, _ shown: Breadcrumbs.Shown) async {
    confirmed[route] = shown
    guard let drawn = drawn[route], drawn.shown.version == shown.version, let drawMs = drawn.drawMs else {
      return
    }
    await didDraw(route, shown, drawMs: drawMs, isCached: false)
  }

  private func confirmation(_ route: String, of shown: Breadcrumbs.Shown) -> Breadcrumbs.Shown? {
    confirmed[route].flatMap { $0.version == shown.version ? $0 : nil }
  }

  private func settled(_ route: String, _ wait: Int) async {
    // The task of an earlier screen is cancelled, but can be past its wait.
    guard let own = drawn[route], own.wait == wait else { return }
    drawn[route]?.settling = nil
    if let token = own.shown.token { add(["settled"], token: token) }
    await change { $0.settle(route) }
  }

  /// The app may be ended from now on without a crash.
  func leave() async { await change { $0.leave() } }

  /// The breadcrumbs, read at the first use. What an earlier run of the app left is reported then.
  private func known() async -> Breadcrumbs {
    if let breadcrumbs { return breadcrumbs }
    guard let cache else {
      breadcrumbs = Breadcrumbs()
      return Breadcrumbs()
    }
    let stored = await cache.screen(for: Self.breadcrumbKey)
    // Another call can have read them meanwhile.
    if let breadcrumbs { return breadcrumbs }
    let left = stored.flatMap { try? JSONDecoder.screenKit.decode(Breadcrumbs.self, from: $0.body) }
    var own = left ?? Breadcrumbs()
    own.begin()
    breadcrumbs = own
    // At once, because the app may crash again.
    for token in own.unreported { add([Self.crash], token: token, gathers: false) }
    if own != (left ?? Breadcrumbs()) { await save(own) }
    return own
  }

  private func change(_ change: (inout Breadcrumbs) -> Void) async {
    _ = await known()
    guard var changed = breadcrumbs else { return }
    change(&changed)
    guard changed != breadcrumbs else { return }
    breadcrumbs = changed
    await save(changed)
  }

  private func save(_ breadcrumbs: Breadcrumbs) async {
    guard let cache, let body = try? JSONEncoder.screenKit.encode(breadcrumbs) else { return }
    // Without it, a crash is not seen.
    try? await cache.store(
      CachedScreen(body: body, confirmedAt: options.clock.now), for: Self.breadcrumbKey)
  }
}
