import Foundation
import GRDB
import SQLiteStore
import Screens
import TestFolders
import Testing

/// Storing batches of exposures and merging them later.
@Suite struct ExposureStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let showings = [
    ExposureBatch.Showing(
      route: "home", version: 7,
      choices: [
        Combination.Choice(experiment: "price", variant: "first"),
        Combination.Choice(experiment: "tone", variant: "loud"),
      ]),
    ExposureBatch.Showing(
      route: "x/arm", version: 2, choices: [Combination.Choice(experiment: "price", variant: "last")]),
  ]

  private static func batch(_ exposures: [(unit: String, at: Int64, showing: Int)]) -> ExposureBatch {
    var bytes: [UInt8] = []
    for exposure in exposures {
      let head = ExposureBatch.head(
        showing: exposure.showing, at: exposure.at, unitBytes: exposure.unit.utf8.count)
      unsafe withUnsafeBytes(of: head.0) { unsafe bytes.append(contentsOf: $0) }
      unsafe withUnsafeBytes(of: head.1) { unsafe bytes.append(contentsOf: $0) }
      bytes += exposure.unit.utf8
    }
    return ExposureBatch(showings: showings, bytes: bytes)
  }

  @Test func `a batch unpacks to its exposures, and malformed bytes to nil`() throws {
    let batch = Self.batch([("ann", 1_700_000_000_123, 0), ("", 0, 1), ("🦊", 281_474_976_710_655, 1)])
    let elements = try #require(batch.elements)
    #expect(elements.map(\.at) == [1_700_000_000_123, 0, 281_474_976_710_655])
    #expect(elements.map(\.showing) == [0, 1, 1])
    #expect(
      elements.map { String(decoding: batch.bytes[$0.unit], as: UTF8.self) } == ["ann", "", "🦊"])
    for count in 1..<ExposureBatch.headBytes + 3 {
      #expect(ExposureBatch(showings: Self.showings, bytes: Array(batch.bytes.prefix(count))).elements == nil)
    }
    #expect(ExposureBatch(showings: [], bytes: batch.bytes).elements == nil)
  }

  @Test func `the first exposure of a variant and unit counts, whatever its batch`() throws {
    let store = SQLiteExposureStore(folder: folder.path)
    try store.append(Self.batch([("bob", 50, 0), ("ann", 40, 0), ("ann", 30, 0), ("ann", 60, 1)]))
    #expect(try store.counts(ofExperiment: "price").variants.map(\.units) == [2, 1])
    try store.append(Self.batch([("ann", 10, 0), ("cid", 70, 0)]))
    #expect(store.unmergedBytes > 0)
    let exposures = try store.exposures(ofExperiment: "price", after: nil, limit: 10)
    #expect(exposures.map(\.unit) == ["ann", "bob", "cid", "ann"])
    #expect(exposures.map(\.at) == [30, 50, 70, 60])
    #expect(exposures.map(\.variant) == ["first", "first", "first", "last"])
    #expect(store.unmergedBytes == 0)
    #expect(try store.counts(ofExperiment: "tone").variants.map(\.units) == [3])
    store.close()
    // Unmerged batches survive a restart.
    let first = SQLiteExposureStore(folder: folder.path)
    try first.append(Self.batch([("dan", 80, 0)]))
    first.close()
    let second = SQLiteExposureStore(folder: folder.path)
    #expect(try second.counts(ofExperiment: "tone").variants.map(\.units) == [4])
  }

  @Test func `a damaged batch is set aside and the others are merged`() throws {
    let store = SQLiteExposureStore(folder: folder.path)
    try store.append(Self.batch([("ann", 1, 0)]))
    try store.append(Self.batch([("bob", 2, 0)]))
    try store.append(Self.batch([("cid", 3, 0)]))
    let queue = try DatabaseQueue(path: folder.path + "/exposures.sqlite")
    try queue.write { database in
      try database.execute(sql: "UPDATE batch SET exposures = x'0102' WHERE id = 1")
      try database.execute(sql: "UPDATE batch SET showings = '[[7]]' WHERE id = 2")
    }
    let outcome = try store.merge()
    #expect(outcome.damaged == 2)
    #expect(try !store.merge().hasMore)
    #expect(try store.counts(ofExperiment: "price").variants.map(\.units) == [1])
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM damaged_batch") } == 2)
  }

  @Test func `a database of schema 1 keeps its exposures`() throws {
    let store = SQLiteExposureStore(folder: folder.path)
    try store.append(Self.batch([("ann", 1, 0)]))
    #expect(try store.counts(ofExperiment: "price").variants.map(\.units) == [1])
    store.close()
    let queue = try DatabaseQueue(path: folder.path + "/exposures.sqlite")
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE batch; DROP TABLE damaged_batch; PRAGMA user_version = 1;
          DELETE FROM grdb_migrations WHERE identifier = '2';
          """)
    }
    try queue.close()
    let migrated = SQLiteExposureStore(folder: folder.path)
    try migrated.append(Self.batch([("bob", 2, 0)]))
    #expect(try migrated.counts(ofExperiment: "price").variants.map(\.units) == [2])
  }
}
