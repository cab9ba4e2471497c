/// Values by route, in shards: a copy shares all but those that change, so that views of thousands of screens that differ
/// in a few cost little.
struct RouteTable<Value: Sendable>: Sendable {
  private static var shardCount: Int { 256 }

  private var shards: [[Route: Value]] = Array(repeating: [:], count: Self.shardCount)

  subscript(route: Route) -> Value? {
    get { shards[Self.shard(route)][route] }
    set { shards[Self.shard(route)][route] = newValue }
  }

  var values: some Sequence<Value> { shards.lazy.flatMap(\.values) }
  var routes: some Sequence<Route> { shards.lazy.flatMap(\.keys) }

  /// In no order.
  var pairs: some Sequence<(key: Route, value: Value)> { shards.lazy.flatMap(\.self) }

  private static func shard(_ route: Route) -> Int {
    Int(truncatingIfNeeded: UInt(bitPattern: route.hashValue) % UInt(shardCount))
  }
}
