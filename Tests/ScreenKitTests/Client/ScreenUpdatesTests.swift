import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct ScreenUpdatesTests {
  let clock = RecordingClock()
  let warnings = Warnings()

  private func client(
    _ transport: any Transport, cache: any CacheStore = MemoryStore(), user: String? = nil
  ) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.transport = transport
    options.clock = clock
    options.random = { 0.5 }
    options.log = warnings.log
    options.languages = []
    return ScreenClient(
      try #require(URL(string: "http://localhost")), views: .samples, user: user, cache: ScreenCache(cache),
      options: options)
  }

  private static func events(_ text: String) -> TransportResponse {
    TransportResponse(status: 200, fields: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
  }

  /// Collects the texts of all snapshots, and the error that ends the sequence.
  private func follow(
    _ client: ScreenClient, policy: CachePolicy? = nil
  ) async -> (texts: [[String]], error: (any Error)?) {
    var texts: [[String]] = []
    do {
      for try await snapshot in client.updates(of: "home", policy: policy) { texts.append(snapshot.texts) }
      return (texts, nil)
    } catch {
      return (texts, error)
    }
  }

  @Test func `an event leads to the new screen`() async throws {
    let fetches = Counter()
    let streams = Counter()
    let first = Gate()
    let second = Gate()
    let transport = ScriptedTransport { request, _ in
      guard request.path.hasSuffix("/events") else {
        let version = min(fetches.increment(), 2)
        return response(["\(version)"], version: version)
      }
      #expect(request.url?.query == "routes=home")
      switch streams.increment() {
      case 1:
        await first.wait()
        #expect(request.fields["Last-Event-ID"] == "home:1")
        return Self.events("retry: 5000\n\nevent: version\nid: home:2\ndata: {}\n\n")
      case 2: #expect(request.fields["Last-Event-ID"] == "home:2")
      default: break
      }
      await second.wait()
      return Self.events("event: deleted\nid: home:3\ndata: {}\n\n")
    }
    let client = try client(transport)
    var texts: [[String]] = []
    await #expect(throws: ScreenError.gone) {
      for try await snapshot in client.updates(of: "home") {
        texts.append(snapshot.texts)
        await (texts.count == 1 ? first : second).open()
      }
    }
    #expect(texts == [["1"], ["2"]])
    // A deleted screen is not shown again when there is no network.
    await #expect(throws: ScreenError.notCached) { try await client.screen("home", policy: .cacheOnly) }
    // The delay is the server's `retry` times 0.5 to 1.5; `random` gives 0.5 here.
    #expect(clock.sleeps.first == 5)
    #expect(warnings.kinds.isEmpty)
  }

  @Test func `a screen that an event announced is fetched again after a failure`() async throws {
    let fetches = Counter()
    let streams = Counter()
    let first = Gate()
    let second = Gate()
    let transport = ScriptedTransport { request, _ in
      if request.path.hasSuffix("/events") {
        if streams.increment() == 1 {
          await first.wait()
          return Self.events("event: version\nid: home:2\ndata: {}\n\n: still here\n\n")
        }
        await second.wait()
        return Self.events("event: deleted\nid: home:3\ndata: {}\n\n")
      }
      switch fetches.increment() {
      case 1: return response(["1"], version: 1)
      case 2: throw URLError(.timedOut)
      default: return response(["2"], version: 2)
      }
    }
    let client = try client(transport)
    var texts: [[String]] = []
    await #expect(throws: ScreenError.gone) {
      for try await snapshot in client.updates(of: "home") {
        texts.append(snapshot.texts)
        await (texts.count == 1 ? first : second).open()
      }
    }
    #expect(texts == [["1"], ["2"]])
    #expect(clock.sleeps.first == 2 && warnings.kinds == [.requestFailed])
  }

  @Test(arguments: [CachePolicy.staleWhileRevalidate, .networkFirst])
  func `a cached screen is fetched again until the server has sent it`(policy: CachePolicy) async throws {
    let cache = MemoryStore()
    _ = try await client(ScriptedTransport { _, _ in response(["old"]) }, cache: cache).screen("home")
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      // The stream is healthy, and nothing happens on it.
      if request.path.hasSuffix("/events") { await waitUntilCancelled() }
      if fetches.increment() < 4 { throw URLError(.timedOut) }
      return response(["new"], version: 2)
    }
    var texts: [[String]] = []
    for try await snapshot in try client(transport, cache: cache).updates(of: "home", policy: policy) {
      texts.append(snapshot.texts)
      if snapshot.source == .network { break }
    }
    #expect(texts == [["old"], ["new"]])
    #expect(clock.sleeps.prefix(3) == [2, 4, 8])
  }

  @Test func `a screen that the server does not have leaves the others their events`() async throws {
    let failed = Gate()
    let first = Gate()
    let transport = ScriptedTransport { request, _ in
      if request.path.hasSuffix("/ghost") {
        await failed.open()
        throw URLError(.timedOut)
      }
      guard request.path.hasSuffix("/events") else { return response(["x"]) }
      #expect(request.url?.query == "routes=home")
      await first.wait()
      return Self.events("event: deleted\nid: home:2\ndata: {}\n\n")
    }
    var options = ScreenClient.Options()
    options.transport = transport
    options.log = { _ in }
    let client = ScreenClient(
      try #require(URL(string: "http://localhost")), views: .samples, options: options)
    let ghost = Task { for try await _ in client.updates(of: "ghost") {} }
    await failed.wait()
    await #expect(throws: ScreenError.gone) {
      for try await _ in client.updates(of: "home") { await first.open() }
    }
    ghost.cancel()
  }

  @Test func `without events the client polls`() async throws {
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      if request.path.hasSuffix("/events") { return TransportResponse(status: 404) }
      return fetches.increment() == 13 ? TransportResponse(status: 410) : response(["x"], version: 1)
    }
    let (texts, error) = await follow(try client(transport))
    #expect(error as? ScreenError == .gone)
    // An unchanged screen is not yielded again.
    #expect(texts == [["x"]])
    #expect(clock.sleeps.count >= 12 && clock.sleeps.allSatisfy { $0 == 30 })
    // The client asks for events at the start and after each ten polls.
    let attempts = transport.requests.filter { $0.path.hasSuffix("/events") }.count
    #expect(attempts >= 2 && attempts <= clock.sleeps.count / 11 + 1)
  }

  @Test func `failures lead to polling and do not end the sequence`() async throws {
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      if request.path.hasSuffix("/events") { throw URLError(.networkConnectionLost) }
      let fetch = fetches.increment()
      if fetch < 5 { throw URLError(.networkConnectionLost) }
      return fetch == 7 ? TransportResponse(status: 404) : response(["x"])
    }
    let (texts, error) = await follow(try client(transport))
    #expect(error as? ScreenError == .notFound(nil))
    #expect(texts == [["x"]])
    // The delay doubles up to the interval of polls; `random` makes its factor 1 here.
    #expect(clock.sleeps.prefix(4) == [2, 4, 8, 16])
    #expect(warnings.kinds.allSatisfy { $0 == .requestFailed })
  }

  @Test func `a live screen is reloaded for a new user`() async throws {
    let transport = ScriptedTransport { request, _ in
      if request.path.hasSuffix("/events") { await waitUntilCancelled() }
      return response([request.url?.query ?? ""])
    }
    let client = try client(transport, user: "1")
    var texts: [[String]] = []
    for try await snapshot in client.updates(of: "home") {
      texts.append(snapshot.texts)
      if texts.count == 3 { break }
      await client.setUser(texts.count == 1 ? "2" : nil)
    }
    #expect(texts == [["format=screen&user=1"], ["format=screen&user=2"], ["format=screen"]])
  }

  @Test func `the cached screen comes first`() async throws {
    let cache = MemoryStore()
    _ = try await client(ScriptedTransport { _, _ in response(["old"]) }, cache: cache).screen("home")
    let shown = Gate()
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      await shown.wait()
      if request.path.hasSuffix("/events") { return Self.events("event: deleted\nid: home:3\ndata: x\n\n") }
      _ = fetches.increment()
      return response(["new"], version: 2)
    }
    var texts: [[String]] = []
    await #expect(throws: ScreenError.gone) {
      for try await snapshot in try client(transport, cache: cache).updates(
        of: "home", policy: .staleWhileRevalidate)
      {
        texts.append(snapshot.texts)
        await shown.open()
      }
    }
    #expect(texts.first == ["old"] && fetches.value == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a stream is opened again only after the earlier one has ended`() async throws {
    let open = Counter()
    let streams = AsyncStream.makeStream(of: String?.self)
    let transport = ScriptedTransport { request, _ in
      guard request.path.hasSuffix("/events") else { return response(["x"]) }
      #expect(open.increment() == 1)
      streams.continuation.yield(request.url?.query)
      await waitUntilCancelled()
      // The end of a request takes longer than the clock, which does not wait.
      for _ in 0..<1000 { await Task.yield() }
      open.decrement()
      throw CancellationError()
    }
    let client = try client(transport)
    let follow = { (route: String) in Task { for try await _ in client.updates(of: route) {} } }
    var opened = streams.stream.makeAsyncIterator()
    let home = follow("home")
    #expect(await opened.next() == "routes=home")
    // One more screen, one fewer, another one instead of the last one, and two that replace each other.
    let cafe = follow("cafe")
    #expect(await opened.next() == "routes=cafe,home")
    home.cancel()
    #expect(await opened.next() == "routes=cafe")
    cafe.cancel()
    let menu = follow("menu")
    while await opened.next() != "routes=menu" {}
    let rich = follow("rich")
    menu.cancel()
    while await opened.next() != "routes=rich" {}
    rich.cancel()
  }

  @Test func `leaving the sequence cancels its requests`() async throws {
    let ended = Gate()
    let transport = ScriptedTransport { request, _ in
      guard request.path.hasSuffix("/events") else { return response(["x"]) }
      await waitUntilCancelled()
      await ended.open()
      throw CancellationError()
    }
    let client = try client(transport)
    let follower = Task {
      for try await snapshot in client.updates(of: "home") { return snapshot.texts }
      return []
    }
    #expect(try await follower.value == ["x"])
    await ended.wait()
  }
}

/// A thread-safe counter.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }

  func increment() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }

  func decrement() { lock.withLock { number -= 1 } }
}
