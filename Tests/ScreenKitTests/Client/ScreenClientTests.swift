import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a client reads responses, and when it takes a screen from its cache.
@Suite struct ScreenClientTests: ScriptedClientSuite {
  let clock = RecordingClock()
  let warnings = Warnings()

  @Test func `each screen is measured`() async throws {
    let measured = Measured()
    let transport = ScriptedTransport { _, number in
      number == 0
        ? TransportResponse(
          status: 200, fields: ["ETag": "\"v1\"", "Screen-Downgraded": "promo=dropped"], body: body(["a"]))
        : TransportResponse(status: 304)
    }
    let client = try client(transport) { $0.metrics = measured.add }
    _ = try await client.screen("home")
    _ = try await client.screen("home")
    _ = try await client.screen("home", policy: .cacheOnly)
    #expect(measured.all.map(\.source) == [.network, .notModified, .cache])
    #expect(measured.all.map(\.bytes) == [body(["a"]).count, 0, 0])
    #expect(measured.all.allSatisfy { $0.route == "home" && $0.downgraded == ["promo": "dropped"] })
    #expect(measured.all.allSatisfy { $0.duration == 0 && $0.warningCount == 0 })
  }

  @Test(arguments: [WireFormat.screen, .viewItems])
  func `each page is measured`(format: WireFormat) async throws {
    let measured = Measured()
    let items = #"{"viewItems":[]}"#
    let page = format == .screen ? body(["a"]) : Data(items.utf8)
    let transport = ScriptedTransport { _, _ in
      TransportResponse(
        status: 200, fields: ["Link": "</x?after=1>; rel=\"next\"", "Screen-Downgraded": "promo=dropped"],
        body: page)
    }
    let client = try client(transport) {
      $0.metrics = measured.add
      $0.format = format
    }
    let first = try await client.screen("home")
    _ = try await client.nextPage(after: first)
    #expect(measured.all.map(\.route) == ["home", "home"])
    #expect(measured.all.map(\.bytes) == [page.count, page.count])
    #expect(measured.all.allSatisfy { $0.source == .network && $0.downgraded == ["promo": "dropped"] })
  }

  @Test func `an error has a code, a message, and what caused it`() async throws {
    let client = try client(ScriptedTransport { _, _ in throw URLError(.timedOut) })
    let late = await #expect(throws: ScreenError.self) { try await client.screen("home") }
    #expect(late?.code == .noResponse && (late?.underlyingError as? URLError)?.code == .timedOut)
    let garbled = try self.client(ScriptedTransport { _, _ in TransportResponse(status: 200) })
    let error = await #expect(throws: ScreenError.self) { try await garbled.screen("home") }
    #expect(error?.code == .unreadable && error?.underlyingError is DecodingError)
    #expect(error?.description.hasPrefix("the response is not a screen: ") == true)
  }

  @Test func `an error says in one line what is wrong with a response`() async throws {
    let client = try client(
      ScriptedTransport { _, _ in TransportResponse(status: 200, body: Data("{}".utf8)) })
    let error = await #expect(throws: ScreenError.self) { try await client.screen("home") }
    #expect(
      error?.message
        == "the response is not a screen: a list of items in the wire format \"screen\" is missing")
  }

  @Test func `an unchanged screen is confirmed with 304`() async throws {
    let transport = ScriptedTransport { request, number in
      if number == 0 { return response(["a"]) }
      #expect(request.fields["If-None-Match"] == "\"v1\"")
      return TransportResponse(status: 304, fields: ["ETag": "\"v1\""])
    }
    let client = try client(transport)
    _ = try await client.screen("home")
    clock.advance(60)
    let again = try await client.screen("home")
    #expect(again.source == .notModified && again.texts == ["a"] && again.confirmedAt == clock.now)
  }

  @Test func `a patch updates the cached screen`() async throws {
    let transport = ScriptedTransport { request, number in
      if number == 0 { return response(["a", "b", "c"]) }
      #expect(request.fields["A-IM"] == "json-patch")
      if number == 1 {
        return TransportResponse(
          status: 226,
          fields: ["IM": "json-patch", "Delta-Base": "\"v1\"", "ETag": "\"v2\"", "Screen-Version": "2"],
          body: Data(
            #"[{"op":"move","from":"/sections/0/items/2","path":"/sections/0/items/0"},{"op":"replace","path":"/version","value":2}]"#
              .utf8))
      }
      #expect(request.fields["If-None-Match"] == "\"v2\"")
      return TransportResponse(status: 304)
    }
    let client = try client(transport)
    _ = try await client.screen("home")
    let patched = try await client.screen("home")
    #expect(patched.source == .delta && patched.texts == ["c", "a", "b"] && patched.version == 2)
    #expect(try await client.screen("home").texts == ["c", "a", "b"])
    #expect(warnings.kinds.isEmpty)
  }

  @Test(arguments: [
    (#"[{"op":"remove","path":"/nothing"}]"#, "\"v1\""), ("{}", "\"v1\""), ("[", "\"v1\""),
    (#"[{"op":"remove","path":"/sections"}]"#, "\"v1\""), ("[]", "\"other\""),
  ])
  func `an unusable patch leads to a request for the whole screen`(patch: String, deltaBase: String)
    async throws
  {
    let transport = ScriptedTransport { request, number in
      switch number {
      case 0: return response(["a"])
      case 1:
        return TransportResponse(
          status: 226, fields: ["IM": "json-patch", "Delta-Base": deltaBase, "ETag": "\"v2\""],
          body: Data(patch.utf8))
      default:
        #expect(request.fields["If-None-Match"] == nil && request.fields["A-IM"] == nil)
        return response(["b"], version: 2)
      }
    }
    let client = try client(transport)
    _ = try await client.screen("home")
    let whole = try await client.screen("home")
    #expect(whole.source == .network && whole.texts == ["b"])
    #expect(warnings.kinds == [.deltaRefused] && transport.requests.count == 3)
  }

  @Test func `no patch is requested for a screen with a number that would lose digits`() async throws {
    let text = String(decoding: body(["a"]), as: UTF8.self)
    let transport = ScriptedTransport { request, _ in
      #expect(request.fields["A-IM"] == nil)
      return TransportResponse(
        status: 200, fields: ["ETag": "\"v1\""],
        body: Data((text.dropLast() + #","x":0.123456789012345678}"#).utf8))
    }
    let client = try client(transport)
    _ = try await client.screen("home")
    _ = try await client.screen("home")
    #expect(transport.requests.map { $0.fields["If-None-Match"] } == [nil, "\"v1\""])
  }

  @Test(arguments: CachePolicy.allCases) func `each policy behaves as documented without a network`(
    policy: CachePolicy
  ) async throws {
    let cache = MemoryStore()
    let online = try client(ScriptedTransport { _, _ in response(["stored"]) }, cache: cache)
    _ = try await online.screen("home", policy: .networkOnly)
    let offline = try client(
      ScriptedTransport { _, _ in throw URLError(.notConnectedToInternet) }, cache: cache)
    if policy == .networkOnly {
      await #expect(throws: ScreenError.self) { try await offline.screen("home", policy: policy) }
    } else {
      #expect(try await offline.screen("home", policy: policy).texts == ["stored"])
    }
    if policy == .cacheOnly {
      await #expect(throws: ScreenError.notCached) { try await offline.screen("other", policy: policy) }
    } else {
      await #expect(throws: ScreenError.self) { try await offline.screen("other", policy: policy) }
    }
  }

  @Test(arguments: CachePolicy.allCases) func `each policy behaves as documented with a network`(
    policy: CachePolicy
  ) async throws {
    let transport = ScriptedTransport { _, number in response(["\(number)"], version: number + 1) }
    let client = try client(transport)
    _ = try await client.screen("home")
    let snapshot = try await client.screen("home", policy: policy)
    let asksTheServer = policy == .networkFirst || policy == .networkOnly
    #expect(snapshot.texts == [asksTheServer ? "1" : "0"])
    #expect(snapshot.source == (asksTheServer ? .network : .cache))
  }

  @Test func `staleWhileRevalidate returns the cached screen and updates the cache`() async throws {
    let asked = Gate()
    let transport = ScriptedTransport { _, number in
      if number == 1 { await asked.open() }
      return response(["\(number)"], version: number + 1)
    }
    let client = try client(transport)
    _ = try await client.screen("home")
    #expect(try await client.screen("home", policy: .staleWhileRevalidate).texts == ["0"])
    await asked.wait()
    // This call either shares the request in progress or sends another one.
    #expect(["1", "2"].contains(try await client.screen("home", policy: .networkOnly).texts.first))
    #expect(try await client.screen("home", policy: .cacheOnly).texts != ["0"])
  }

  @Test func `downgraded items are reported for a cached screen too`() async throws {
    let transport = ScriptedTransport { _, _ in
      TransportResponse(
        status: 200, fields: ["Screen-Downgraded": "promo=fallback, price-card=dropped,,odd"],
        body: body(["a"]))
    }
    let client = try client(transport)
    let downgraded = ["promo": "fallback", "price-card": "dropped"]
    #expect(try await client.screen("home").downgraded == downgraded)
    #expect(try await client.screen("home", policy: .cacheOnly).downgraded == downgraded)
  }

  @Test func `a deleted screen is removed from the cache`() async throws {
    let transport = ScriptedTransport { _, number in
      number == 0 ? response(["a"]) : TransportResponse(status: 410)
    }
    let client = try client(transport)
    _ = try await client.screen("home")
    await #expect(throws: ScreenError.gone) { try await client.screen("home") }
    await #expect(throws: ScreenError.notCached) { try await client.screen("home", policy: .cacheOnly) }
  }

  @Test func `an error has the server's detail`() async throws {
    let problem = Data(#"{"title":"t","detail":"no screen hom; did you mean home?"}"#.utf8)
    let transport = ScriptedTransport { _, number in
      TransportResponse(status: number == 0 ? 404 : 400, body: problem)
    }
    let client = try client(transport)
    await #expect(throws: ScreenError.notFound("no screen hom; did you mean home?")) {
      try await client.screen("hom")
    }
    await #expect(throws: ScreenError.refused(status: 400, detail: "no screen hom; did you mean home?")) {
      try await client.screen("hom")
    }
  }

  @Test func `a response that is too large is refused`() async throws {
    let client = try client(ScriptedTransport { _, _ in response(["a"]) }) { $0.maximumBytes = 20 }
    await #expect(throws: ScreenError.tooLarge(20)) { try await client.screen("home") }
  }
}

/// Collects measurements from any thread.
private final class Measured: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [ScreenMetrics] = []

  var all: [ScreenMetrics] { lock.withLock { collected } }

  var add: @Sendable (ScreenMetrics) -> Void {
    { metrics in self.lock.withLock { self.collected.append(metrics) } }
  }
}
