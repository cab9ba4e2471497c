import Foundation
import JSONText
import SQLiteStore
import ScreenAPI
import Screens
import Synchronization
import TestFolders
import Testing

/// A stored version that cannot be read affects its screen alone, until the next version is published.
@Suite final class DamagedScreenTests {
  private static let token = "Authorization: Bearer secret"
  private static let secret = "/secret/marquee.sqlite"

  private let folder: TemporaryFolder
  private let store: DamagingStore
  private let reports = Reports()

  init() throws {
    folder = try TemporaryFolder()
    store = DamagingStore(try SQLiteStore(folder: folder.path))
  }

  deinit { store.close() }

  private static func definition(_ text: String, experiment: String? = nil) -> String {
    let variants = #"[{"key":"one"},{"key":"two"}]"#
    let running = experiment.map { #","experiment":{"key":"\#($0)","variants":\#(variants)}"# } ?? ""
    return #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}]\#(running)}"#
  }

  /// A server whose screen `home` has two intact versions and a damaged third one, which is current; the screen `menu`
  /// is intact.
  private func server() throws -> APIFixture {
    let files = [
      "home.json": Self.definition("1"), "menu.json": Self.definition("menu", experiment: "whole"),
    ]
    let before = try fixture(files)
    for text in ["2", "3"] {
      #expect(try put(before, Self.definition(text, experiment: "lost")).status == 200)
    }
    store.damage(try Route("home"), 3)
    return try fixture(files)
  }

  private func fixture(_ files: [String: String]) throws -> APIFixture {
    try APIFixture(
      definition: files["home.json"] ?? "", files: files, store: store,
      observers: [reports])
  }

  private func put(_ api: APIFixture, _ definition: String) throws -> APIFixture.Response {
    try api.send("PUT /admin/screens/home HTTP/1.1", Self.token, body: definition)
  }

  private func get(_ api: APIFixture, _ path: String) throws -> APIFixture.Response {
    try api.send("GET \(path) HTTP/1.1", Self.token)
  }

  @Test(arguments: [
    "/screens/home", "/screens/home?user=1", "/screens/home/explain?user=1", "/screens/home?version=3",
  ]) func `a public response says that the screen is not available, and no details`(
    path: String
  ) throws {
    let response = try get(try server(), path)
    #expect(response.status == 500)
    #expect(response.body.contains("/damaged-screen"))
    #expect(response.body.contains(#"the screen \"home\" is not available"#))
    for part in ["secret", "sqlite", "JSON", "1:1", "Damaged"] { #expect(!response.body.contains(part)) }
  }

  @Test func `an administrator sees the reason and the remedy`() throws {
    let api = try server()
    let current = try get(api, "/admin/screens/home")
    #expect(current.status == 500)
    #expect(current.body.contains(#"version 3 of the screen \"home\" cannot be read: it is not JSON"#))
    #expect(current.body.contains(#""hint":"roll the screen back"#))
    let stored = try get(api, "/admin/screens/home?version=3")
    #expect(stored.status == 500)
    #expect(stored.body.contains(Self.secret))
  }

  @Test func `all other screens, experiments and flags are available`() throws {
    let api = try server()
    #expect(try get(api, "/screens/menu?variant=one").status == 200)
    let all = try get(api, "/screens")
    #expect(all.status == 200)
    #expect(all.body.contains(#""route":"menu""#) && !all.body.contains(#""route":"home""#))
    #expect(try get(api, "/admin/experiments").body.contains(#""key":"whole""#))
    #expect(try get(api, "/admin/experiments/lost").status == 404)
    let flags = try api.send(
      "POST /ofrep/v1/evaluate/flags HTTP/1.1", body: #"{"context":{"targetingKey":"1"}}"#)
    #expect(flags.status == 200)
    #expect(flags.body.contains(#""key":"whole""#))
    let type = try api.send(
      "PUT /admin/view-types/TEXT HTTP/1.1", Self.token, body: APIFixture.viewType)
    #expect(type.status == 200)
  }

  @Test func `earlier versions, the history and the draft are available`() throws {
    let api = try server()
    #expect(try get(api, "/screens/home?version=2&variant=one").status == 200)
    #expect(try get(api, "/screens/home/explain?version=2&user=1").status == 200)
    #expect(try get(api, "/admin/screens/home/versions").body.contains(#"[{"version":3"#))
    #expect(try get(api, "/admin/screens/home/diff?from=1&to=2").status == 200)
    #expect(try get(api, "/admin/screens/home/diff").status == 500)
    let path = "/admin/screens/home/draft"
    let draft = try api.send("PUT \(path) HTTP/1.1", Self.token, body: Self.definition("4"))
    #expect(draft.status == 201)
    #expect(try get(api, "/screens/home?version=draft").status == 200)
    let publish = "POST /admin/screens/home/publish HTTP/1.1"
    #expect(try api.send(publish, Self.token, body: "{}").body == #"{"route":"home","version":4}"#)
    #expect(try get(api, "/screens/home").status == 200)
  }

  @Test func `a draft may begin from a damaged version, and conflict with it`() throws {
    let api = try server()
    let path = "/admin/screens/home/draft"
    let publish = "POST /admin/screens/home/publish HTTP/1.1"
    let old = try api.send("PUT \(path)?baseVersion=2 HTTP/1.1", Self.token, body: Self.definition("4"))
    #expect(old.status == 201)
    #expect(try api.send(publish, Self.token, body: "{}").body.contains("/draft-outdated"))
    #expect(try put(api, Self.definition("5")).status == 200)
    let damaged = try api.send(
      "PUT \(path)?baseVersion=3 HTTP/1.1", Self.token, body: Self.definition("6"))
    #expect(damaged.status == 200)
    #expect(try api.send(publish, Self.token, body: "{}").body.contains("/draft-outdated"))
  }

  @Test func `a rollback repairs the screen`() throws {
    let api = try server()
    let rollback = "POST /admin/screens/home/rollback HTTP/1.1"
    let damaged = try api.send(rollback, Self.token, body: #"{"version":3}"#)
    #expect(damaged.status == 500)
    let good = try api.send(rollback, Self.token, body: #"{"version":2}"#)
    #expect(good.status == 200)
    #expect(good.body.contains(#""version":4"#))
    #expect(try get(api, "/screens/home?variant=one").status == 200)
  }

  @Test func `a new version repairs the screen, also one from a file`() throws {
    let api = try server()
    #expect(try put(api, Self.definition("3", experiment: "lost")).body.contains(#""version":4"#))
    #expect(try get(api, "/screens/home?variant=one").status == 200)
    store.damage(try Route("home"), 4)
    let imported = try fixture(["home.json": Self.definition("from a file")])
    #expect(try get(imported, "/screens/home").body.contains("from a file"))
    #expect(try imported.publisher.screens.current(try Route("home")).version == 5)
  }

  @Test func `a damaged screen can be deleted`() throws {
    let api = try server()
    let deleted = try api.send("DELETE /admin/screens/home HTTP/1.1", Self.token)
    #expect(deleted.status == 200)
    #expect(try get(api, "/screens/home").status == 410)
  }

  @Test func `an edit that needs the content is refused`() throws {
    let api = try server()
    let order = try api.send("PUT /admin/screens/home/order HTTP/1.1", Self.token, body: #"["a"]"#)
    #expect(order.status == 500)
    #expect(order.body.contains("/damaged-screen"))
  }

  @Test func `the screen can be repaired within a session`() throws {
    let api = try server()
    let home = try Route("home")
    let author = Author(name: "test")
    let session = Publisher(forking: api.publisher, budget: OverlayBudget()) { ServingState() }
    #expect(throws: ScreensError.self) { try session.screens.current(home) }
    #expect(try session.screens.rollback(home, to: 2, by: author).version == 4)
    #expect(try session.screens.current(home).version == 4)
    #expect(try session.screens.publish(Array(Self.definition("x").utf8), at: home, by: author).version == 5)
    #expect(try get(api, "/screens/home").status == 500)
    // The damage is reported once, regardless of who finds it.
    #expect(reports.all.map(\.version) == [3])
  }

  @Test func `each damaged version is reported once`() throws {
    let api = try server()
    for path in ["/screens/home", "/screens/home?user=2", "/screens", "/admin/screens/home?version=3"] {
      _ = try get(api, path)
    }
    _ = try get(api, "/screens/menu")
    #expect(reports.all.map(\.version) == [3])
    #expect(reports.all.allSatisfy { $0.route.name == "home" && $0.isCurrent })
    #expect(try put(api, Self.definition("4")).status == 200)
    store.damage(try Route("home"), 1)
    for _ in 0..<2 { #expect(try get(api, "/screens/home?version=1").status == 500) }
    #expect(reports.all.map(\.version) == [3, 1])
    #expect(reports.all.last?.isCurrent == false)
  }

  @Test func `only administrators see the files in the error of a store`() throws {
    let api = try APIFixture(definition: Self.definition("1"), store: store)
    for text in ["2", "3"] { #expect(try put(api, Self.definition(text)).status == 200) }
    store.fail()
    let response = try get(api, "/screens/home?version=1")
    #expect(response.status == 503)
    #expect(!response.body.contains("secret"))
    #expect(try get(api, "/admin/screens/home?version=1").body.contains(Self.secret))
  }

  // MARK: Doubles

  /// The reported damage.
  private final class Reports: PublicationObserver {
    private let list = Mutex<[DamagedVersion]>([])
    var all: [DamagedVersion] { list.withLock { $0 } }
    func didFindDamage(_ damage: DamagedVersion) { list.withLock { $0.append(damage) } }
  }

  /// A store of which some versions, or all, cannot be read.
  private final class DamagingStore: ScreenStore {
    private struct Faults {
      var damaged: [(route: Route, version: Int)] = []
      var isFailing = false

      func isDamaged(_ number: Int, _ route: Route) -> Bool {
        damaged.contains { $0.route == route && $0.version == number }
      }
    }

    private let base: SQLiteStore
    private let faults = Mutex(Faults())

    init(_ base: SQLiteStore) { self.base = base }

    func damage(_ route: Route, _ version: Int) { faults.withLock { $0.damaged.append((route, version)) } }
    func fail() { faults.withLock { $0.isFailing = true } }
    func close() { base.close() }

    func load() throws(StoreError) -> StoreContents {
      var contents = try base.load()
      contents.screens = contents.screens.map { screen in
        faults.withLock { $0.isDamaged(screen.number, screen.route) }
          ? UnparsedVersion(route: screen.route, number: screen.number, definition: Array("?".utf8)) : screen
      }
      return contents
    }

    func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
      let (isDamaged, isFailing) = faults.withLock { ($0.isDamaged(number, route), $0.isFailing) }
      guard !isDamaged else { throw .damaged(secret + " is damaged") }
      guard !isFailing else { throw .unavailable(secret + " cannot be read") }
      return try base.version(number, of: route)
    }

    func save(_ changes: StoreChanges) throws(StoreError) -> Int { try base.save(changes) }
    func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
      try base.repeatableRequest(id)
    }
    func keep(
      _ response: KeptResponse, to request: RequestIdentity, at time: Double
    ) throws(StoreError) {
      try base.keep(response, to: request, at: time)
    }
    func versions(of route: Route, before: Int?, limit: Int) throws(StoreError) -> [VersionSummary] {
      try base.versions(of: route, before: before, limit: limit)
    }
    func drafts() throws(StoreError) -> [DraftSummary] { try base.drafts() }
    func draft(of route: Route) throws(StoreError) -> Draft? { try base.draft(of: route) }
    func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
      try base.audit(before: before, limit: limit)
    }
  }
}
