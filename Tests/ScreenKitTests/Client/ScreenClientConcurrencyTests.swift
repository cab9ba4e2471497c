import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct ScreenClientConcurrencyTests {
  let clock = RecordingClock()

  private func client(
    _ transport: ScriptedTransport, retry: RetryPolicy = RetryPolicy(), random: Double = 0.5
  ) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.retry = retry
    options.transport = transport
    options.clock = clock
    options.random = { random }
    return ScreenClient(try #require(URL(string: "http://localhost")), views: .samples, options: options)
  }

  private static func busy(_ retryAfter: String? = nil) -> TransportResponse {
    TransportResponse(status: 503, fields: retryAfter.map { ["Retry-After": $0] } ?? [:])
  }

  @Test func `retries of a busy server wait longer each time`() async throws {
    let transport = ScriptedTransport { _, number in number < 3 ? Self.busy() : response(["a"]) }
    let client = try client(transport, random: 0.5)
    #expect(try await client.screen("home").texts == ["a"])
    #expect(clock.sleeps == [0.25, 0.5, 1])
  }

  @Test func `a retry waits at least as long as Retry-After says`() async throws {
    let transport = ScriptedTransport { _, number in number < 1 ? Self.busy("7") : response(["a"]) }
    let client = try client(transport, random: 0.5)
    _ = try await client.screen("home")
    #expect(clock.sleeps == [7.25])
  }

  @Test func `Retry-After may be a date`() async throws {
    // The clock starts at 1970-01-12T13:46:40Z.
    let transport = ScriptedTransport { _, number in
      number < 1 ? Self.busy("Mon, 12 Jan 1970 13:46:50 GMT") : response(["a"])
    }
    _ = try await client(transport, random: 0).screen("home")
    #expect(clock.sleeps == [10])
  }

  @Test func `retries end`() async throws {
    let transport = ScriptedTransport { _, _ in Self.busy("3600") }
    let client = try client(transport)
    await #expect(throws: ScreenError.refused(status: 503, detail: nil)) {
      try await client.screen("home")
    }
    #expect(clock.sleeps.isEmpty)
    let patient = try self.client(
      ScriptedTransport { _, _ in Self.busy("nonsense") }, retry: RetryPolicy(maximumRetries: 2))
    await #expect(throws: ScreenError.self) { try await patient.screen("home") }
    #expect(clock.sleeps.count == 2)
  }

  @Test func `concurrent requests for a screen share one request`() async throws {
    let gate = Gate()
    let asked = Gate()
    let transport = ScriptedTransport { _, _ in
      await asked.open()
      await gate.wait()
      return response(["a"])
    }
    let client = try client(transport)
    let first = Task { try await client.screen("home").texts }
    await asked.wait()
    let others = (0..<20).map { _ in Task { try await client.screen("home").texts } }
    // A task that starts after the response arrived sends a request of its own.
    await gate.open()
    #expect(try await first.value == ["a"])
    for other in others { #expect(try await other.value == ["a"]) }
    #expect(transport.requests.count < 21)
  }

  @Test func `cancelling one caller leaves the others waiting`() async throws {
    let gate = Gate()
    let asked = Gate()
    let transport = ScriptedTransport { _, _ in
      await asked.open()
      await gate.wait()
      try Task.checkCancellation()
      return response(["a"])
    }
    let client = try client(transport)
    let leaving = Task { try await client.screen("home").texts }
    await asked.wait()
    let staying = Task { try await client.screen("home").texts }
    let second = Task { try await client.screen("home").texts }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    await gate.open()
    #expect(try await staying.value == ["a"])
  }

  @Test func `a request is cancelled when its last caller is cancelled`() async throws {
    let asked = Gate()
    let ended = Gate()
    let transport = ScriptedTransport { _, number in
      if number > 0 { return response(["again"]) }
      await asked.open()
      await waitUntilCancelled()
      await ended.open()
      throw CancellationError()
    }
    let client = try client(transport)
    let only = Task { try await client.screen("home").texts }
    await asked.wait()
    only.cancel()
    await #expect(throws: CancellationError.self) { try await only.value }
    await ended.wait()
    #expect(try await client.screen("home").texts == ["again"])
  }
}
