import Dispatch
import JSONText
import ScreenStoreSuite
import Synchronization
import Testing

@testable import Screens

/// Readers beside a writer whose store waits for the disk.
@Suite struct PublisherConcurrencyTests {
  private static let author = Author(name: "test")
  private let store = BlockingStore()
  private let publisher: Publisher
  private let home: Route

  private static func definition(_ text: String, experiment key: String = "price") -> [UInt8] {
    let item = #"{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}"#
    let experiment = #"{"key":"\#(key)","variants":[{"key":"x"},{"key":"y"}]}"#
    return Array(#"{"items":[\#(item)],"experiment":\#(experiment)}"#.utf8)
  }

  init() throws {
    home = try Route("home")
    var contents = StoreChanges()
    let catalogue = try Fixture.catalogue()
    contents.documents[.viewType] = catalogue.viewTypes.mapValues(\.schema)
    contents.documents[.format] = catalogue.formats.mapValues(\.json)
    try store.save(contents)
    var problems: [FileProblem] = []
    publisher = try Publisher(
      store: store, observers: [store.observer], clock: { 1_700_000_000 }, problems: &problems)
    try #require(problems.isEmpty)
    _ = try publisher.screens.publish(Self.definition("one"), at: home, by: Self.author)
    _ = try publisher.drafts.save(Self.definition("draft"), of: home, by: Self.author)
    _ = try publisher.changeSets.create("spring", message: nil, lifetime: nil, by: Self.author)
  }

  /// Runs a write on another thread, and signals its end.
  private static func begin(
    signalling written: DispatchSemaphore, _ write: @escaping @Sendable () throws -> Void
  ) {
    DispatchQueue(label: "test.writer").async {
      do { try write() } catch { Issue.record(error) }
      written.signal()
    }
  }

  /// Begins a publication that waits for the disk until the store is unblocked.
  /// - Returns: what is signalled at its end.
  private func publishToBlockedStore() -> DispatchSemaphore {
    let (publisher, home, written) = (publisher, home, DispatchSemaphore(value: 0))
    store.block()
    Self.begin(signalling: written) {
      _ = try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author)
    }
    store.waitForSave()
    return written
  }

  /// Runs a body on another thread.
  /// - Returns: whether it ended within a minute.
  private func ends(_ body: @escaping @Sendable () throws -> Void) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "test.reader").async {
      do { try body() } catch { Issue.record(error) }
      ended.signal()
    }
    return ended.wait(timeout: .now() + 60) == .success
  }

  /// A read, with the number that it returns before the publication.
  struct Read: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: Int?
    let run: @Sendable (Publisher, Route) throws -> Int?

    private init(
      _ name: String, _ expected: Int?, _ run: @escaping @Sendable (Publisher, Route) throws -> Int?
    ) {
      testDescription = name
      self.expected = expected
      self.run = run
    }

    static let all: [Read] = [
      Read("current", 1) { try $0.screens.current($1).version },
      Read("newestVersion", 1) { $0.screens.newestVersion(of: $1) },
      Read("screens", 1) { publisher, _ in publisher.screens.all.first?.version },
      Read("catalogue", 2) { publisher, _ in publisher.catalogue.viewTypes.count },
      Read("version", 1) { try $0.screens.version(1, of: $1).number },
      Read("screen of a version", 1) { try $0.screens.screen($1, version: 1).version },
      Read("versions", 1) { try $0.screens.versions(of: $1, before: nil, limit: 9).first?.number },
      Read("draft", 1) { try $0.drafts.draft(of: $1).draft.baseVersion },
      Read("preview", 2) { try $0.drafts.preview(of: $1).version },
      Read("experiments", 1) { publisher, _ in publisher.experiments.all().count },
      Read("experiment", 1) { publisher, _ in try publisher.experiments.withKey("price").screen.version },
      Read("audit", 3) { publisher, _ in try publisher.audit.entries(before: nil, limit: 9).count },
      Read("session", 1) { publisher, route in
        Publisher(forking: publisher, budget: OverlayBudget()) { IgnoringObserver() }
          .screens.newestVersion(of: route)
      },
      Read("view of a change set", 1) { publisher, route in
        publisher.changeSets.view(of: "spring", budget: OverlayBudget()) { IgnoringObserver() }?
          .publisher.screens.newestVersion(of: route)
      },
    ]
  }

  @Test(arguments: Read.all)
  func `a read returns while a publication is being stored`(_ read: Read) throws {
    let (publisher, home) = (publisher, home)
    let written = publishToBlockedStore()
    let hasReturned = ends {
      let value = try read.run(publisher, home)
      #expect(value == read.expected)
    }
    #expect(hasReturned)
    store.unblock()
    #expect(written.wait(timeout: .now() + 60) == .success)
    #expect(try publisher.screens.current(home).version == 2)
  }

  @Test func `the observer sees each publication in the state and in order`() throws {
    let (publisher, home) = (publisher, home)
    store.observer.onPublish = { version in
      #expect(publisher.screens.newestVersion(of: home) == version)
      #expect((try? publisher.screens.version(version, of: home))?.number == version)
    }
    defer { store.observer.onPublish = nil }
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      do {
        _ = try publisher.screens.publish(Self.definition("text \(index)"), at: home, by: Self.author)
      } catch {
        Issue.record(error)
      }
    }
    #expect(store.observer.versions == Array(1...9))
  }

  /// A write that publishes a version of a screen with two versions and a draft.
  struct Write: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Publisher, Route) throws -> PublishOutcome

    private init(_ name: String, _ run: @escaping @Sendable (Publisher, Route) throws -> PublishOutcome) {
      testDescription = name
      self.run = run
    }

    static let all: [Write] = [
      Write("publish") {
        try $0.screens.publish(definition("third", experiment: $1.name), at: $1, by: author)
      },
      Write("edit") {
        try $0.screens.edit($1, by: author, via: .patch) { (screen, _) throws(ScreensError) in
          let patch = try DefinitionPatch(Array(#"{"screenName":"Edited"}"#.utf8), kind: .mergePatch)
          return try patch.apply(to: screen.definition.json)
        }
      },
      Write("rollback") { try $0.screens.rollback($1, to: 1, by: author) },
      Write("publishDraft") { try $0.drafts.publish(of: $1, by: author) },
      Write("editExperiment") {
        try $0.experiments.edit(
          $1.name, by: author, ExperimentEdit(Array(#"{"coverage":0.5}"#.utf8)), allowsReassignment: true)
      },
    ]
  }

  /// A screen that every ``Write`` can change.
  private func makeMenu() throws -> Route {
    let menu = try Route("menu")
    for text in ["first", "second"] {
      _ = try publisher.screens.publish(
        Self.definition(text, experiment: menu.name), at: menu, by: Self.author)
    }
    _ = try publisher.drafts.save(
      Self.definition("draft", experiment: menu.name), of: menu, by: Self.author)
    return menu
  }

  @Test(arguments: Write.all)
  func `a version is prepared while another publication is being stored`(_ write: Write) throws {
    let (publisher, menu) = (publisher, try makeMenu())
    let prepared = DispatchSemaphore(value: 0)
    let written = publishToBlockedStore()
    store.observer.onPrepare = { _ in prepared.signal() }
    Self.begin(signalling: written) { _ = try write.run(publisher, menu) }
    #expect(prepared.wait(timeout: .now() + 60) == .success)
    store.observer.onPrepare = nil
    #expect(publisher.screens.newestVersion(of: menu) == 2)
    store.unblock()
    for _ in 0..<2 { #expect(written.wait(timeout: .now() + 60) == .success) }
    #expect(publisher.screens.newestVersion(of: menu) == 3)
    #expect(store.observer.preparedVersions.contains("menu 3"))
  }

  @Test(arguments: Write.all.filter { $0.testDescription != "publishDraft" })
  func `a change is made again if the screen changes after it was prepared`(_ write: Write) throws {
    let (publisher, menu) = (publisher, try makeMenu())
    store.observer.onPrepare = { _ in
      self.store.observer.onPrepare = nil
      let between = Self.definition("between", experiment: "menu")
      #expect(throws: Never.self) { try publisher.screens.publish(between, at: menu, by: Self.author) }
    }
    #expect(try write.run(publisher, menu).version == 4)
    #expect(store.observer.preparedVersions.suffix(2) == ["menu 3", "menu without"])
    let text = try publisher.screens.current(menu).definition.json.text
    #expect(text.contains("between") == ["edit", "editExperiment"].contains(write.testDescription))
  }

  @Test func `a draft that is replaced after it was prepared is read again`() throws {
    let (publisher, menu) = (publisher, try makeMenu())
    store.observer.onPrepare = { _ in
      self.store.observer.onPrepare = nil
      let newer = Self.definition("newer", experiment: "menu")
      #expect(throws: Never.self) { try publisher.drafts.save(newer, of: menu, by: Self.author) }
    }
    #expect(try publisher.drafts.publish(of: menu, by: Self.author).version == 3)
    #expect(store.observer.preparedVersions.last == "menu without")
    #expect(try publisher.screens.current(menu).definition.json.text.contains("newer"))
  }

  @Test func `a draft that is not JSON is refused while another publication is being stored`() throws {
    let (publisher, menu) = (publisher, try makeMenu())
    let written = publishToBlockedStore()
    let hasThrown = ends {
      #expect(throws: ScreensError.self) {
        try publisher.drafts.save(Array("{".utf8), of: menu, by: Self.author)
      }
    }
    #expect(hasThrown)
    store.unblock()
    #expect(written.wait(timeout: .now() + 60) == .success)
  }

  @Test func `a version that was prepared for an earlier state is read again`() throws {
    let (publisher, home) = (publisher, home)
    store.observer.onPrepare = { _ in
      self.store.observer.onPrepare = nil
      _ = try? publisher.screens.publish(Self.definition("between"), at: home, by: Self.author)
    }
    #expect(try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author).version == 3)
    #expect(try publisher.screens.current(home).version == 3)
    #expect(store.observer.preparedVersions.suffix(2) == ["home 2", "home without"])
  }

  @Test func `a version that was valid when it was prepared is refused if it no longer is`() throws {
    let (publisher, home) = (publisher, home)
    store.observer.onPrepare = { _ in
      self.store.observer.onPrepare = nil
      let schema = #"{"type":"object","properties":{"text":{"maxLength":3}}}"#
      _ = try? publisher.viewTypes.set("TEXT", schema: Array(schema.utf8), by: Self.author)
    }
    #expect(throws: ScreensError.self) {
      try publisher.screens.publish(Self.definition("too long"), at: home, by: Self.author)
    }
    #expect(try publisher.screens.current(home).version == 1)
  }

  @Test func `an unchanged definition and one with another precondition are not prepared`() throws {
    store.observer.onPrepare = { Issue.record("\($0) was prepared") }
    defer { store.observer.onPrepare = nil }
    #expect(try publisher.screens.publish(Self.definition("one"), at: home, by: Self.author).version == 1)
    #expect(throws: ScreensError.self) {
      try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author) { $0 == 7 }
    }
    #expect(throws: ScreensError.self) {
      try publisher.screens.publish(Array("{}".utf8), at: home, by: Self.author)
    }
    _ = try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author, dryRun: true)
  }

  @Test func `a save that fails leaves the state as it was`() throws {
    store.failNext(.full("no space"))
    #expect(throws: ScreensError.self) {
      try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author)
    }
    #expect(try publisher.screens.current(home).version == 1)
    #expect(try publisher.screens.publish(Self.definition("two"), at: home, by: Self.author).version == 2)
    #expect(store.observer.versions == [1, 2])
  }
}

/// A store in memory whose next save waits, or fails, on demand.
private final class BlockingStore: StoreInFront {
  let base = MemoryStore()
  private let isBlocked = Atomic<Bool>(false)
  private let failure = Mutex<StoreError?>(nil)
  private let entered = DispatchSemaphore(value: 0)
  private let release = DispatchSemaphore(value: 0)
  let observer = RecordingObserver()

  /// Makes the next save wait.
  func block() { isBlocked.store(true, ordering: .sequentiallyConsistent) }

  /// Makes the next save fail.
  func failNext(_ error: StoreError) { failure.withLock { $0 = error } }

  /// Returns when a save waits.
  func waitForSave() { entered.wait() }

  func unblock() { release.signal() }

  @discardableResult
  func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    if isBlocked.exchange(false, ordering: .sequentiallyConsistent) {
      entered.signal()
      release.wait()
    }
    let failure = self.failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let failure { throw failure }
    return try base.save(changes)
  }
}

/// An observer that records the versions of the publications.
private final class RecordingObserver: PublicationObserver {
  private struct State {
    var versions: [Int] = []
    var preparedVersions: [String] = []
    var onPublish: (@Sendable (Int) -> Void)?
    var onPrepare: (@Sendable (Int) -> Void)?
  }

  private struct Prepared: PreparedVersion {
    let name: String
  }

  private let state = Mutex(State())

  var versions: [Int] { state.withLock { $0.versions } }

  /// For each publication, the version that was prepared for it.
  var preparedVersions: [String] { state.withLock { $0.preparedVersions } }

  var onPrepare: (@Sendable (Int) -> Void)? {
    get { state.withLock { $0.onPrepare } }
    set { state.withLock { $0.onPrepare = newValue } }
  }

  func prepare(_ screen: PublishedScreen, _ catalogue: Catalogue) -> (any PreparedVersion)? {
    onPrepare?(screen.version)
    return Prepared(name: "\(screen.route.name) \(screen.version)")
  }

  var onPublish: (@Sendable (Int) -> Void)? {
    get { state.withLock { $0.onPublish } }
    set { state.withLock { $0.onPublish = newValue } }
  }

  func didChange(_ change: PublishedChange) {
    for screen in change.screens where !change.changesCatalogue {
      let onPublish = state.withLock { state in
        state.versions.append(screen.version)
        let prepared = (change.prepared as? Prepared)?.name
        state.preparedVersions.append(prepared ?? "\(screen.route.name) without")
        return state.onPublish
      }
      onPublish?(screen.version)
    }
  }
}
