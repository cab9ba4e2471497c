import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct ScreenClientTests {
  let clock = RecordingClock()
  let warnings = Warnings()
  let base = URL(string: "https://screens.example.com/app/")

  private func client(
    _ transport: ScriptedTransport, cache: any CacheStore = MemoryStore(), user: String? = nil,
    attributes: [String: String] = [:], configure: (inout ScreenClient.Options) -> Void = { _ in }
  ) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.transport = transport
    options.clock = clock
    options.random = { 0.5 }
    options.log = warnings.log
    options.languages = []
    configure(&options)
    return ScreenClient(
      try #require(base), views: .samples, user: user, attributes: attributes, cache: ScreenCache(cache),
      options: options)
  }

  @Test func `a request carries the user, the attributes, the release and the view types`() async throws {
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try client(
      transport, user: "jamie+1 &", attributes: ["country": "KR", "beta": "true"]
    ) {
      $0.release = "ios/1.3.0"
      $0.format = .screen
    }
    let snapshot = try await client.screen("menu/noodles")
    #expect(snapshot.texts == ["a"] && snapshot.source == .network && snapshot.version == 1)
    #expect(
      transport.requests.first?.url?.absoluteString
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
    let cache = MemoryStore()
    let german = try client(transport, cache: cache) { $0.languages = ["de-CH", "fr", "it"] }
    let texts = try await german.screen("home").texts
    #expect(texts == ["de-CH, fr;q=0.9, it;q=0.8"])
    let plain = try client(transport, cache: cache)
    await #expect(throws: ScreenError.notCached) { try await plain.screen("home", policy: .cacheOnly) }
    let cached = try await german.screen("home", policy: .cacheOnly)
    #expect(cached.texts == texts && cached.source == .cache)
    // Ten languages, each once, and only what is one.
    let many = try client(transport) {
      $0.languages = ["en_US", "no\ntag", "EN-us", ""] + (1..<12).map { "l\($0)" }
    }
    let field = try await many.screen("home").texts.first
    #expect(field?.hasPrefix("en-US, l1;q=0.9, ") == true && field?.hasSuffix(", l9;q=0.1") == true)
    #expect(ScreenClient.Options().languages == Locale.preferredLanguages)
  }

  @Test func `a snapshot says its language, also when it is cached`() async throws {
    let transport = ScriptedTransport { request, number in
      if number == 1 { return TransportResponse(status: 304) }
      var answer = response(["a"])
      if number == 0 {
        answer.fields = ["ETag": "\"v1\"", "Content-Language": " ar-EG , en"]
      } else if number == 3 {
        answer.fields = ["Content-Language": "not a tag"]
      }
      return answer
    }
    let client = try client(transport)
    for policy in [CachePolicy.networkOnly, .networkOnly, .cacheOnly] {
      let snapshot = try await client.screen("home", policy: policy)
      #expect(snapshot.language == "ar-EG" && snapshot.isRightToLeft == true)
    }
    // Without a language, and with something else.
    for _ in 0..<2 {
      let snapshot = try await client.screen("home")
      #expect(snapshot.language == nil && snapshot.isRightToLeft == nil)
    }
  }

  @Test(arguments: [
    ("ar", true), ("AR-eg", true), ("he", true), ("iw", true), ("fa_IR", true), ("ur-Latn", false),
    ("uz", false),
    ("uz-Arab-AF", true), ("uz-AF", true), ("pa-PK", true), ("pa-Guru-PK", false), ("en", false),
    ("ko-KR", false),
    ("en-x-arab", false), ("sr-Cyrl", false), ("zh-Hant-TW", false), ("", false),
  ])
  func `the script of a language says the direction`(tag: String, isRightToLeft: Bool) throws {
    let snapshot = ScreenSnapshot(screen: Screen(sections: []), language: tag)
    #expect(snapshot.isRightToLeft == isRightToLeft)
  }

  @Test func `a new user has an arm of their own, and the earlier closure is not asked`() async throws {
    let asked = Counter()
    let transport = ScriptedTransport { request, _ in response([request.url?.query ?? ""]) }
    let client = try client(transport, user: "1") {
      $0.arm = { _ in
        _ = asked.increment()
        return "a"
      }
    }
    #expect(try await client.screen("home").texts == ["format=screen&arm=a"])
    let before = asked.value
    await client.setUser("2", arm: { "b-\($0)" })
    #expect(try await client.screen("home").texts == ["format=screen&arm=b-home"])
    await client.setUser("3")
    #expect(try await client.screen("home").texts == ["format=screen&user=3"])
    #expect(asked.value == before)
  }

  @Test func `a transport does not change the configuration of its caller`() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = URLCache.shared
    configuration.requestCachePolicy = .returnCacheDataElseLoad
    configuration.httpMaximumConnectionsPerHost = 3
    _ = URLSessionTransport(configuration: configuration)
    #expect(configuration.urlCache != nil && configuration.requestCachePolicy == .returnCacheDataElseLoad)
    #expect(configuration.httpMaximumConnectionsPerHost == 3)
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
    #expect(transport.requests.allSatisfy { $0.fields["Accept"] == "application/json" })
  }

  @Test func `a request fails with the error of the header fields`() async throws {
    struct SignedOut: Error {}
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try client(transport) { $0.headerFields = { throw SignedOut() } }
    let error = await #expect(throws: ScreenError.self) {
      try await client.screen("home", policy: .networkOnly)
    }
    #expect(error?.code == .headerFieldsFailed && error?.underlyingError is SignedOut)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["", "/", "a//b", "a/", "../a", "a b", "a?b", "é", String(repeating: "a", count: 201)])
  func `an invalid route is not requested`(route: String) async throws {
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try client(transport)
    await #expect(throws: ScreenError.badRoute(route)) { try await client.screen(route) }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a reserved name is refused as an attribute`() async throws {
    let transport = ScriptedTransport { _, _ in response([]) }
    let client = try client(transport, attributes: ["version": "3"])
    await #expect(throws: ScreenError.reservedAttribute("version")) { try await client.screen("home") }
    #expect(transport.requests.isEmpty)
  }

  @Test func `another user has screens of their own`() async throws {
    let transport = ScriptedTransport { request, _ in response([request.url?.query ?? ""]) }
    let client = try client(transport, user: "1")
    #expect(try await client.screen("home").texts == ["format=screen&user=1"])
    await client.setUser("2", attributes: ["country": "KR"])
    await #expect(throws: ScreenError.notCached) { try await client.screen("home", policy: .cacheOnly) }
    #expect(try await client.screen("home").texts == ["format=screen&user=2&country=KR"])
    await client.setUser("1")
    #expect(try await client.screen("home", policy: .cacheOnly).texts == ["format=screen&user=1"])
    await client.setUser(nil)
    #expect(try await client.screen("home").texts == ["format=screen"])
  }

  @Test func `a request in progress is sent again for the new user`() async throws {
    let asked = Gate()
    let transport = ScriptedTransport { request, number in
      if number == 0 {
        await asked.open()
        await waitUntilCancelled()
      }
      return response([request.url?.query ?? ""])
    }
    let client = try client(transport, user: "1")
    let texts = Task { try await client.screen("home").texts }
    await asked.wait()
    await client.setUser("2")
    #expect(try await texts.value == ["format=screen&user=2"])
  }

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

  @Test func `an error has a code, a message, and what caused it`() async throws {
    let client = try client(ScriptedTransport { _, _ in throw URLError(.timedOut) })
    let late = await #expect(throws: ScreenError.self) { try await client.screen("home") }
    #expect(late?.code == .noResponse && (late?.underlyingError as? URLError)?.code == .timedOut)
    let garbled = try self.client(ScriptedTransport { _, _ in TransportResponse(status: 200) })
    let error = await #expect(throws: ScreenError.self) { try await garbled.screen("home") }
    #expect(error?.code == .unreadable && error?.underlyingError is DecodingError)
    #expect(error?.description.hasPrefix("the response is not a screen: ") == true)
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
