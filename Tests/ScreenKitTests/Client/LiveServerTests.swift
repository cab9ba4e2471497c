import BuiltPrograms
import Foundation
import ScreenKit
import SeededRandom
import TestFolders
import Testing

@Suite(.serialized)
struct LiveServerTests {
  let server: LiveServer

  init() throws { server = try LiveServer() }

  /// A registry of all shipped view types that keeps contents as JSON.
  private static var registry: ViewRegistry<JSONValue> {
    var registry = ViewRegistry<JSONValue> { _, content in content }
    for name in [
      "ONE_LINE_TEXT", "TWO_LINE_TEXT", "ONE_IMAGE", "TITLE", "PLUS_TITLE", "AViewType", "BViewType",
      "RichViewType",
    ] { registry.register(name, JSONValue.self) { $0 } }
    return registry
  }

  private func client(
    _ configure: (inout ScreenClientConfiguration) -> Void = { _ in }
  ) throws -> ScreenClient<JSONValue> {
    var configuration = ScreenClientConfiguration(baseURL: server.url)
    configure(&configuration)
    return try ScreenClient(configuration, registry: Self.registry)
  }

  @Test func `every shipped screen is decoded in every shipped format`() async throws {
    let whole = try client()
    for route in ["home", "menu", "welcome", "cafe", "settings", "rich"] {
      let reference = try await whole.screen(route)
      #expect(reference.screen.route == route && reference.version == 1 && reference.warnings.isEmpty)
      for format in WireFormat.shipped {
        let snapshot = try await client { $0.format = format }.screen(route)
        #expect(snapshot.warnings.isEmpty)
        #expect(snapshot.screen.items.map(\.viewType) == reference.screen.items.map(\.viewType))
        #expect(snapshot.screen.items.map(\.value) == reference.screen.items.map(\.value))
        #expect(!snapshot.screen.items.isEmpty)
      }
    }
    let settings = try await client { $0.format = .sections }.screen("settings")
    #expect(settings.screen.sections.map(\.header) == ["Account", "Notifications"])
  }

  @Test func `the server's format documents equal the shipped formats`() async throws {
    for format in WireFormat.shipped {
      let response = try await URLSessionTransport().send(
        TransportRequest(url: server.url.appendingPathComponent("formats/\(format.name)")),
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
    var configuration = ScreenClientConfiguration(
      baseURL: try #require(URL(string: "http://127.0.0.1:9")), policy: .cacheFirst)
    configuration.retry = RetryPolicy(maximumRetries: 0)
    let offline = try ScreenClient(configuration, registry: Self.registry, seed: seed)
    let snapshot = try await offline.screen("settings")
    #expect(snapshot.screen.sections.map(\.header) == ["Account", "Notifications"])
    let unknown = try Program.run([marquee, "export", "--seed", "--format", "scren", "--data", server.data])
    #expect(unknown.status == 1)
    #expect(unknown.output == "marquee: unknown format scren; did you mean screen?\n")
  }

  @Test func `a user gets one variant`() async throws {
    let snapshot = try await client { $0.user = "42" }.screen("home")
    #expect(snapshot.experiment == "home-price-first" && snapshot.variant == "price-first")
    #expect(snapshot.assignments == ["home-price-first": "price-first"])
    #expect(snapshot.screen.items.first?.id == "noodles")
  }

  @Test func `an unchanged screen is confirmed and a changed one arrives as a patch`() async throws {
    let client = try client()
    let before = try await client.screen("rich")
    #expect(try await client.screen("rich").source == .notModified)
    try server.patch(
      "/admin/screens/rich", #"[{"op":"replace","path":"/items/0/content/title","value":"NEW"}]"#)
    let after = try await client.screen("rich")
    #expect(after.source == .delta && after.version == 2)
    #expect(after.screen.items.first?.value["title"] == "NEW")
    #expect(after.screen.items.dropFirst() == before.screen.items.dropFirst())
    let whole = try await self.client().screen("rich")
    #expect(whole.source == .network && whole.etag == after.etag && whole.screen == after.screen)
    #expect(try await client.screen("rich").source == .notModified)
  }

  @Test func `a reorder arrives as a move`() async throws {
    let client = try client()
    var models: [TableModel<JSONValue>] = []
    for try await snapshot in client.updates(of: "welcome") {
      models.append(TableModel(snapshot.screen))
      if models.count == 2 { break }
      try server.put("/admin/screens/welcome/order", Data(#"["introduction","greeting"]"#.utf8))
    }
    let changeset = TableChangeset(from: try #require(models.first), to: try #require(models.last))
    #expect(changeset.description == "move 0:1 to 0:0")
  }

  @Test func `the server leaves out what a registered release cannot show`() async throws {
    var registry = ViewRegistry<JSONValue> { _, content in content }
    registry.register("BViewType", JSONValue.self) { $0 }
    try server.put("/admin/releases/ios/1.3.0", registry.manifest.json())
    let client = try ScreenClient(
      ScreenClientConfiguration(baseURL: server.url, release: "ios/1.3.0"), registry: registry)
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
    let client = try client { $0.user = "42" }
    var walked: ScreenSnapshot<JSONValue>?
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
    let plain = try self.client { $0.format = .viewItems }
    var whole = try await plain.screen("feed")
    whole.append(try #require(try await plain.nextPage(after: whole)))
    #expect(Set(whole.screen.items.map(\.id)).count == 40)
    var expired = first
    expired.nextPage = URL(string: server.url.absoluteString + "/screens/feed?after=900.0.20.2.aa")
    await #expect(throws: ScreenClientError.pageExpired) { try await client.nextPage(after: expired) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `event streams leave connections for other requests`() async throws {
    let transport = URLSessionTransport()
    let home = server.url.appendingPathComponent("screens/home")
    var streams: [TransportStream] = []
    // A session opens at most 6 connections to one server.
    for _ in 0..<12 {
      let stream = try await transport.stream(
        TransportRequest(
          url: home.appendingPathComponent("events"), fields: ["Accept": "text/event-stream"]))
      #expect(stream.status == 200)
      streams.append(stream)
    }
    let screen = try await transport.send(TransportRequest(url: home), maximumBytes: 1 << 20)
    #expect(screen.status == 200)
    #expect(streams.count == 12)
  }

  @Test func `an unknown route is answered with a similar one`() async throws {
    let client = try client()
    let error = await #expect(throws: ScreenClientError.self) { try await client.screen("hom") }
    guard case .notFound(let detail?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("home"))
  }

  @Test func `a request can be cancelled at any moment`() async throws {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<60 {
      let client = try client()
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
    let client = try ScreenClient(
      ScreenClientConfiguration(baseURL: try #require(URL(string: "http://127.0.0.1:1"))),
      registry: Self.registry)
    await #expect(throws: URLError.self) { try await client.screen("home") }
  }
}
