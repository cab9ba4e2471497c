import Foundation
import ScreenKit
import Testing

@Suite struct ScreenClientTests {
  let clock = RecordingClock()
  let warnings = Warnings()
  let base = URL(string: "https://screens.example.com/app/")

  private func client(
    _ transport: ScriptedTransport, cache: any ScreenCache = MemoryCache(), seed: ScreenSeed? = nil,
    configure: (inout ScreenClientConfiguration) -> Void = { _ in }
  ) throws -> ScreenClient<AppContent> {
    var configuration = ScreenClientConfiguration(baseURL: try #require(base))
    configure(&configuration)
    return try ScreenClient(
      configuration, registry: .samples, transport: transport, cache: cache, seed: seed, clock: clock,
      random: { 0.5 }, onWarning: warnings.sink)
  }

  @Test func `a request carries the user, the attributes, the release and the view types`() async throws {
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try client(transport) {
      $0.user = "jamie+1 &"
      $0.attributes = ["country": "KR", "beta": "true"]
      $0.release = "ios/1.3.0"
      $0.format = .screen
    }
    let snapshot = try await client.screen("menu/noodles")
    #expect(snapshot.texts == ["a"] && snapshot.source == .network && snapshot.version == 1)
    #expect(
      transport.requests.first?.url.absoluteString
        == "https://screens.example.com/app/screens/menu/noodles?format=screen&user=jamie%2B1%20%26&beta=true&country=KR"
    )
    #expect(
      transport.requests.first?.fields == [
        "Accept": "application/json", "Client-Release": "ios/1.3.0",
        "Accept-View-Types": "ONE_IMAGE, ONE_LINE_TEXT, TWO_LINE_TEXT",
      ])
  }

  @Test func `languages are weighted, and screens are cached for each list`() async throws {
    let transport = ScriptedTransport { request, _ in
      response([request.fields["Accept-Language"] ?? "none"])
    }
    let cache = MemoryCache()
    let german = try client(transport, cache: cache) { $0.languages = ["de-CH", "fr", "it"] }
    let texts = try await german.screen("home").texts
    #expect(texts == ["de-CH, fr;q=0.9, it;q=0.8"])
    let plain = try client(transport, cache: cache)
    await #expect(throws: ScreenClientError.notCached) { try await plain.screen("home", policy: .cacheOnly) }
    let cached = try await german.screen("home", policy: .cacheOnly)
    #expect(cached.texts == texts && cached.source == .cache)
    let many = try client(transport) { $0.languages = (0..<12).map { "l\($0)" } }
    #expect(try await many.screen("home").texts.first?.hasSuffix("l9;q=0.1, l10;q=0.1, l11;q=0.1") == true)
  }

  @Test func `each attempt gets new header fields, which do not replace the client's`() async throws {
    let transport = ScriptedTransport { _, number in
      number == 0 ? TransportResponse(status: 503) : response(["a"])
    }
    let tokens = Counter()
    let client = try client(transport) {
      $0.headerFields = { ["Authorization": "Bearer \(tokens.increment())", "ACCEPT": "text/html"] }
    }
    _ = try await client.screen("home")
    #expect(transport.requests.map { $0.fields["Authorization"] } == ["Bearer 1", "Bearer 2"])
    #expect(transport.requests.allSatisfy { $0.fields["ACCEPT"] == nil })
    #expect(transport.requests.allSatisfy { $0.fields["Accept"] == "application/json" })
  }

  @Test func `a request fails with the error of the header fields`() async throws {
    struct SignedOut: Error {}
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try client(transport) { $0.headerFields = { throw SignedOut() } }
    await #expect(throws: SignedOut.self) { try await client.screen("home", policy: .networkOnly) }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["", "/", "a//b", "a/", "../a", "a b", "a?b", "é", String(repeating: "a", count: 201)])
  func `an invalid route is not requested`(route: String) async throws {
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try client(transport)
    await #expect(throws: ScreenClientError.badRoute(route)) { try await client.screen(route) }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a reserved name is refused as an attribute`() {
    #expect(throws: ScreenClientError.reservedAttribute("version")) {
      try client(ScriptedTransport { _, _ in response([]) }) { $0.attributes = ["version": "3"] }
    }
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
    let cache = MemoryCache()
    let online = try client(ScriptedTransport { _, _ in response(["stored"]) }, cache: cache)
    _ = try await online.screen("home", policy: .networkOnly)
    let offline = try client(
      ScriptedTransport { _, _ in throw URLError(.notConnectedToInternet) }, cache: cache)
    if policy == .networkOnly {
      await #expect(throws: URLError.self) { try await offline.screen("home", policy: policy) }
    } else {
      #expect(try await offline.screen("home", policy: policy).texts == ["stored"])
    }
    if policy == .cacheOnly {
      await #expect(throws: ScreenClientError.notCached) { try await offline.screen("other", policy: policy) }
    } else {
      await #expect(throws: URLError.self) { try await offline.screen("other", policy: policy) }
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
    await #expect(throws: ScreenClientError.gone) { try await client.screen("home") }
    await #expect(throws: ScreenClientError.notCached) { try await client.screen("home", policy: .cacheOnly) }
  }

  @Test func `an error has the server's detail`() async throws {
    let problem = Data(#"{"title":"t","detail":"no screen hom; did you mean home?"}"#.utf8)
    let transport = ScriptedTransport { _, number in
      TransportResponse(status: number == 0 ? 404 : 400, body: problem)
    }
    let client = try client(transport)
    await #expect(throws: ScreenClientError.notFound("no screen hom; did you mean home?")) {
      try await client.screen("hom")
    }
    await #expect(throws: ScreenClientError.refused(status: 400, detail: "no screen hom; did you mean home?"))
    {
      try await client.screen("hom")
    }
  }

  @Test func `a response that is too large is refused`() async throws {
    let client = try client(ScriptedTransport { _, _ in response(["a"]) }) { $0.maximumBytes = 20 }
    await #expect(throws: ScreenClientError.tooLarge(20)) { try await client.screen("home") }
  }
}
