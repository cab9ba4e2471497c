import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A model with a client and a scripted server.
@MainActor
@Suite struct ScreenModelTests {
  private func model(_ respond: @escaping ScriptedTransport.Respond) throws -> (ScreenModel, ScreenClient) {
    var options = ScreenClient.Options()
    options.transport = ScriptedTransport(respond)
    options.clock = RecordingClock()
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
