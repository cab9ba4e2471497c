import HTTPWire
import Screens

/// An immutable snapshot of everything that is served. Publishing makes the next one.
///
/// It is a class, so that passing it on costs one reference count.
final class ServedScreens: Sendable {
  enum Entry: Sendable {
    case served(ServedScreen)
    /// A rollout of the screen is open.
    case rolling(RollingScreen)
    case deleted

    /// The version that everybody outside of rollouts gets; nil for a deleted screen.
    var forEverybody: ServedScreen? {
      switch self {
      case .served(let screen): screen
      case .rolling(let rolling): rolling.old
      case .deleted: nil
      }
    }
  }

  fileprivate struct Slot: Sendable {
    let route: [UInt8]
    let entry: Entry
  }

  /// The content of a snapshot, as a value that a change copies.
  struct Contents: Sendable {
    /// The screens by the hash of their route, in small shards: a change copies one shard and the list of shards,
    /// regardless of the number of screens.
    fileprivate var shards: [[Slot]] = Array(repeating: [], count: ServedScreens.shardCount)
    private(set) var catalogue = Catalogue()
    private(set) var languages: ServedLanguages?

    /// The screen of a route. Searches by the bytes of the path, without creating a string.
    func entry(route: Bytes) -> Entry? {
      let number = ServedScreens.shard(route)
      for index in shards[number].indices where shards[number][index].route.count == route.count {
        if shards[number][index].route.withBytes({ $0 == route }) { return shards[number][index].entry }
      }
      return nil
    }

    mutating func set(_ catalogue: Catalogue, _ languages: ServedLanguages?) {
      self.catalogue = catalogue
      self.languages = languages
    }

    mutating func removeAll() { shards = Array(repeating: [], count: ServedScreens.shardCount) }

    mutating func set(_ entry: Entry, at route: Route) {
      let key = Array(route.name.utf8)
      let shard = key.withBytes { ServedScreens.shard($0) }
      shards[shard].removeAll { $0.route == key }
      shards[shard].append(Slot(route: key, entry: entry))
    }
  }

  private let contents: Contents

  private static let shardCount = 1024

  init(_ contents: Contents = Contents()) { self.contents = contents }

  var catalogue: Catalogue { contents.catalogue }
  /// Nil if the screens have one language.
  var languages: ServedLanguages? { contents.languages }

  @inline(__always)
  func entry(route: Bytes) -> Entry? { contents.entry(route: route) }

  /// A copy with changes.
  func changed(_ body: (inout Contents) -> Void) -> ServedScreens {
    var contents = contents
    body(&contents)
    return ServedScreens(contents)
  }

  /// The shard of a route, by FNV-1a. Only authors choose routes, so the hash need not resist attacks.
  private static func shard(_ route: Bytes) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    route.withSpan { span in
      for index in span.indices { hash = (hash ^ UInt32(span[index])) &* 0x0100_0193 }
    }
    return Int(hash % UInt32(shardCount))
  }
}
