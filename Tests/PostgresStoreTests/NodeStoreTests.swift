import Foundation
import JSONText
import NodeStore
import PostgresCluster
import PostgresStore
import SQLiteStore
import ScreenStoreSuite
import Screens
import TestFolders
import Testing

@Suite(.postgres) struct NodeStoreTests {
  /// A node whose copy is in a temporary folder.
  private final class TestNode {
    let store: NodeStore
    let copy: SQLiteStore
    private let folder: TemporaryFolder

    init(_ connection: String) throws {
      folder = try TemporaryFolder()
      copy = try SQLiteStore(folder: folder.path, role: .copy)
      let primary = try PostgresStore(connection: connection, node: "test")
      try primary.prepare()
      store = try NodeStore(primary: primary, copy: copy)
      _ = store.withState {
        $0.status.didReach(isWritable: true, clockOffset: 0, isCurrent: true, at: .now)
      }
      _ = try store.catchUp()
    }

    deinit {
      store.close()
      copy.close()
    }
  }

  @Test(arguments: StoreRule.all)
  func `the store keeps each rule`(_ rule: StoreRule) throws {
    let node = try TestNode(SharedCluster.connection())
    try rule.check(node.store)
  }

  @Test func `copies of two nodes that write in turns equal the database`() throws {
    let connection = try SharedCluster.connection()
    let nodes = [try TestNode(connection), try TestNode(connection)]
    let home = try Route("home")
    for number in 1...30 {
      let node = nodes[number % 2]
      _ = try node.store.catchUp()
      var changes = StoreChanges.of(versions: [try sample("home", number)])
      changes.keptVersions = 5
      changes.documents[.group] = ["g\(number % 3)": .array([.string("\(number)")])]
      changes.documents[.release] = [
        "app/\(number % 4)": number.isMultiple(of: 3) ? JSONValue?.none : ["n": .string("\(number)")]
      ]
      changes.drafts = [
        home: number.isMultiple(of: 5)
          ? Draft?.none
          : Draft(
            route: home, definition: ["n": .string("\(number)")], baseVersion: 2, revision: number,
            savedAt: Double(number), by: "ann", message: nil)
      ]
      changes.audit = [AuditEntry(at: Double(number), by: "ann", action: .publish, subject: "home")]
      changes.baseRevision = try #require(node.store.position).revision
      #expect(try node.store.save(changes) == number)
    }
    let fresh = try TestNode(connection)
    let primary = try SharedCluster.store(in: connection)
    defer { primary.close() }
    for node in nodes + [fresh] {
      _ = try node.store.catchUp()
      let (copy, original) = (try node.copy.load(), try primary.load())
      #expect(copy.revision == original.revision)
      #expect(copy.screens == original.screens)
      #expect(copy.documents[.group] == original.documents[.group])
      #expect(copy.documents[.release] == original.documents[.release])
      #expect(copy.schedules == original.schedules)
      #expect(copy.newestAuditEntry == original.newestAuditEntry)
      #expect(try node.copy.draft(of: home) == primary.draft(of: home))
    }
    for node in nodes {
      #expect(
        try node.copy.versions(of: home, before: nil, limit: 50)
          == primary.versions(of: home, before: nil, limit: 50))
      #expect(try node.copy.audit(before: nil, limit: 50) == primary.audit(before: nil, limit: 50))
    }
  }

  @Test func `a store that is lost refuses writes, and reads go on from the copy`() throws {
    let node = try TestNode(SharedCluster.connection())
    try node.store.save(.of(versions: [try sample("home", 1)]))
    node.store.withState { $0.status.didLose("gone") }
    #expect(throws: StoreError.unavailable("gone")) {
      try node.store.save(.of(versions: [try sample("home", 2)]))
    }
    #expect(try node.store.version(1, of: Route("home")) == sample("home", 1))
    #expect(try node.store.versions(of: Route("home"), before: nil, limit: 9).count == 1)
    #expect(node.store.status.staleness(at: .now) > 0)
  }

  @Test(.bug(id: "F58"))
  func `a write is refused if its base has become another change, as after a failover`() throws {
    let connection = try SharedCluster.connection()
    let node = try TestNode(connection)
    try node.store.save(.of(versions: [try sample("home", 1)]))
    for table in ["marquee_head", "marquee_change"] {
      _ = try SharedCluster.sql(
        "UPDATE \(table) SET change = 'other' WHERE revision = 1", database: connection)
    }
    var changes = StoreChanges.of(versions: [try sample("home", 2)])
    changes.baseRevision = 1
    #expect(throws: StoreError.outdated) { try node.store.save(changes) }
    guard case .everything? = try node.store.catchUp()?.content else {
      Issue.record("the node kept the other history")
      return
    }
    #expect(try node.store.save(changes) == 2)
  }

  @Test func `damage that a writer meets is reported once, by the follower`() async throws {
    let connection = try SharedCluster.connection()
    let node = try TestNode(connection)
    try node.store.save(.of(versions: [try sample("home", 1)]))
    let (notices, report) = AsyncStream.makeStream(of: NodeNotice.self)
    let other = try SharedCluster.store(in: connection)
    defer { other.close() }
    try other.save(.of(versions: [try sample("home", 2)]))
    _ = try SharedCluster.sql(
      "UPDATE marquee_version SET definition = '{' WHERE number = 2", database: connection)
    // As a writer does before it validates again.
    _ = try node.store.catchUp()
    let follower = NodeFollower(store: node.store) { report.yield($0) }
    #expect(follower.start() == nil)
    for await notice in notices {
      guard case .damaged(let reason) = notice else { continue }
      #expect(reason.contains("invalid value"))
      break
    }
    #expect(node.store.withState { $0.status.takeNotices() } == [])
  }

  @Test func `everything goes from SQLite to PostgreSQL and back, byte for byte`() throws {
    let folder = try TemporaryFolder()
    let first = try SQLiteStore(folder: folder.path("first"))
    for (number, fill) in PostgresStoreTests.kinds.sorted(by: { $0.key < $1.key }).map(\.value).enumerated() {
      var changes = StoreChanges()
      try fill(&changes)
      changes.audit.append(AuditEntry(at: Double(number), by: "é\"\\,{}", action: .publish, subject: "NULL"))
      try first.save(changes)
    }
    for number in 2...450 { try first.save(.of(versions: [try sample("home", number)])) }
    let connection = try SharedCluster.connection()
    let middle = try SharedCluster.store(in: connection)
    defer { middle.close() }
    let summary = try StoreMigration.copy(first, to: middle, named: "the database")
    #expect(summary.counts["version"] == 450)
    #expect(throws: StoreMigration.MigrationError.self) {
      try StoreMigration.copy(first, to: middle, named: "the database")
    }
    let last = try SQLiteStore(folder: folder.path("last"))
    #expect(try StoreMigration.copy(middle, to: last, named: "the folder") == summary)
    #expect(try last.load().screens == first.load().screens)
    #expect(try last.load().tokens == first.load().tokens)
    #expect(try StoreMigration.summary(of: first) == summary)
    // Nodes follow a filled database.
    let node = try TestNode(connection)
    #expect(try node.store.load().revision == middle.load().revision)
    try middle.save(.of(versions: [try sample("home", 451)]))
    guard case .changes(let changes)? = try node.store.catchUp()?.content else {
      Issue.record("the node had to load everything")
      return
    }
    #expect(changes.versions.map(\.number) == [451])
  }

  @Test func `what apps have reported goes from SQLite to PostgreSQL and back`() throws {
    let folder = try TemporaryFolder()
    for name in ["first", "last"] { try folder.makeFolder(name) }
    let first = SQLiteReportStore(folder: folder.path("first"))
    let last = SQLiteReportStore(folder: folder.path("last"))
    let connection = try SharedCluster.connection()
    try SharedCluster.store(in: connection).close()
    let middle = try PostgresReportStore(connection: connection, node: "test")
    defer {
      first.close()
      middle.close()
      last.close()
    }
    #expect(try StoreMigration.copyReports(first, to: middle, named: "the database") == 0)
    #expect(!first.hasDatabase)

    let rollouts = ["0011223344556677", "8899aabbccddeeff"]
    let release = try #require(ReleaseName("ios/1.2.0"))
    let reports = (0..<12_000).map { number -> FirstReport in
      let unit = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), 0, 255]
      return FirstReport(
        rollout: rollouts[number % 2], event: number % 3, level: number % 5, unit: unit, step: number % 4,
        isNew: number.isMultiple(of: 7), network: (1 << 48) - 1 - Int64(number % 11), slot: number % 6,
        release: number.isMultiple(of: 9) ? release : nil)
    }
    try first.add(reports)
    // Left by an earlier attempt.
    let other = FirstReport(rollout: "other", event: 0, unit: [1], step: 0, isNew: false, network: 1)
    try middle.add([other])
    #expect(try StoreMigration.copyReports(first, to: nil, named: "the database") == reports.count)
    func counts(_ store: any ReportArchive) throws -> [String] {
      try rollouts.flatMap { id in
        try store.counts(ofRollout: id, settledThrough: 3).map { "\(id) \($0)" }
          + store.releaseCounts(ofRollout: id).map { "\(id) \($0)" }
      }.sorted()
    }
    let expected = try counts(first)
    for (source, target) in [(first, middle), (middle, last)] as [(any ReportArchive, any ReportArchive)] {
      for _ in 0..<2 {
        #expect(try StoreMigration.copyReports(source, to: target, named: "the copy") == reports.count)
      }
      // Each unit has been counted.
      try target.add(reports)
      #expect(try counts(target) == expected)
      #expect(try target.secret() == source.secret())
      #expect(try target.counts(ofRollout: other.rollout, settledThrough: 0).isEmpty)
    }
  }
}
