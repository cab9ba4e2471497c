import SQLiteStore
import Screens
import Synchronization
import TestFolders
import Testing

@testable import ScreenAPI

/// A write whose state is no longer that of the store, because another node has changed it.
@Suite struct OutdatedViewTests {
  private static let token = "Authorization: Bearer secret"
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#

  /// A store that another node changes just before the next changes are saved.
  private final class ContendedStore: ScreenStore {
    private let base: SQLiteStore
    private let counts = Mutex<(outdated: Int, saved: Int)>((0, 0))

    init(_ base: SQLiteStore) { self.base = base }

    /// The number of times that changes were refused or saved.
    var attempts: Int { counts.withLock(\.saved) }

    func refuse(_ count: Int) { counts.withLock { $0 = (count, 0) } }

    func save(_ changes: StoreChanges) throws(StoreError) -> Int {
      let isOutdated = counts.withLock { counts in
        counts.saved += 1
        counts.outdated -= 1
        return counts.outdated >= 0
      }
      if isOutdated { throw .outdated }
      return try base.save(changes)
    }

    func load() throws(StoreError) -> StoreContents { try base.load() }
    func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
      try base.version(number, of: route)
    }
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

  private let folder: TemporaryFolder
  private let store: ContendedStore

  init() throws {
    folder = try TemporaryFolder()
    store = ContendedStore(try SQLiteStore(folder: folder.path("store")))
  }

  @Test func `a write in a set runs again with a new view, and has one response`() throws {
    let fixture = try APIFixture(definition: Self.definition, store: store)
    #expect(
      try fixture.send("POST /admin/changesets HTTP/1.1", Self.token, body: #"{"name":"s"}"#).status == 201)
    for (method, path, body) in [
      ("PUT", "home", #"{"items":[]}"#), ("PUT", "home/draft", #"{"items":[]}"#), ("DELETE", "home", ""),
    ] {
      store.refuse(2)
      let written = try fixture.send(
        "\(method) /c/s/admin/screens/\(path) HTTP/1.1", Self.token, "Idempotency-Key: \(method)\(path)",
        body: body)
      #expect((200..<300).contains(written.status), "\(path): \(written.body)")
      #expect(store.attempts == 3, "\(method) \(path)")
      #expect(written.value(of: "marquee-revision") != nil)
    }
    // A refusal ends the attempts.
    store.refuse(2)
    let refused = try fixture.send("PUT /c/s/admin/screens/home HTTP/1.1", Self.token, body: "{}")
    #expect(refused.status == 422 && store.attempts == 0, "\(refused.body)")
  }

  @Test func `a write outside of sets says that it can be sent again`() throws {
    let fixture = try APIFixture(definition: Self.definition, store: store)
    store.refuse(1)
    let refused = try fixture.send("PUT /admin/screens/home HTTP/1.1", Self.token, body: #"{"items":[]}"#)
    #expect(refused.status == 503 && store.attempts == 1, "\(refused.body)")
    #expect(refused.value(of: "retry-after") != nil)
  }
}
