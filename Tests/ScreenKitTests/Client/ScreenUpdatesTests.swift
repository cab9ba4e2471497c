import Foundation
import ScreenKit
import Testing

@Suite struct ScreenUpdatesTests {
  let clock = RecordingClock()
  let warnings = Warnings()

  private func client(
    _ transport: any Transport, cache: any ScreenCache = MemoryCache()
  ) throws -> ScreenClient<AppContent> {
    try ScreenClient(
      ScreenClientConfiguration(baseURL: try #require(URL(string: "http://localhost")), pollInterval: 30),
      registry: .samples, transport: transport, cache: cache, clock: clock, random: { 0.5 },
      onWarning: warnings.sink)
  }

  private static func events(_ text: String) -> TransportResponse {
    TransportResponse(status: 200, fields: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
  }

  /// Collects the texts of all snapshots, and the error that ends the sequence.
  private func follow(
    _ client: ScreenClient<AppContent>, policy: CachePolicy? = nil
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
    let versions = Counter()
    let first = Gate()
    let transport = ScriptedTransport { request, _ in
      if request.url.path.hasSuffix("/events") {
        await first.wait()
        if versions.value == 1 {
          #expect(request.fields["Last-Event-ID"] == "1")
          return Self.events("retry: 5000\n\nevent: version\nid: 2\ndata: {}\n\n")
        }
        return Self.events("event: deleted\nid: 3\ndata: {}\n\n")
      }
      let version = min(versions.increment(), 2)
      return response(["\(version)"], version: version)
    }
    let client = try client(transport)
    var texts: [[String]] = []
    await #expect(throws: ScreenClientError.gone) {
      for try await snapshot in client.updates(of: "home") {
        texts.append(snapshot.texts)
        await first.open()
      }
    }
    #expect(texts == [["1"], ["2"]])
    // The delay is the server's `retry` times 0.5 to 1.5; `random` gives 0.5 here.
    #expect(clock.sleeps == [5])
    #expect(warnings.kinds.isEmpty)
  }

  @Test func `a screen that an event announced is fetched again after a failure`() async throws {
    let fetches = Counter()
    let streams = Counter()
    let first = Gate()
    let second = Gate()
    let transport = ScriptedTransport { request, _ in
      if request.url.path.hasSuffix("/events") {
        await first.wait()
        if streams.increment() == 1 {
          return Self.events("event: version\nid: 2\ndata: {}\n\n: still here\n\n")
        }
        await second.wait()
        return Self.events("event: deleted\nid: 3\ndata: {}\n\n")
      }
      switch fetches.increment() {
      case 1: return response(["1"], version: 1)
      case 2: throw URLError(.timedOut)
      default: return response(["2"], version: 2)
      }
    }
    let client = try client(transport)
    var texts: [[String]] = []
    await #expect(throws: ScreenClientError.gone) {
      for try await snapshot in client.updates(of: "home") {
        texts.append(snapshot.texts)
        await (texts.count == 1 ? first : second).open()
      }
    }
    #expect(texts == [["1"], ["2"]])
    #expect(clock.sleeps == [2] && fetches.value == 3)
  }

  @Test func `without events the client polls`() async throws {
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      if request.url.path.hasSuffix("/events") { return TransportResponse(status: 404) }
      let fetch = fetches.increment()
      if fetch == 13 { return TransportResponse(status: 410) }
      return response(["x"], version: 1)
    }
    let (texts, error) = await follow(try client(transport))
    #expect(error as? ScreenClientError == .gone)
    // An unchanged screen is not yielded again.
    #expect(texts == [["x"]])
    #expect(clock.sleeps == Array(repeating: 30, count: 12))
    // The client asks for events at the start and again after ten polls.
    #expect(transport.requests.filter { $0.url.path.hasSuffix("/events") }.count == 2)
  }

  @Test func `failures lead to polling and do not end the sequence`() async throws {
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      if request.url.path.hasSuffix("/events") { throw URLError(.networkConnectionLost) }
      let fetch = fetches.increment()
      if fetch < 5 { throw URLError(.networkConnectionLost) }
      return fetch == 7 ? TransportResponse(status: 404) : response(["x"])
    }
    let (texts, error) = await follow(try client(transport))
    #expect(error as? ScreenClientError == .notFound(nil))
    #expect(texts == [["x"]])
    #expect(clock.sleeps == [2, 2, 30, 30, 30, 30])
    #expect(warnings.kinds.allSatisfy { $0 == .requestFailed })
  }

  @Test func `the cached screen comes first`() async throws {
    let cache = MemoryCache()
    _ = try await client(ScriptedTransport { _, _ in response(["old"]) }, cache: cache).screen("home")
    let shown = Gate()
    let fetches = Counter()
    let transport = ScriptedTransport { request, _ in
      await shown.wait()
      if request.url.path.hasSuffix("/events") { return Self.events("event: deleted\ndata: x\n\n") }
      _ = fetches.increment()
      return response(["new"], version: 2)
    }
    var texts: [[String]] = []
    await #expect(throws: ScreenClientError.gone) {
      for try await snapshot in try client(transport, cache: cache).updates(
        of: "home", policy: .staleWhileRevalidate)
      {
        texts.append(snapshot.texts)
        await shown.open()
      }
    }
    #expect(texts.first == ["old"] && fetches.value == 1)
  }

  @Test func `leaving the sequence cancels its requests`() async throws {
    let ended = Gate()
    let transport = ScriptedTransport { request, _ in
      guard request.url.path.hasSuffix("/events") else { return response(["x"]) }
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
}
