import BuiltPrograms
import Foundation
import ScreenKit
import SeededRandom
import TestFolders
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.serialized)
struct LiveServerTests {
  let server: LiveServer

  init() throws { server = try LiveServer() }

  /// A registry of all shipped view types that keeps contents as JSON.
  private static var registry: ViewRegistry {
    var registry = ViewRegistry { _, content in content }
    for name in [
      "ONE_LINE_TEXT", "TWO_LINE_TEXT", "ONE_IMAGE", "TITLE", "PLUS_TITLE", "AViewType", "BViewType",
      "RichViewType",
    ] { registry.register(name, JSONValue.self) { $0 } }
    return registry
  }

  private func client(
    user: String? = nil, _ configure: (inout ScreenClient.Options) -> Void = { _ in }
  ) -> ScreenClient {
    var options = ScreenClient.Options()
    configure(&options)
    return ScreenClient(server.url, views: Self.registry, user: user, options: options)
  }

  @Test func `every shipped screen is decoded in every shipped format`() async throws {
    let whole = client()
    for route in ["home", "menu", "welcome", "cafe", "settings", "rich"] {
      let reference = try await whole.screen(route)
      #expect(reference.screen.route == route && reference.version == 1 && reference.warnings.isEmpty)
      for format in WireFormat.shipped {
        let snapshot = try await client { $0.format = format }.screen(route)
        #expect(snapshot.warnings.isEmpty)
        #expect(snapshot.screen.items.map(\.viewType) == reference.screen.items.map(\.viewType))
        #expect(snapshot.screen.items.map(\.content) == reference.screen.items.map(\.content))
        #expect(!snapshot.screen.items.isEmpty)
      }
    }
    let settings = try await client { $0.format = .sections }.screen("settings")
    #expect(settings.screen.sections.map(\.header) == ["Account", "Notifications"])
  }

  @Test func `the server's format documents equal the shipped formats`() async throws {
    for format in WireFormat.shipped {
      let response = try await URLSessionTransport().response(
        to: URLRequest(url: server.url.appendingPathComponent("formats/\(format.name)")),
        maximumBytes: 1 << 20)
      let document = try JSONDecoder.screenKit.decode(JSONValue.self, from: response.body)
      #expect(try WireFormat(name: format.name, describedBy: document) == format)
    }
  }

  @Test func `an exported seed equals what the server sends`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("seed.json")
    let marquee = try BuiltProgram.url("marquee").path
    let export = try Program.run([
      marquee, "export", "--seed", "--data", server.data, "--output", file.path,
    ])
    try #require(export.status == 0, "\(export.output)")
    let seed = try ScreenSeed(contentsOf: file)
    #expect(seed.routes == ["cafe", "home", "menu", "rich", "settings", "welcome"])
    for route in seed.routes {
      let stored = try #require(seed.screen(route, format: "screen"))
      // curl sends no Accept-Encoding: the compressed response has another entity tag.
      let response = try Program.run([
        "curl", "-sSi", server.url.absoluteString + "/screens/\(route)?format=screen",
      ])
      let etag = try #require(stored.etag)
      #expect(response.output.hasSuffix("\r\n\r\n" + String(decoding: stored.body, as: UTF8.self)))
      #expect(response.output.contains("\r\nETag: \(etag)\r\n"))
      #expect(stored.version == 1)
    }
    // An app that starts without a server.
    var options = ScreenClient.Options()
    options.policy = .cacheFirst
    options.seed = seed
    let offline = ScreenClient(
      try #require(URL(string: "http://127.0.0.1:9")), views: Self.registry, options: options)
    let snapshot = try await offline.screen("settings")
    #expect(snapshot.screen.sections.map(\.header) == ["Account", "Notifications"])
    let unknown = try Program.run([marquee, "export", "--seed", "--format", "scren", "--data", server.data])
    #expect(unknown.status == 1)
    #expect(unknown.output == "marquee: unknown format scren; did you mean screen?\n")
  }

  @Test func `a user gets one variant`() async throws {
    let snapshot = try await client(user: "42").screen("home")
    #expect(snapshot.experiment == "home-price-first" && snapshot.variant == "price-first")
    #expect(snapshot.assignments == ["home-price-first": "price-first"])
    #expect(snapshot.screen.items.first?.id == "noodles")
  }

  @Test func `an unchanged screen is confirmed and a changed one arrives as a patch`() async throws {
    let client = client()
    let before = try await client.screen("rich")
    #expect(try await client.screen("rich").source == .notModified)
    try server.patch(
      "/admin/screens/rich", #"[{"op":"replace","path":"/items/0/content/title","value":"NEW"}]"#)
    let after = try await client.screen("rich")
    #expect(after.source == .delta && after.version == 2)
    #expect(after.screen.items.first?.content(as: JSONValue.self)?["title"] == "NEW")
    #expect(after.screen.items.dropFirst() == before.screen.items.dropFirst())
    let whole = try await self.client().screen("rich")
    #expect(whole.source == .network && whole.etag == after.etag && whole.screen == after.screen)
    #expect(try await client.screen("rich").source == .notModified)
  }

  @Test func `a reorder arrives as a move`() async throws {
    let client = client()
    var screens: [Screen] = []
    for try await snapshot in client.updates(of: "welcome") {
      screens.append(snapshot.screen)
      if screens.count == 2 { break }
      try server.put("/admin/screens/welcome/order", Data(#"["introduction","greeting"]"#.utf8))
    }
    let difference = ScreenDifference(from: try #require(screens.first), to: try #require(screens.last))
    #expect(difference.description == "move 0:1 to 0:0")
  }

  @Test func `the server leaves out what a registered release cannot show`() async throws {
    var registry = ViewRegistry()
    registry.register("BViewType", JSONValue.self) { $0 }
    try server.put("/admin/releases/ios/1.3.0", registry.releaseManifest())
    var options = ScreenClient.Options()
    options.release = "ios/1.3.0"
    let client = ScreenClient(server.url, views: registry, options: options)
    let snapshot = try await client.screen("welcome")
    // The server does not send what the release cannot show.
    #expect(snapshot.screen.items.map(\.viewType) == ["BViewType"] && snapshot.warnings.isEmpty)
    #expect(snapshot.downgraded == ["introduction": "dropped"])
  }

  @Test func `an app that walks through pages sees each item once, whatever is published`() async throws {
    func feed(_ ids: some Sequence<Int>) -> Data {
      let items = ids.map { #"{"id":"i\#($0)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#($0)"}}"# }
      return Data(#"{"pages":{"size":20},"items":[\#(items.joined(separator: ","))]}"#.utf8)
    }
    try server.put("/admin/screens/feed", feed(1...300))
    let client = client(user: "42")
    var walked: ScreenSnapshot?
    var count = 0
    for try await page in client.pages(of: "feed") {
      count += 1
      #expect(page.version == 1)
      if walked == nil { walked = page } else { walked?.append(page) }
      try server.put("/admin/screens/feed", feed((1...300).shuffled()))
    }
    #expect(count == 15)
    #expect(walked?.screen.items.map(\.id) == (1...300).map { "i\($0)" })
    #expect(walked?.screen.sections.count == 1)
    #expect(walked?.nextPage == nil)
    // Confirmed by a 304, the first page still says where the second one is.
    let first = try await client.screen("feed")
    let confirmed = try await client.screen("feed")
    #expect(confirmed.source == .notModified)
    #expect(confirmed.nextPage == first.nextPage)
    #expect(try await client.nextPage(after: confirmed)?.screen.items.count == 20)
    // Without ids, those of the pages are counted on.
    let plain = self.client { $0.format = .viewItems }
    var whole = try await plain.screen("feed")
    whole.append(try #require(try await plain.nextPage(after: whole)))
    #expect(Set(whole.screen.items.map(\.id)).count == 40)
    var expired = first
    expired.nextPage = URL(string: server.url.absoluteString + "/screens/feed?after=900.0.20.2.aa")
    await #expect(throws: ScreenError.pageExpired) { try await client.nextPage(after: expired) }
  }

  @Test(.timeLimit(.minutes(20)))
  func `six live screens use one connection, and one more loses no event`() async throws {
    let transport = CountingTransport()
    let client = client { $0.transport = transport }
    let routes = ["cafe", "home", "menu", "rich", "settings", "welcome"]
    let seen = SeenVersions()
    let following = routes.map { route in
      Task { for try await snapshot in client.updates(of: route) { await seen.add(route, snapshot.version) } }
    }
    defer { following.forEach { $0.cancel() } }
    for route in routes { await seen.wait(for: route, 1) }
    try server.put("/admin/screens/extra", Data(#"{"items":[]}"#.utf8))
    // A new set of screens opens the stream again. A version that appears meanwhile arrives all the same.
    let extra = Task {
      for try await snapshot in client.updates(of: "extra") { await seen.add("extra", snapshot.version) }
    }
    defer { extra.cancel() }
    await seen.wait(for: "extra", 1)
    try server.put("/admin/screens/welcome/order", Data(#"["introduction","greeting"]"#.utf8))
    try server.put("/admin/screens/extra", Data(#"{"items":[],"screenName":"Extra"}"#.utf8))
    await seen.wait(for: "welcome", 2)
    await seen.wait(for: "extra", 2)
    #expect(transport.streams.last == "routes=cafe,extra,home,menu,rich,settings,welcome")
    #expect(transport.most == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `more live screens than a stream has share several streams`() async throws {
    let routes = (0..<70).map { "many/\($0)" }
    for route in routes { try server.put("/admin/screens/\(route)", Data(#"{"items":[]}"#.utf8)) }
    let transport = CountingTransport()
    let client = client { $0.transport = transport }
    let seen = SeenVersions()
    let following = routes.map { route in
      Task { for try await snapshot in client.updates(of: route) { await seen.add(route, snapshot.version) } }
    }
    defer { following.forEach { $0.cancel() } }
    for route in routes { await seen.wait(for: route, 1) }
    for route in routes {
      try server.put("/admin/screens/\(route)", Data(#"{"items":[],"screenName":"New"}"#.utf8))
    }
    for route in routes { await seen.wait(for: route, 2) }
    let named = transport.streams.map { $0.split(separator: ",").count }
    #expect(named.max() == 64 && named.contains(6))
  }

  @Test func `an unknown route is answered with a similar one`() async throws {
    let client = client()
    let error = await #expect(throws: ScreenError.self) { try await client.screen("hom") }
    #expect(error?.code == .notFound && error?.message.contains("home") == true)
  }

  @Test func `a request can be cancelled at any moment`() async throws {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<60 {
      let client = client()
      let request = Task { try await client.screen("rich", policy: .networkOnly).version }
      for _ in 0..<Int.random(in: 0..<200, using: &generator) { await Task.yield() }
      request.cancel()
      switch await request.result {
      case .success(let version): #expect(version == 1)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  @Test func `an unreachable server is the transport's error`() async throws {
    let client = ScreenClient(try #require(URL(string: "http://127.0.0.1:1")), views: Self.registry)
    let error = await #expect(throws: ScreenError.self) { try await client.screen("home") }
    #expect(error?.code == .noResponse && error?.underlyingError is URLError)
  }
}

/// A transport that counts the event streams that are open at a time.
private final class CountingTransport: Transport, @unchecked Sendable {
  private let transport = URLSessionTransport()
  private let lock = NSLock()
  private var open = 0
  private var mostOpen = 0
  private var queries: [String] = []

  var most: Int { lock.withLock { mostOpen } }
  var streams: [String] { lock.withLock { queries } }

  func send(_ request: URLRequest) async throws -> (
    HTTPURLResponse, AsyncThrowingStream<Data, any Error>
  ) {
    guard request.path == "/events" else { return try await transport.send(request) }
    lock.withLock {
      queries.append(request.url?.query ?? "")
      open += 1
      mostOpen = max(mostOpen, open)
    }
    do {
      let (head, chunks) = try await transport.send(request)
      let counted = AsyncThrowingStream<Data, any Error> { continuation in
        let reading = Task {
          do {
            for try await chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in
          reading.cancel()
          self.lock.withLock { self.open -= 1 }
        }
      }
      return (head, counted)
    } catch {
      lock.withLock { open -= 1 }
      throw error
    }
  }
}

/// The versions that followers have received.
private actor SeenVersions {
  private var versions: [String: Int] = [:]
  private var waiting: [(route: String, version: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func add(_ route: String, _ version: Int?) {
    versions[route] = version
    for one in waiting where one.route == route && one.version == version { one.continuation.resume() }
    waiting.removeAll { $0.route == route && $0.version == version }
  }

  func wait(for route: String, _ version: Int) async {
    if versions[route] == version { return }
    await withCheckedContinuation { waiting.append((route, version, $0)) }
  }
}
