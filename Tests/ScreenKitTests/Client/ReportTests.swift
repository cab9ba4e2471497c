import Eventually
import Foundation
import ScreenKit
import TestFolders
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a client reports about screens of rollouts, with a scripted server.
@Suite struct ReportTests: ScriptedClientSuite {
  let clock = RecordingClock()
  let warnings = Warnings()

  private struct Sent: Decodable, Equatable {
    struct Report: Decodable, Equatable {
      let id: String
      let token: String
      let events: [String]
      let drawMs: Double?
      let release: String?
      let viewType: String?
    }

    let reports: [Report]
  }

  /// A server whose screens are of a rollout, with what it was told.
  private final class RolloutServer: Sendable {
    let transport: ScriptedTransport

    /// - Parameters:
    ///   - screen: the response to a request for a screen.
    ///   - status: that of the response to reports.
    init(status: Int = 202, _ screen: @escaping @Sendable (Int) -> TransportResponse) {
      transport = ScriptedTransport { request, number in
        if request.path.hasSuffix("/reports") { return TransportResponse(status: status) }
        if request.path.hasSuffix("/events") { await waitUntilCancelled() }
        return screen(number)
      }
    }

    var reports: [Sent.Report] {
      get throws {
        try transport.requests.filter { $0.path == "/app/reports" }.flatMap { request in
          try JSONDecoder().decode(Sent.self, from: request.httpBody ?? Data()).reports
        }
      }
    }

    var screens: [URLRequest] { transport.requests.filter { $0.path.contains("/screens/") } }

    func events(_ token: String) throws -> [String] {
      try reports.filter { $0.token == token }.flatMap(\.events).sorted()
    }

    /// Waits until the events of a token were reported.
    func wait(for events: [String], of token: String) async throws {
      let isThere = try await eventuallyHolds(within: patience) { try self.events(token) == events }
      let found = try self.events(token)
      #expect(isThere, "\(found)")
    }
  }

  /// A token of the first rollout.
  private static let token = "aaaaaaaaaaaaaaaa-1"

  private static func screen(
    _ texts: [String], version: Int = 1, token: String? = token
  ) -> TransportResponse {
    let whole = response(texts, version: version)
    var fields: HeaderFields = [
      "etag": "\"v\(version)\"", "screen-version": "\(version)",
    ]
    if let token {
      fields = ["etag": "\"v\(version)\"", "screen-version": "\(version)", "screen-report": token]
    }
    return TransportResponse(status: 200, fields: fields, body: whole.body)
  }

  @Test func `a drawn screen is reported with its time, and settles`() async throws {
    let server = RolloutServer { _ in Self.screen(["a"]) }
    let client = try client(server.transport) { $0.release = "ios/1.3.0" }
    let snapshot = try await client.screen("home")
    clock.advance(0.084)
    client.didDraw(snapshot)
    client.report("order-placed", after: snapshot)
    // Again: an event counts once.
    client.didDraw(snapshot)
    try await server.wait(for: ["drawn", "order-placed", "settled"], of: Self.token)
    let drawn = try #require(try server.reports.first { $0.events.contains("drawn") })
    #expect(drawn.drawMs == 84 && drawn.release == "ios/1.3.0" && drawn.id.count == 36)
    #expect(clock.sleeps.contains(5))
  }

  @Test func `a screen that is drawn again after it has settled is no crash at the next start`() async throws
  {
    let folder = try TemporaryFolder()
    let server = RolloutServer { _ in Self.screen(["a"]) }
    for _ in 0..<3 {
      let client = try client(server.transport, cache: DiskStore(folder: folder.url, clock: clock))
      let snapshot = try await client.screen("home")
      client.didDraw(snapshot)
      try await server.wait(for: ["drawn", "settled"], of: Self.token)
      await client.willShow(snapshot)
      server.transport.forget()
    }
  }

  @Test func `what cannot be shown is reported`() async throws {
    let damaged = #"""
      {"route":"home","version":1,"sections":[{"items":[
        {"id":"1","viewType":"HOLOGRAM","content":{}},
        {"id":"2","viewType":"ONE_LINE_TEXT","content":{"text1":7}}, 12]}]}
      """#
    let server = RolloutServer { _ in
      TransportResponse(
        status: 200, fields: ["screen-report": Self.token], body: Data(damaged.utf8))
    }
    _ = try await client(server.transport).screen("home")
    try await server.wait(for: ["content-failed", "item-unreadable", "unknown-view-type"], of: Self.token)
    #expect(try server.reports.first?.viewType == "HOLOGRAM")
  }

  @Test func `a screen that cannot be read at all is reported`() async throws {
    let server = RolloutServer { _ in
      TransportResponse(status: 200, fields: ["screen-report": Self.token], body: Data("{".utf8))
    }
    await #expect(throws: ScreenError.self) { try await client(server.transport).screen("home") }
    try await server.wait(for: ["content-failed"], of: Self.token)
  }

  @Test func `nothing is sent without a rollout, or if the app does not want it`() async throws {
    let without = RolloutServer { _ in Self.screen(["a"], token: nil) }
    let with = RolloutServer { _ in Self.screen(["a"]) }
    for (server, sends) in [(without, true), (with, false)] {
      let client = try client(server.transport) { $0.sendsReports = sends }
      let snapshot = try await client.screen("home")
      client.didDraw(snapshot)
      client.report("order-placed", after: snapshot)
      // What would be sent is sent before this screen's own report.
      let other = RolloutServer { _ in Self.screen(["b"]) }
      let second = try self.client(other.transport)
      second.didDraw(try await second.screen("home"))
      try await other.wait(for: ["drawn", "settled"], of: Self.token)
      #expect(try server.reports.isEmpty)
    }
  }

  @Test func `reports that fail are sent with the next event, and refused ones are not`() async throws {
    for (status, isSentAgain) in [(503, true), (422, false)] {
      let server = RolloutServer(status: status) { _ in Self.screen(["a"]) }
      let client = try client(server.transport) { $0.retry = RetryPolicy(maximumRetries: 0) }
      let snapshot = try await client.screen("home")
      client.report("first", after: snapshot)
      #expect(try await eventuallyHolds(within: patience) { try server.events(Self.token).contains("first") })
      let isSecondSent = try await eventuallyHolds(within: patience) {
        client.report("second-\(try server.reports.count)", after: snapshot)
        return try server.events(Self.token).contains { $0.hasPrefix("second") }
      }
      #expect(isSecondSent)
      #expect((try server.events(Self.token).count { $0 == "first" } > 1) == isSentAgain, "\(status)")
    }
  }

  @Test func `a version after which the app crashes twice is dropped and avoided`() async throws {
    let folder = try TemporaryFolder()
    // Version 2 as long as the app does not avoid it.
    let transport = ScriptedTransport { request, _ in
      if request.path.hasSuffix("/reports") { return TransportResponse(status: 202) }
      if request.fields["Screen-Avoid"] == "2" { return Self.screen(["old"], version: 1, token: nil) }
      if request.fields["If-None-Match"] == "\"v2\"" {
        return TransportResponse(status: 304, fields: ["screen-report": Self.token])
      }
      return Self.screen(["new"], version: 2)
    }
    // No screen settles before the app ends.
    let never = UnsettledClock()
    for start in 0..<3 {
      let client = try client(transport, cache: DiskStore(folder: folder.url, clock: never)) {
        $0.clock = never
      }
      let snapshot = try await client.screen("home")
      #expect(snapshot.texts == (start < 2 ? ["new"] : ["old"]))
      await client.willShow(snapshot)
    }
    let last = try #require(transport.requests.last { $0.path.contains("/screens/") })
    #expect(last.fields["If-None-Match"] == nil && last.fields["Cache-Control"] == "no-cache")
    #expect(last.fields["Screen-Avoid"] == "2")
    // Another version that settles ends it, and each crash was reported.
    let client = try client(transport, cache: DiskStore(folder: folder.url, clock: clock))
    client.didDraw(try await client.screen("home"))
    #expect(
      try await eventuallyHolds(within: patience) {
        try await client.screen("home", policy: .networkOnly).texts == ["new"]
      })
    let crashes = try transport.requests.filter { $0.path.hasSuffix("/reports") }
      .flatMap { try JSONDecoder().decode(Sent.self, from: $0.httpBody ?? Data()).reports }
      .filter { $0.events.contains("crash-after-screen") }
    #expect(crashes.allSatisfy { $0.token == Self.token } && !crashes.isEmpty)
  }

  @Test func `a screen that is confirmed before it has settled settles for the confirmation`() async throws {
    let second = "aaaaaaaaaaaaaaaa-2"
    let server = RolloutServer { number in
      number == 0
        ? Self.screen(["a"]) : TransportResponse(status: 304, fields: ["screen-report": second])
    }
    let settling = SettlingClock()
    let client = try client(server.transport) { $0.clock = settling }
    client.didDraw(try await client.screen("home"))
    #expect(await eventuallyHolds(within: patience) { settling.waiting == 1 })
    await client.didConfirm(try await client.screen("home"))
    settling.settle()
    try await server.wait(for: ["settled"], of: second)
    #expect(try server.events(Self.token) == ["drawn"])
    // What has settled does not begin again for another confirmation of the same rollout.
    await client.didConfirm(try await client.screen("home"))
    #expect(settling.begun == 1)
  }

  @Test func `what another user gets settles again`() async throws {
    let count = Counter()
    let server = RolloutServer { _ in Self.screen(["a"], token: "aaaaaaaaaaaaaaaa-\(count.increment())") }
    let client = try client(server.transport)
    client.didDraw(try await client.screen("home"))
    try await server.wait(for: ["drawn", "settled"], of: "aaaaaaaaaaaaaaaa-1")
    await client.setUser("2")
    client.didDraw(try await client.screen("home"))
    try await server.wait(for: ["drawn", "settled"], of: "aaaaaaaaaaaaaaaa-2")
  }

  @Test func `a model that gets a confirmation crashes with it`() async throws {
    let folder = try TemporaryFolder()
    let server = RolloutServer { number in
      number == 0
        ? Self.screen(["a"], token: nil)
        : TransportResponse(status: 304, fields: ["screen-report": Self.token])
    }
    let unsettled = UnsettledClock()
    func start() throws -> ScreenClient {
      try self.client(server.transport, cache: DiskStore(folder: folder.url, clock: unsettled)) {
        $0.clock = unsettled
      }
    }
    _ = try await start().screen("home")
    let model = await ScreenModel("home", client: try start())
    let (confirmed, source) = AsyncStream.makeStream(of: Void.self)
    await MainActor.run {
      model.onChange = { _ in
        model.didDraw()
        if case .content = model.phase { source.yield() }
      }
      model.appear()
    }
    for await _ in confirmed { break }
    // The app ends here.
    _ = try await start().screen("home")
    let isReported = try await eventuallyHolds(within: patience) {
      try server.events(Self.token).contains("crash-after-screen")
    }
    #expect(isReported)
    await model.disappear()
  }

  @Test(arguments: [true, false])
  func `a cached screen that the server confirms is reported without another draw`(
    isDrawnFirst: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let (drawn, confirmed) = (Gate(), Gate())
    let transport = ScriptedTransport { request, number in
      if request.path.hasSuffix("/reports") { return TransportResponse(status: 202) }
      if request.path.hasSuffix("/events") {
        // The stream is opened after the confirmation.
        await confirmed.open()
        await waitUntilCancelled()
      }
      if number == 0 { return Self.screen(["a"], token: nil) }
      if isDrawnFirst { await drawn.wait() }
      return TransportResponse(status: 304, fields: ["screen-report": Self.token])
    }
    let client = try client(transport, cache: DiskStore(folder: folder.url, clock: clock))
    _ = try await client.screen("home")
    let following = Task {
      for try await snapshot in client.updates(of: "home", policy: .staleWhileRevalidate) {
        if !isDrawnFirst { await confirmed.wait() }
        client.didDraw(snapshot)
        // The second draw changes nothing.
        client.didDraw(snapshot)
        await drawn.open()
      }
    }
    func events() throws -> [String] {
      try transport.requests.filter { $0.path.hasSuffix("/reports") }
        .flatMap { try JSONDecoder().decode(Sent.self, from: $0.httpBody ?? Data()).reports }
        .filter { $0.token == Self.token }.flatMap(\.events).sorted()
    }
    #expect(try await eventuallyHolds(within: patience) { try events() == ["drawn", "settled"] })
    following.cancel()
  }

  @Test func `a crash is reported at each start until the server has taken it`() async throws {
    let folder = try TemporaryFolder()
    let unsettled = UnsettledClock()
    func start(_ status: Int) throws -> (server: RolloutServer, client: ScreenClient) {
      let server = RolloutServer(status: status) { _ in Self.screen(["a"]) }
      let cache = DiskStore(folder: folder.url, clock: unsettled)
      let client = try client(server.transport, cache: cache) {
        $0.clock = unsettled
        $0.retry = RetryPolicy(maximumRetries: 0)
      }
      return (server, client)
    }
    let first = try start(202)
    await first.client.willShow(try await first.client.screen("home"))
    for status in [503, 503, 202] {
      let (server, client) = try start(status)
      _ = try await client.screen("home")
      try await server.wait(for: ["crash-after-screen"], of: Self.token)
      // The note that it was sent is in the cache before a second event is sent.
      client.report("later", after: try await client.screen("home"))
      let isSent = try await eventuallyHolds(within: patience) {
        try server.events(Self.token).contains("later")
      }
      #expect(isSent)
    }
    let last = try start(202)
    last.client.report("only", after: try await last.client.screen("home"))
    try await last.server.wait(for: ["only"], of: Self.token)
  }

  @Test func `an app that goes to the background has not crashed`() async throws {
    let folder = try TemporaryFolder()
    let server = RolloutServer { _ in Self.screen(["a"]) }
    for _ in 0..<3 {
      let client = try client(server.transport, cache: DiskStore(folder: folder.url, clock: UnsettledClock()))
      {
        $0.clock = UnsettledClock()
      }
      await client.willShow(try await client.screen("home"))
      await client.didEnterBackground()
    }
    let client = try client(server.transport, cache: DiskStore(folder: folder.url, clock: clock))
    client.didDraw(try await client.screen("home"))
    try await server.wait(for: ["drawn", "settled"], of: Self.token)
    #expect(server.screens.allSatisfy { $0.fields["Screen-Avoid"] == nil })
  }

  @Test @MainActor func `a model reports what it shows, and a confirmed screen as long as its draw took`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = RolloutServer { number in
      number == 0
        ? Self.screen(["a"], token: nil)
        : TransportResponse(status: 304, fields: ["screen-report": Self.token])
    }
    let client = try client(server.transport, cache: DiskStore(folder: folder.url, clock: clock))
    _ = try await client.screen("home")
    let model = ScreenModel("home", client: client)
    let clock = clock
    model.onChange = { _ in
      if case .stale = model.phase { clock.advance(0.25) }
      model.didDraw()
    }
    model.appear()
    try await server.wait(for: ["drawn", "settled"], of: Self.token)
    #expect(try server.reports.first { $0.events.contains("drawn") }?.drawMs == 250)
    model.disappear()
  }
}

/// Other tests of this target run compilers, and leave no thread for minutes.
private let patience = Duration.seconds(1200)

/// A clock by which no screen settles.
private struct UnsettledClock: ScreenClock {
  var now: Date { Date(timeIntervalSince1970: 1_000_000) }

  func sleep(seconds: Double) async throws {
    guard seconds == 5 else { return await Task.yield() }
    await waitUntilCancelled()
    throw CancellationError()
  }
}
