import JSONText

/// The result of a replay: the sum of the results of all parts of a recording.
struct ReplayResult {
  private static let members = ["requests", "changed", "downgraded", "empty", "problems", "unreadable"]

  private var counts: [String: Int] = [:]
  private var screens: [String: Screen] = [:]

  private struct Screen {
    var requests = 0
    var changed = 0
    /// The numbers of requests, by id and effect of the item.
    var items: [[String]: Int] = [:]
    /// The numbers of requests, by item, effect and release.
    var downgrades: [[String]: Int] = [:]
  }

  var requests: Int { counts["requests"] ?? 0 }
  var changed: Int { counts["changed"] ?? 0 }
  var downgraded: Int { counts["downgraded"] ?? 0 }
  var empty: Int { counts["empty"] ?? 0 }
  var problems: Int { counts["problems"] ?? 0 }

  mutating func add(_ json: JSONValue) {
    for member in Self.members { counts[member, default: 0] += Self.count(json, member) }
    for entry in json["screens"]?.arrayValue ?? [] {
      let route = entry["route"]?.stringValue ?? ""
      var screen = screens[route] ?? Screen()
      screen.requests += Self.count(entry, "requests")
      screen.changed += Self.count(entry, "changed")
      for item in entry["items"]?.arrayValue ?? [] {
        screen.items[Self.key(item, ["id", "effect"]), default: 0] += Self.count(item, "requests")
      }
      for downgrade in entry["downgrades"]?.arrayValue ?? [] {
        screen.downgrades[Self.key(downgrade, ["item", "effect", "release"]), default: 0] +=
          Self.count(downgrade, "requests")
      }
      screens[route] = screen
    }
  }

  private static func count(_ json: JSONValue, _ member: String) -> Int {
    min(max(json[member]?.numberValue?.intValue ?? 0, 0), 1 << 40)
  }

  private static func key(_ json: JSONValue, _ members: [String]) -> [String] {
    members.map { json[$0]?.stringValue ?? "" }
  }

  // MARK: Output

  private var sorted: [(route: String, screen: Screen)] {
    screens.sorted { ($1.value.changed, $0.key) < ($0.value.changed, $1.key) }.map { ($0.key, $0.value) }
  }

  private static func sorted(_ counts: [[String]: Int]) -> [(key: [String], count: Int)] {
    counts.sorted { $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value }
      .map { ($0.key, $0.value) }
  }

  func lines(_ style: TerminalStyle) -> [String] {
    func number(_ member: String) -> String { String(counts[member] ?? 0) }
    var lines = [
      "of \(number("requests")) requests \(number("changed")) change, \(number("downgraded")) lose an item, "
        + "\(number("empty")) become empty, \(number("problems")) become a problem"
    ]
    if let unreadable = counts["unreadable"], unreadable > 0 {
      lines.append("\(unreadable) were left out: they are not for screens")
    }
    for (route, screen) in sorted {
      lines.append("\(TextTable.cell(.string(route))): \(screen.changed) of \(screen.requests)")
      var table = TextTable(indent: 2)
      for (key, count) in Self.sorted(screen.items) {
        table.add([TextTable.cell(.string(key[0])), key[1], "\(count)"])
      }
      for (key, count) in Self.sorted(screen.downgrades) {
        let release = key[2].isEmpty ? "" : " on " + key[2]
        table.add([TextTable.cell(.string(key[0])), TextTable.cell(.string(key[1] + release)), "\(count)"])
      }
      lines += table.lines(style)
    }
    return lines
  }

  var json: JSONValue {
    var object: JSONObject = [:]
    for member in Self.members { object[member] = .number(JSONNumber(counts[member] ?? 0)) }
    object["screens"] = .array(
      sorted.map { route, screen in
        [
          "route": .string(route), "requests": .number(JSONNumber(screen.requests)),
          "changed": .number(JSONNumber(screen.changed)),
          "items": .array(
            Self.sorted(screen.items).map {
              [
                "id": .string($0.key[0]), "effect": .string($0.key[1]),
                "requests": .number(JSONNumber($0.count)),
              ]
            }),
          "downgrades": .array(
            Self.sorted(screen.downgrades).map {
              [
                "item": .string($0.key[0]), "effect": .string($0.key[1]),
                "release": $0.key[2].isEmpty ? .null : .string($0.key[2]),
                "requests": .number(JSONNumber($0.count)),
              ]
            }),
        ]
      })
    return .object(object)
  }
}
