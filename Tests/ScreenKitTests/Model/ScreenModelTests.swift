import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A model with a client and a scripted server.
@MainActor
@Suite struct ScreenModelTests {
  private func model(
    clock: any ScreenClock = RecordingClock(), _ respond: @escaping ScriptedTransport.Respond
  ) throws -> (ScreenModel, ScreenClient) {
    var options = ScreenClient.Options()
    options.transport = ScriptedTransport(respond)
    options.clock = clock
    options.languages = []
    let client = ScreenClient(
      try #require(URL(string: "http://localhost")), views: .samples, user: "1", options: options)
    return (ScreenModel("home", client: client), client)
  }

  /// Waits until the model shows what is expected.
  private func wait(_ model: ScreenModel, until isExpected: @escaping (ScreenPhase) -> Bool) async {
    if isExpected(model.phase) { return }
    let (changes, source) = AsyncStream.makeStream(of: Void.self)
    model.onChange = { _ in source.yield() }
    for await _ in changes where isExpected(model.phase) { break }
    model.onChange = nil
  }

  @Test func `a view loads, refreshes, pages, and follows its user`() async throws {
    let (model, client) = try model { request, _ in
      if request.path.hasSuffix("/events") { await waitUntilCancelled() }
      let query = request.url?.query ?? ""
      if query.contains("after") { return response(["second"]) }
      var first = response([query])
      first = TransportResponse(
        status: 200, fields: ["ETag": "\"v1\"", "Link": "</x?after=1>; rel=\"next\""], body: first.body)
      return first
    }
    let view = Task { await model.run() }
    await wait(model) { $0.snapshot != nil }
    #expect(model.phase.snapshot?.texts == ["format=screen&user=1"])
    model.loadNextPage()
    await wait(model) { $0.snapshot?.screen.items.count == 2 }
    await model.refresh()
    #expect(!model.isRefreshing)
    await client.setUser("2")
    await wait(model) { $0.snapshot?.texts.first == "format=screen&user=2" }
    view.cancel()
    await view.value
    #expect(model.phase.snapshot != nil)
  }

  @Test func `a model that shows one phase asks no server`() async {
    let error = ScreenError(.noResponse, "The device is offline.")
    let screen = Screen(route: "home", sections: [])
    let snapshot = ScreenSnapshot(screen: screen, nextPage: URL(string: "http://localhost"))
    for phase in [ScreenPhase.loading, .content(snapshot), .stale(snapshot, error), .failed(error)] {
      let model = ScreenModel(showing: phase)
      model.appear()
      model.retry()
      model.loadNextPage()
      await model.refresh()
      #expect(model.phase == phase && !model.isRefreshing && !model.isLoadingPage)
      model.disappear()
      #expect(model.route == (phase.snapshot == nil ? "" : "home"))
    }
  }

  /// A clock whose delays end only when their task is cancelled.
  private struct StoppedClock: ScreenClock {
    var now: Date { Date(timeIntervalSince1970: 0) }

    func sleep(seconds: Double) async throws {
      await waitUntilCancelled()
      throw CancellationError()
    }
  }

  /// - Parameter fails: Whether the second fetch fails, so that the client waits before the next one, or hangs.
  @Test(.timeLimit(.minutes(20)), arguments: [true, false])
  func `the screen of an earlier user goes at once`(fails: Bool) async throws {
    let fetches = Counter()
    let isBehind = Gate()
    let second = Gate()
    let (model, client) = try model(clock: StoppedClock()) { request, _ in
      if request.path.hasSuffix("/events") {
        return TransportResponse(
          status: 200, fields: ["Content-Type": "text/event-stream"],
          body: Data("event: version\nid: home:2\ndata: {}\n\n".utf8))
      }
      if request.url?.query?.contains("user=2") == true { await second.wait() }
      if fetches.increment() == 2 {
        await isBehind.open()
        if !fails { await waitUntilCancelled() }
        throw URLError(.timedOut)
      }
      return response([request.url?.query ?? ""])
    }
    model.appear()
    await wait(model) { $0.snapshot != nil }
    await isBehind.wait()
    if fails { await wait(model) { $0.error != nil } }
    #expect(model.phase.snapshot?.texts == ["format=screen&user=1"])
    await client.setUser("2")
    await wait(model) { $0 == .loading }
    await second.open()
    await wait(model) { $0.snapshot?.texts == ["format=screen&user=2"] }
    // A view that was not visible when the user changed shows nothing of the earlier one when it appears.
    model.disappear()
    await client.setUser("3")
    model.appear()
    #expect(model.phase == .loading)
    model.disappear()
  }

  @Test(.timeLimit(.minutes(20)))
  func `a cached screen that is not fetched is replaced for the next user`() async throws {
    let (model, client) = try model { request, _ in response([request.url?.query ?? ""]) }
    for user in ["2", "1"] {
      await client.setUser(user)
      _ = try await client.screen("home")
    }
    let cached = ScreenModel("home", client: client, policy: .cacheOnly)
    cached.appear()
    await wait(cached) { $0.snapshot?.texts == ["format=screen&user=1"] }
    await client.setUser("2")
    await wait(cached) { $0.snapshot?.texts == ["format=screen&user=2"] }
    cached.disappear()
    #expect(model.phase == .loading)
  }

  @Test func `a failed screen is shown after a retry`() async throws {
    let attempts = Counter()
    let (model, _) = try model { request, _ in
      if request.path.hasSuffix("/events") { await waitUntilCancelled() }
      if attempts.increment() == 1 { return TransportResponse(status: 404) }
      return response(["a"])
    }
    model.appear()
    await wait(model) { $0.error != nil }
    #expect(model.phase == .failed(.notFound(nil)))
    model.retry()
    await wait(model) { $0.snapshot != nil }
    #expect(model.phase.snapshot?.texts == ["a"])
    model.disappear()
  }

  @Test func `a model that nobody keeps ends its requests`() async throws {
    let ended = Gate()
    var model: ScreenModel? = try self.model { request, _ in
      guard request.path.hasSuffix("/events") else { return response(["a"]) }
      await waitUntilCancelled()
      await ended.open()
      throw CancellationError()
    }.0
    model?.appear()
    if let model { await wait(model) { $0.snapshot != nil } }
    model = nil
    await ended.wait()
  }
}
