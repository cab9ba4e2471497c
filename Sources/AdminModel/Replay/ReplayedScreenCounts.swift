/// Counts of a screen in a replay. The server counts requests, and the command line adds the reports of parts.
package struct ReplayedScreenCounts {
  package var requests = 0
  package var changed = 0
  /// The numbers of requests, by id and effect of the item.
  private var items: [[String]: Int] = [:]
  /// The numbers of requests, by item, effect and release; the release is empty if it is unknown.
  private var downgrades: [[String]: Int] = [:]

  package init() {}

  /// Whether an app would show something else.
  package var hasEffect: Bool { changed > 0 || !downgrades.isEmpty }

  package mutating func add(item: String, effect: String, requests: Int) {
    items[[item, effect], default: 0] += requests
  }

  package mutating func add(downgraded item: String, effect: String, release: String?, requests: Int) {
    downgrades[[item, effect, release ?? ""], default: 0] += requests
  }

  package mutating func add(_ screen: ReplayReport.Screen) {
    requests += Self.bounded(screen.requests)
    changed += Self.bounded(screen.changed)
    for item in screen.items {
      add(item: item.id, effect: item.effect, requests: Self.bounded(item.requests))
    }
    for one in screen.downgrades {
      add(
        downgraded: one.item, effect: one.effect, release: one.release,
        requests: Self.bounded(one.requests))
    }
  }

  /// The count that a server sends, so small that no sum of such counts overflows.
  package static func bounded(_ count: Int) -> Int { min(max(count, 0), 1 << 40) }

  /// - Parameter maximumItems: the maximum number of items and of downgrades that the report lists.
  package func report(of route: String, maximumItems: Int = .max) -> ReplayReport.Screen {
    ReplayReport.Screen(
      route: route, requests: requests, changed: changed,
      items: Self.sorted(items).prefix(maximumItems).map { key, count in
        ReplayReport.Item(id: key[0], effect: key[1], requests: count)
      },
      downgrades: Self.sorted(downgrades).prefix(maximumItems).map { key, count in
        ReplayReport.Downgrade(
          item: key[0], effect: key[1], release: key[2].isEmpty ? nil : key[2], requests: count)
      })
  }

  /// The most frequent ones first.
  private static func sorted(_ counts: [[String]: Int]) -> [(key: [String], count: Int)] {
    counts.sorted { $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value }
      .map { ($0.key, $0.value) }
  }
}
