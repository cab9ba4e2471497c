import HTTPWire
import Screens
import Synchronization
import TestFolders
import Testing

@testable import ScreenAPI

/// Views, their states and their renditions are released when nobody uses them any more. Continuous integration runs
/// these tests under the address sanitizer, too.
@Suite struct ViewLifetimeTests {
  private static let token = "Authorization: Bearer secret"

  private static func definition(_ text: String) -> String {
    #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}]}"#
  }

  /// Weak references to objects, by kind.
  private struct Census {
    private final class Reference {
      weak var object: AnyObject?
      init(_ object: AnyObject) { self.object = object }
    }

    private var kinds: [String: [Reference]] = [:]

    mutating func add(_ kind: String, _ object: AnyObject?) {
      guard let object, !(kinds[kind] ?? []).contains(where: { $0.object === object }) else { return }
      kinds[kind, default: []].append(Reference(object))
    }

    /// Adds what a server, a session or a view consists of.
    mutating func add(_ api: ScreenAPI) {
      add("publisher", api.publisher)
      add("state", api.serving)
      let screens = api.serving.currentScreens
      add("screens", screens)
      guard case .served(let served)? = Array("home".utf8).withBytes({ screens.entry(route: $0) }) else {
        return
      }
      add("screen", served)
      add("version", served.current)
      add("prepared screen", served.ifPrepared)
      for rendition in served.ifPrepared?.defaults ?? [] { add("rendition", rendition) }
    }

    /// The number of objects that were added, and of those that are still alive.
    var counts: [String: (all: Int, live: Int)] {
      kinds.mapValues { ($0.count, $0.count { $0.object != nil }) }
    }
  }

  /// Delayed work, which the test runs.
  private final class DelayedWork: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])
    func add(_ one: @escaping @Sendable () -> Void) { work.withLock { $0.append(one) } }

    func runOnce() {
      let due = work.withLock { work in
        defer { work = [] }
        return work
      }
      for one in due { one() }
    }
  }

  private static func view(of name: String, _ fixture: APIFixture) throws -> ScreenAPI {
    let state = try #require(fixture.publisher.changeSets.state(of: name))
    return try #require(fixture.serving.changeSets?.current(name, state))
  }

  @Test(.bug(id: "F8")) func `a view of a change set ends with the next one, and the last one with its set`()
    throws
  {
    let delayed = DelayedWork()
    let fixture = try APIFixture(
      definition: Self.definition("0"),
      later: { _, work in
        delayed.add(work)
        return {}
      })
    func send(_ line: String, _ body: String = "", _ status: Int = 200) throws {
      let response = try fixture.send("\(line) HTTP/1.1", Self.token, body: body)
      #expect(response.status == status, "\(line): \(response.body)")
    }
    try send("POST /admin/changesets", #"{"name":"s"}"#, 201)
    var views = Census()
    let rounds = 20
    for round in 1...rounds {
      // A write in the set, and a publication outside of it: each makes the view outdated.
      try send("PUT /c/s/admin/screens/home", Self.definition("\(round)"))
      try send("GET /c/s/screens/home")
      views.add(try Self.view(of: "s", fixture))
      try send("PUT /admin/screens/other", Self.definition("\(round)"), round == 1 ? 201 : 200)
      try send("GET /c/s/screens/home?release=ios/1.0")
      try send("GET /c/s/admin/screens/home")
      try send("GET /c/s/preview/home")
      views.add(try Self.view(of: "s", fixture))
    }
    for (kind, count) in views.counts {
      #expect(count.all >= rounds, "\(kind)")
      #expect(count.live == 1, "\(kind)")
    }
    try send("DELETE /admin/changesets/s")
    delayed.runOnce()
    for (kind, count) in views.counts { #expect(count.live == 0, "\(kind)") }
  }

  @Test func `a session ends with all that it has published`() throws {
    let fixture = try APIFixture(definition: Self.definition("0"))
    var sessions = Census()
    for round in 1...5 {
      let begun = try fixture.send("POST /admin/sessions HTTP/1.1", Self.token)
      let path = try #require(begun.value(of: "location"))
      let written = try fixture.send(
        "PUT \(path)/admin/screens/home HTTP/1.1", Self.token, body: Self.definition("\(round)"))
      #expect(written.status == 200)
      #expect(try fixture.send("GET \(path)/screens/home HTTP/1.1").status == 200)
      let session = try #require(fixture.serving.sessions?.all.first)
      sessions.add(session.api)
      sessions.add("session", session)
      #expect(
        try fixture.send(
          "DELETE /admin/sessions/\(session.id.text) HTTP/1.1", Self.token
        ).status == 200)
    }
    for (kind, count) in sessions.counts {
      #expect(count.all == 5, "\(kind)")
      #expect(count.live == 0, "\(kind)")
    }
  }

  @Test(.bug(id: "F9")) func `a server that has stopped is released, also with open views and sessions`()
    throws
  {
    var server = Census()
    func use() throws {
      let fixture = try APIFixture(definition: Self.definition("0"))
      _ = try fixture.send("GET /screens/home HTTP/1.1")
      _ = try fixture.send("POST /admin/sessions HTTP/1.1", Self.token)
      _ = try fixture.send("POST /admin/changesets HTTP/1.1", Self.token, body: #"{"name":"s"}"#)
      _ = try fixture.send(
        "PUT /c/s/admin/screens/home HTTP/1.1", Self.token, body: Self.definition("1"))
      _ = try fixture.send("GET /c/s/screens/home HTTP/1.1")
      server.add(try Self.view(of: "s", fixture))
      server.add(fixture.api)
      fixture.serving.drain()
      fixture.serving.close()
    }
    try use()
    for (kind, count) in server.counts { #expect(count.live == 0, "\(kind)") }
  }
}
