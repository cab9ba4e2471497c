import Dispatch
import JSONText
import ScreenStoreSuite
import Screens
import SeededRandom
import TestFolders
import Testing

@testable import SQLiteStore

@Suite struct SQLiteStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreRule.all)
  func `the store keeps each rule`(_ rule: StoreRule) throws {
    try rule.check(try SQLiteStore(folder: folder.path))
  }

  @Test(arguments: StoreRule.all)
  func `the model keeps each rule`(_ rule: StoreRule) throws {
    try rule.check(MemoryStore())
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the store equals the model after random saves and reopenings`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = MemoryStore()
    var store: SQLiteStore? = try SQLiteStore(folder: folder.path)
    for _ in 0..<120 {
      if Int.random(in: 0..<10, using: &random) == 0 {
        store = nil
        store = try SQLiteStore(folder: folder.path)
      }
      let store = try #require(store)
      let changes = try randomChanges(&random)
      #expect(outcome { try store.save(changes) } == outcome { try model.save(changes) })
      let route = try Route("r\(Int.random(in: 0..<4, using: &random))")
      let number = Int.random(in: 1..<12, using: &random)
      #expect(try store.version(number, of: route) == model.version(number, of: route))
      #expect(
        try store.versions(of: route, before: number, limit: 3)
          == model.versions(of: route, before: number, limit: 3))
      try expectSame(store.load(), model.load())
    }
  }

  @Test func `a reopened store has what was saved`() throws {
    do {
      let store = try SQLiteStore(folder: folder.path)
      for number in 1...20 { try store.save(.of(versions: [sample("home", number)])) }
    }
    do {
      let store = try SQLiteStore(folder: folder.path)
      #expect(try store.load().screens == [UnparsedVersion(sample("home", 20))])
      #expect(try store.versions(of: Route("home"), before: nil, limit: 100).count == 20)
    }
  }

  @Test func `a store that was not closed has what was saved`() throws {
    let store = try SQLiteStore(folder: folder.path)
    let copy = try TemporaryFolder()
    for number in 1...5 {
      try store.save(.of(versions: [sample("home", number)]))
      // A killed process leaves the files as they are at this moment.
      try copy.write(folder.bytes(of: "marquee.sqlite"), to: "marquee.sqlite")
      try copy.write(folder.bytes(of: "marquee.sqlite-wal"), to: "marquee.sqlite-wal")
      let left = try SQLiteStore(folder: copy.path)
      #expect(try left.load().screens == [UnparsedVersion(sample("home", number))])
    }
  }

  @Test func `a log cut at any byte holds complete saves in order`() throws {
    let store = try SQLiteStore(folder: folder.path)
    for number in 1...6 { try store.save(.of(versions: [sample("a", number), sample("b", number)])) }
    let database = try folder.bytes(of: "marquee.sqlite")
    let log = try folder.bytes(of: "marquee.sqlite-wal")
    var counts: Set<Int> = []
    for length in stride(from: 0, through: log.count, by: 1021) + [log.count] {
      let copy = try TemporaryFolder()
      try copy.write(database, to: "marquee.sqlite")
      try copy.write(log.prefix(length), to: "marquee.sqlite-wal")
      let left = try SQLiteStore(folder: copy.path)
      let ofA = try left.versions(of: Route("a"), before: nil, limit: 100).map(\.number)
      let ofB = try left.versions(of: Route("b"), before: nil, limit: 100).map(\.number)
      #expect(ofA == ofB)
      #expect(ofA == (1..<(ofA.count + 1)).reversed())
      counts.insert(ofA.count)
    }
    #expect(counts == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func `one of 32 writers of the same version number succeeds`() async throws {
    let store = try SQLiteStore(folder: folder.path)
    for number in 1...5 {
      let accepted = try await withThrowingTaskGroup(of: String?.self) { group in
        for writer in 0..<32 {
          group.addTask {
            let name = "writer \(writer)"
            do {
              try store.save(.of(versions: [sample("home", number, message: name)]))
              return name
            } catch StoreError.conflict {
              return nil
            }
          }
        }
        var names: [String] = []
        for try await name in group { if let name { names.append(name) } }
        return names
      }
      #expect(accepted.count == 1)
      #expect(try store.version(number, of: Route("home"))?.record.message == accepted.first)
    }
  }

  @Test func `a read returns while a save is being written`() throws {
    let store = try SQLiteStore(folder: folder.path)
    try store.save(.of(versions: [sample("home", 1)]))
    let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (written, read) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue(label: "test.writer").async {
      do {
        try store.fill { save in
          try save(.of(versions: [sample("home", 2)]))
          entered.signal()
          release.wait()
          return nil
        }
      } catch {
        Issue.record(error)
      }
      written.signal()
    }
    entered.wait()
    DispatchQueue(label: "test.reader").async {
      do {
        let home = try Route("home")
        #expect(try store.version(2, of: home) == nil)
        #expect(try store.versions(of: home, before: nil, limit: 9).map(\.number) == [1])
        #expect(try store.draft(of: home) == nil)
        #expect(try store.audit(before: nil, limit: 9).isEmpty)
      } catch {
        Issue.record(error)
      }
      read.signal()
    }
    #expect(read.wait(timeout: .now() + 60) == .success)
    release.signal()
    #expect(written.wait(timeout: .now() + 60) == .success)
    #expect(try store.version(2, of: Route("home")) == sample("home", 2))
  }
}

private func randomChanges(_ random: inout SplitMix64) throws -> StoreChanges {
  var changes = StoreChanges()
  for _ in 0..<Int.random(in: 0..<3, using: &random) {
    let route = "r\(Int.random(in: 0..<4, using: &random))"
    changes.versions.append(try sample(route, Int.random(in: 1..<12, using: &random)))
  }
  if Bool.random(using: &random) {
    let name = "n\(Int.random(in: 0..<3, using: &random))"
    let value = JSONValue.number(JSONNumber(Int.random(in: 0..<9, using: &random)))
    changes.documents[.viewType][name] = value
    changes.documents[.format][name] = [value]
    changes.imports[name] = .sample("\(value)")
  }
  return changes
}

private func outcome(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "saved"
  } catch {
    return "\(error)"
  }
}

private func expectSame(_ one: StoreContents, _ other: StoreContents) {
  #expect(one.screens == other.screens)
  #expect(one.documents == other.documents)
  #expect(one.imports == other.imports)
}
