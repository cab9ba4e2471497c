/// A dictionary of routes in shards. A copy shares every shard that does not differ, so changing one of thousands of
/// screens copies little.
struct RouteTable<Value: Sendable>: Sendable {
  private static var shardCount: Int { 256 }

  private var shards: [[Route: Value]] = Array(repeating: [:], count: Self.shardCount)

  subscript(route: Route) -> Value? {
    get { shards[Self.shard(route)][route] }
    set { shards[Self.shard(route)][route] = newValue }
  }

  var values: some Sequence<Value> { shards.lazy.flatMap(\.values) }
  var routes: some Sequence<Route> { shards.lazy.flatMap(\.keys) }

  /// All routes and values, in no order.
  var pairs: some Sequence<(key: Route, value: Value)> { shards.lazy.flatMap(\.self) }

  private static func shard(_ route: Route) -> Int {
    Int(truncatingIfNeeded: UInt(bitPattern: route.hashValue) % UInt(shardCount))
  }
}
