import Eventually
import JSONText
import PostgresCluster
import ScreenStoreSuite
import Screens
import Synchronization
import Testing

@testable import PostgresStore

@Suite(.postgres) struct PostgresStoreTests {
  @Test(arguments: StoreRule.all)
  func `the store keeps each rule`(_ rule: StoreRule) throws {
    let store = try SharedCluster.store()
    defer { store.close() }
    try rule.check(store)
  }

  @Test(arguments: DeliveryRule.all)
  func `the messages to webhooks keep each rule`(_ rule: DeliveryRule) throws {
    let connection = try SharedCluster.connection()
    try SharedCluster.store(in: connection).close()
    let store = try PostgresDeliveryStore(connection: connection, node: "test")
    defer { store.close() }
    try rule.check(store)
  }

  @Test(arguments: ReportRule.all)
  func `the reports about rollouts keep each rule`(_ rule: ReportRule) throws {
    let connection = try SharedCluster.connection()
    try SharedCluster.store(in: connection).close()
    let store = try PostgresReportStore(connection: connection, node: "test")
    defer { store.close() }
    try rule.check(store)
  }

  @Test func `a database of the previous schema gets the tables of this one`() throws {
    let connection = try SharedCluster.connection()
    try SharedCluster.store(in: connection).close()
    let last = "SELECT schema FROM marquee_head"
    let newest = try SharedCluster.sql(last, database: connection)
    _ = try SharedCluster.sql("DROP TABLE marquee_report_secret", database: connection)
    _ = try SharedCluster.sql("UPDATE marquee_head SET schema = 5", database: connection)
    try SharedCluster.store(in: connection).close()
    #expect(try SharedCluster.sql(last, database: connection) == newest)
    let reports = try PostgresReportStore(connection: connection, node: "test")
    defer { reports.close() }
    #expect(try reports.secret().count == ExperimentToken.Key.secretBytes)
  }

  @Test func `a database is read without changing its tables`() throws {
    let connection = try SharedCluster.connection()
    let reader = try PostgresStore(connection: connection, node: "test")
    defer { reader.close() }
    #expect(try reader.hasTables() == false)
    let tables = "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'marquee%'"
    #expect(try SharedCluster.sql(tables, database: connection) == "0")
    try SharedCluster.store(in: connection).close()
    #expect(try reader.hasTables())

    _ = try SharedCluster.sql("UPDATE marquee_head SET schema = 1", database: connection)
    #expect(
      throws: StoreError.unavailable(
        "the database was written by an older Marquee: start the server on it once")
    ) { try reader.hasTables() }
    #expect(try SharedCluster.sql("SELECT schema FROM marquee_head", database: connection) == "1")

    _ = try SharedCluster.sql("UPDATE marquee_head SET schema = 99, compatible = 99", database: connection)
    #expect(try reader.hasTables())
    #expect(throws: StoreError.newer("the database was written by a newer Marquee; use that version")) {
      try reader.requireWritable()
    }
  }

  /// Every kind of change, by the member of ``StoreChanges`` that holds it. A new member without an entry fails below.
  static let kinds: [String: @Sendable (inout StoreChanges) throws -> Void] = [
    "versions": { changes in
      changes.versions = [
        ScreenVersion(
          route: try Route("home"), number: 1, definition: ["items": []],
          record: PublicationRecord(publishedAt: 1, by: "ann", via: .put, message: "m"))
      ]
    },
    "documents": { changes in
      for kind in DocumentKind.allCases {
        changes.documents[kind] = ["app/1.0": ["kind": .string(kind.rawValue)]]
      }
    },
    "imports": { changes in
      changes.imports = ["home.json": ImportMark(content: Array(repeating: 7, count: 32), text: nil)]
    },
    "drafts": { changes in
      changes.drafts = [
        try Route("home"): Draft(
          route: try Route("home"), definition: ["items": []], baseVersion: 0, revision: 5, savedAt: 1,
          by: "ann", message: nil)
      ]
    },
    "tokens": { changes in
      changes.tokens = ["ci": AccessToken(name: "ci", scope: .publish, digest: "d", createdAt: 1)]
    },
    "audit": { $0.audit = [AuditEntry(at: 1, by: "ann", action: .publish, subject: "home")] },
  ]

  /// The members that say how to store, and hold nothing to store.
  static let conditions: Set<String> = ["keptVersions", "baseRevision", "request"]

  @Test func `every kind of change gets a revision of its own and reaches other nodes`() throws {
    let members = Set(Mirror(reflecting: StoreChanges()).children.compactMap(\.label))
    #expect(members == Set(Self.kinds.keys).union(Self.conditions))
    let connection = try SharedCluster.connection()
    let (writer, reader) = (
      try SharedCluster.store(in: connection), try SharedCluster.store(in: connection)
    )
    defer {
      writer.close()
      reader.close()
    }
    var position = try #require(try reader.changes(since: nil)).position
    for (name, fill) in Self.kinds.sorted(by: { $0.key < $1.key }) {
      var changes = StoreChanges()
      try fill(&changes)
      #expect(try writer.save(changes) == position.revision + 1, "\(name)")
      let update = try #require(try reader.changes(since: position), "\(name)")
      #expect(!update.isComplete)
      #expect(update.position.revision == position.revision + 1)
      let empty = "\(member(name, of: StoreChanges()))"
      #expect("\(member(name, of: update.changes))" != empty, "\(name) did not arrive")
      for other in Self.kinds.keys where other != name {
        #expect("\(member(other, of: update.changes))" == "\(member(other, of: StoreChanges()))")
      }
      position = update.position
    }
    #expect(try reader.changes(since: position) == nil)
  }

  @Test(arguments: DocumentKind.allCases)
  func `every kind of document reaches other nodes, and so does its end`(_ kind: DocumentKind) throws {
    let connection = try SharedCluster.connection()
    let (writer, reader) = (try SharedCluster.store(in: connection), try SharedCluster.store(in: connection))
    defer {
      writer.close()
      reader.close()
    }
    var position = try #require(try reader.changes(since: nil)).position
    for document in [["a": 1] as JSONValue, JSONValue?.none] {
      var changes = StoreChanges()
      changes.documents[kind] = ["name": document]
      try writer.save(changes)
      let update = try #require(try reader.changes(since: position))
      #expect(update.changes.documents.kinds == [kind])
      #expect(update.changes.documents[kind] == ["name": document])
      position = update.position
    }
  }

  private func member(_ name: String, of changes: StoreChanges) -> Any {
    Mirror(reflecting: changes).children.first { $0.label == name }?.value ?? "missing"
  }

  @Test func `a store follows the commits of others, and asks nothing about its own`() async throws {
    let connection = try SharedCluster.connection()
    let (own, other) = (try SharedCluster.store(in: connection), try SharedCluster.store(in: connection))
    let reports = Mutex<[Int]>([])
    let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
    own.follow(createsTables: { false }) { event in
      if case .reached(let position, _, _) = event { reports.withLock { $0.append(position.revision) } }
      hasBegun.yield()
    }
    for await _ in began { break }
    let before = reports.withLock(\.count)
    let count = 100
    for number in 1...count {
      var changes = StoreChanges()
      changes.documents[.release]["r\(number)"] = ["viewTypes": []]
      try own.save(changes)
    }
    // The head is read once a second in any case.
    #expect(reports.withLock(\.count) - before < count / 2)
    var changes = StoreChanges()
    changes.documents[.release]["other"] = ["viewTypes": []]
    let revision = try other.save(changes)
    #expect(await eventuallyHolds { reports.withLock { $0.contains(revision) } })
    own.close()
    other.close()
  }

  @Test func `deletions reach other nodes`() throws {
    let connection = try SharedCluster.connection()
    let (writer, reader) = (
      try SharedCluster.store(in: connection), try SharedCluster.store(in: connection)
    )
    defer {
      writer.close()
      reader.close()
    }
    var changes = StoreChanges()
    for fill in Self.kinds.values { try fill(&changes) }
    try writer.save(changes)
    let position = try #require(try reader.changes(since: nil)).position
    var deletion = StoreChanges()
    deletion.documents[.release] = ["app/1.0": JSONValue?.none]
    deletion.drafts = [try Route("home"): Draft?.none]
    deletion.tokens = ["ci": AccessToken?.none]
    try writer.save(deletion)
    let update = try #require(try reader.changes(since: position)).changes
    #expect(update.documents[.release] == deletion.documents[.release])
    #expect(update.drafts == deletion.drafts)
    let tokens = update.tokens
    #expect(tokens.count == 1 && tokens["ci"] == .some(nil))
  }

  @Test func `a change that was validated against an older state is refused`() throws {
    let store = try SharedCluster.store()
    defer { store.close() }
    var changes = StoreChanges()
    changes.audit = [AuditEntry(at: 1, by: "ann", action: .publish, subject: "home")]
    changes.baseRevision = 0
    #expect(try store.save(changes) == 1)
    #expect(throws: StoreError.outdated) { try store.save(changes) }
    changes.baseRevision = 1
    #expect(try store.save(changes) == 2)
    #expect(try store.audit(before: nil, limit: 9).map(\.id) == [2, 1])
  }

  @Test func `a database that a newer Marquee has contracted is read, and not written`() throws {
    let connection = try SharedCluster.connection()
    let store = try SharedCluster.store(in: connection)
    defer { store.close() }
    var changes = StoreChanges()
    changes.documents[.group] = ["g": ["a"]]
    try store.save(changes)
    _ = try SharedCluster.sql("UPDATE marquee_head SET schema = 99", database: connection)
    changes.documents[.group] = ["g": ["b"]]
    // Expanded: programs of this release go on writing.
    #expect(try store.save(changes) == 2)
    _ = try SharedCluster.sql("UPDATE marquee_head SET compatible = 99", database: connection)
    #expect(throws: StoreError.self) { try store.save(changes) }
    #expect(try store.load().documents[.group] == ["g": ["b"]])
    let other = try SharedCluster.store(in: connection)
    #expect(try other.load().revision == 2)
    other.close()
  }

  @Test func `many nodes that start at once create the tables once`() async throws {
    let connection = try SharedCluster.connection()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask { try SharedCluster.store(in: connection, node: "n\(number)").close() }
      }
      try await group.waitForAll()
    }
    #expect(try SharedCluster.sql("SELECT count(*) FROM marquee_head", database: connection) == "1")
  }

  @Test func `the store of another installation is refused`() throws {
    let (one, other) = (try SharedCluster.store(), try SharedCluster.store())
    defer {
      one.close()
      other.close()
    }
    let position = try #require(try one.changes(since: nil)).position
    #expect(throws: StoreError.self) { try other.changes(since: position) }
  }

  @Test func `several hosts are tried one by one, each with its port`() {
    let hosts = ConnectionText.hosts(["host": "a,b,", "port": "1,2,3", "dbname": "d"])
    #expect(
      hosts.map { $0.parameters.map { "\($0.name)=\($0.value)" } } == [
        ["host=a", "port=1"], ["host=b", "port=2"], ["host=", "port=3"],
      ])
    let addresses = ConnectionText.hosts(["hostaddr": "1.1.1.1,2.2.2.2", "port": "5"])
    #expect(addresses.map { $0.parameters.map(\.value) } == [["1.1.1.1", "5"], ["2.2.2.2", "5"]])
    #expect(ConnectionText.hosts(["host": "a", "port": "1"]).isEmpty)
  }

  @Test(arguments: [
    "postgresql://u:100%secret@h/db", "host=h password=my secret1", "postgresql://u:s@[::1/x",
  ])
  func `a malformed connection string is refused, and its password not shown`(_ text: String) throws {
    let error = #expect(throws: StoreError.self) { try PostgresStore(connection: text, node: "n") }
    #expect(error?.message.contains("secret") == false)
  }

  @Test func `a position that never was is noticed`() throws {
    let connection = try SharedCluster.connection()
    let store = try SharedCluster.store(in: connection)
    defer { store.close() }
    var changes = StoreChanges()
    changes.documents[.group] = ["g": ["a"]]
    try store.save(changes)
    let own = try #require(try store.changes(since: nil)).position.store
    for position in [
      StorePosition(store: own, revision: 1, change: "x"),
      StorePosition(store: own, revision: 7, change: "y"),
    ] {
      let update = try #require(try store.changes(since: position))
      #expect(update.isComplete && update.hasOtherHistory)
    }
    // A copy that an update has migrated loads everything. That is no other history.
    let migrated = try #require(try store.changes(since: StorePosition(store: own, revision: 1, change: "")))
    #expect(migrated.isComplete && !migrated.hasOtherHistory)
    // Far behind is no other history.
    _ = try SharedCluster.sql("DELETE FROM marquee_change", database: connection)
    try store.save(changes)
    let update = try #require(try store.changes(since: StorePosition(store: own, revision: 1, change: "z")))
    #expect(update.isComplete && !update.hasOtherHistory)
  }
}

@Suite struct ArrayLiteralTests {
  @Test func `elements with quotes, backslashes, commas and NULL are told apart`() {
    #expect(
      ArrayLiteral.of(["a,b", "\"", "\\", "", nil, "NULL", "{}"] as [String?])
        == #"{"a,b","\"","\\","",NULL,"NULL","{}"}"#)
    #expect(ArrayLiteral.of([String?]()) == "{}")
  }
}

@Suite(.postgres) struct ConnectionSlotTests {
  @Test func `a connection that the server has ended is replaced, but not within a transaction`() throws {
    let connection = try SharedCluster.connection()
    let store = try SharedCluster.store(in: connection)
    defer { store.close() }
    let slot = store.makeSlot()
    func process() throws -> Int {
      try #require(
        try slot.run([Statement("SELECT pg_backend_pid()")], within: .seconds(3)).first(0)?.integer(0))
    }
    func end(_ process: Int) throws {
      // Waits until the process is gone, for up to 5 seconds.
      _ = try SharedCluster.sql("SELECT pg_terminate_backend(\(process), 5000)", database: connection)
    }
    let first = try process()
    try end(first)
    let second = try process()
    #expect(second != first)
    _ = try slot.run([Statement("BEGIN")], within: .seconds(3))
    try end(second)
    #expect(throws: PostgresError.self) { try process() }
    #expect(try process() != second)
  }
}
