import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The routes, users, languages and header fields of requests.
@Suite struct ScreenClientRequestTests: ScriptedClientSuite {
  let clock = RecordingClock()
  let warnings = Warnings()

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
}
