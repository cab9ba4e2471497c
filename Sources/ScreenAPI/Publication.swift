import HTTPWire
import Screens

/// Everything that is served, at one moment. It never changes: publishing makes the next one aside. A reference, so that
/// a request passes it on for the price of one.
final class Publication: Sendable {
  enum Entry: Sendable {
    case served(ServedScreen)
    case deleted
  }

  fileprivate struct Slot: Sendable {
    let route: [UInt8]
    let entry: Entry
  }

  /// What the next one is made of.
  struct Contents: Sendable {
    /// Routes by hash, in many small shards, so that a change copies one of them and the list of shards,
    /// however many screens there are.
    fileprivate var shards: [[Slot]] = Array(repeating: [], count: Publication.shardCount)
    var catalogue = Catalogue()

    /// The screen of a route, found by the bytes of the path, without making a string of them.
    func entry(route: Bytes) -> Entry? {
      let number = Publication.shard(route)
      for index in shards[number].indices where shards[number][index].route.count == route.count {
        if shards[number][index].route.withBytes({ $0 == route }) { return shards[number][index].entry }
      }
      return nil
    }

    mutating func set(_ entry: Entry, at route: Route) {
      let key = Array(route.name.utf8)
      let shard = key.withBytes { Publication.shard($0) }
      shards[shard].removeAll { $0.route == key }
      shards[shard].append(Slot(route: key, entry: entry))
    }
  }

  private let contents: Contents

  private static let shardCount = 1024

  init(_ contents: Contents = Contents()) { self.contents = contents }

  var catalogue: Catalogue { contents.catalogue }

  @inline(__always)
  func entry(route: Bytes) -> Entry? { contents.entry(route: route) }

  /// The next one.
  func changed(_ body: (inout Contents) -> Void) -> Publication {
    var contents = contents
    body(&contents)
    return Publication(contents)
  }

  /// FNV-1a; the routes are an author's, so nobody gains by collisions.
  private static func shard(_ route: Bytes) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    route.withSpan { span in
      for index in span.indices { hash = (hash ^ UInt32(span[index])) &* 0x0100_0193 }
    }
    return Int(hash % UInt32(shardCount))
  }
}
