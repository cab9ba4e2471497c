import HTTPWire
import JSONText

/// The queries of the recorded requests that a screen answers.
struct ScreenQueries {
  /// The first value of each parameter that a condition can name.
  private let current: Set<[String: String]>
  /// Those of earlier captures. They lack the parameters that Marquee reads itself, and their user may come from a field.
  private let earlier: Set<[String: String]>
  private let names: [String]
  private let values: [String: Set<String>]

  init(_ urls: [RecordedURL], earlier captured: [CapturedQuery]) {
    current = Set(
      urls.map { url in
        url.query.reversed().reduce(into: [:]) { query, pair in
          if RecordedExchange.isCondition(pair.name) { query[pair.name] = pair.value }
        }
      })
    var earlier = Set(
      captured.map { query in
        var values = query.attributes.reduce(into: [String: String]()) { values, member in
          if RecordedExchange.isCondition(member.name) {
            values[member.name] = member.value.stringValue ?? member.value.text
          }
        }
        values["variant"] = query.variant
        return values
      })
    // A screen answers at least the request without a query.
    if current.isEmpty, earlier.isEmpty { earlier.insert([:]) }
    self.earlier = earlier
    var all: [String: Set<String>] = [:]
    for query in current.union(earlier) {
      for (name, value) in query { all[name, default: []].insert(value) }
    }
    values = all
    names = all.keys.sorted()
  }

  /// A condition that holds for a request, and for no request of the screen; nil if their queries do not differ.
  /// - Parameter query: the first value of each parameter.
  func condition(of query: [String: String]) -> JSONValue? {
    let new = query.filter {
      isComparable($0.key) && !(values[$0.key]?.contains($0.value) ?? false)
    }
    if !new.isEmpty {
      return .object(
        new.keys.sorted().prefix(CaptureLimits.queryNames).reduce(into: JSONObject()) {
          condition, name in
          condition["query." + name] = query[name].map { .string($0) }
        })
    }
    // Each value alone is one of the screen's: all parameters together can still differ.
    let compared = Set(names).union(query.keys).sorted().prefix(CaptureLimits.queryNames)
    guard
      current.allSatisfy({ other in compared.contains { query[$0] != other[$0] } }),
      earlier.allSatisfy({ other in
        compared.contains {
          isComparable($0) && ($0 != "user" || query[$0] != nil) && query[$0] != other[$0]
        }
      })
    else { return nil }
    return .object(
      compared.reduce(into: JSONObject()) { condition, name in
        condition["query." + name] = query[name].map { .string($0) } ?? ["$exists": false]
      })
  }

  /// Whether earlier captures have kept the parameter.
  private func isComparable(_ name: String) -> Bool {
    earlier.isEmpty || !CapturedQuery.ownNames.contains(name)
  }
}
