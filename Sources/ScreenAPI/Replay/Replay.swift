import HTTPWire
import JSONText
import Screens

/// Runs recorded requests against two states of the server and counts what changes. Nothing is counted as served, no
/// exposure is recorded, and the mock is left out: responses depend on the request and the state alone.
final class Replay {
  /// A state of the server.
  struct Side {
    let api: ScreenAPI
    let screens: ServedScreens
  }

  /// The number of comparisons that are kept, for the requests that get the same two renditions.
  private static let maximumKept = 20_000
  /// The maximum number of items that are listed for each screen.
  private static let maximumItems = 100

  private enum Outcome {
    case screen(CombinationRendition)
    /// The request itself names a version, the draft or a content URL, so it is not compared.
    case fixed
    case problem(HTTPStatus)
  }

  private struct Pair: Hashable {
    let before: ObjectIdentifier
    let after: ObjectIdentifier
  }

  private struct Counts {
    var requests = 0
    var changed = 0
    /// By id and effect.
    var items: [[String]: Int] = [:]
    /// By item, effect and release.
    var downgrades: [[String]: Int] = [:]
  }

  private let before: Side
  private let after: Side
  private let parser = RequestParser(limits: WireLimits())
  private var kept: [Pair: ReplayComparison] = [:]
  private var counts: [ExactString: Counts] = [:]
  private var total = Counts()
  private var downgraded = 0
  private var empty = 0
  private var problems = 0
  private var unreadable = 0

  init(before: Side, after: Side) {
    self.before = before
    self.after = after
  }

  /// Counts requests that are not for screens.
  func leaveOut(_ count: Int) { unreadable += count }

  func run(_ request: RecordedScreenRequest) {
    let input = InputBuffer(capacity: request.message.count)
    request.message.withBytes { input.append($0) }
    parser.reset()
    guard parser.advance(input) == .request else {
      unreadable += 1
      return
    }
    parser.withRequest(in: input) { compare($0) }
  }

  private func compare(_ request: borrowing HTTPRequest) {
    guard request.path.hasPrefix("/screens/"),
      let segments = try? RequestPath.segments(of: request.path), segments.count > 1
    else {
      unreadable += 1
      return
    }
    let name = segments.dropFirst().joined(separator: "/")
    let (old, new) = (outcome(before, name, request), outcome(after, name, request))
    var own = counts[ExactString(name)] ?? Counts()
    own.requests += 1
    total.requests += 1
    switch (old, new) {
    case (.screen(let one), .screen(let other)):
      if one !== other { add(comparison(one, other), request, to: &own) }
    case (.problem(let status), .problem(let other)):
      if status != other { own.changed += 1 }
    case (.screen, .problem):
      own.changed += 1
      problems += 1
    case (.problem, .screen(let new)):
      own.changed += 1
      add(new.downgrades, request, to: &own)
    case (.fixed, _), (_, .fixed): break
    }
    counts[ExactString(name)] = own
  }

  private func outcome(_ side: Side, _ name: String, _ request: borrowing HTTPRequest) -> Outcome {
    guard let entry = Array(name.utf8).withBytes({ side.screens.entry(route: $0) }) else {
      return .problem(404)
    }
    guard case .served(let served) = entry else { return .problem(410) }
    if ScreenAPI.excludesJSON(request) { return .problem(406) }
    do throws(ScreensError) {
      switch try side.api.content(of: served, request, side.screens, records: false) {
      case .rendition(let rendition): return .screen(rendition)
      case .other, .pages, .immutable: return .fixed
      case .problem(let problem): return .problem(problem.status)
      }
    } catch {
      return .problem(Problem(error).status)
    }
  }

  private func comparison(_ old: CombinationRendition, _ new: CombinationRendition) -> ReplayComparison {
    let pair = Pair(before: ObjectIdentifier(old), after: ObjectIdentifier(new))
    if let known = kept[pair] { return known }
    if kept.count >= Self.maximumKept { kept.removeAll() }
    let comparison = ReplayComparison(old, new)
    kept[pair] = comparison
    return comparison
  }

  private func add(
    _ comparison: ReplayComparison, _ request: borrowing HTTPRequest, to counts: inout Counts
  ) {
    if comparison.isChanged { counts.changed += 1 }
    for item in comparison.items {
      counts.items[[item.id, item.effect.rawValue], default: 0] += 1
    }
    if comparison.becomesEmpty { empty += 1 }
    add(comparison.downgrades, request, to: &counts)
  }

  private func add(
    _ downgrades: [TailoredLayout.Downgrade], _ request: borrowing HTTPRequest, to counts: inout Counts
  ) {
    guard !downgrades.isEmpty else { return }
    downgraded += 1
    let query = try? ScreenQuery(request.query ?? .empty)
    let release = query?.release ?? request.field(.clientRelease).map { String(decoding: $0) }
    for downgrade in downgrades {
      counts.downgrades[[downgrade.item, downgrade.effect.rawValue, release ?? ""], default: 0] += 1
    }
  }

  // MARK: JSON

  var json: JSONValue {
    let screens = counts.filter { $0.value.changed > 0 || !$0.value.downgrades.isEmpty }
      .sorted { ($1.value.changed, $0.key) < ($0.value.changed, $1.key) }
    return [
      "requests": .number(JSONNumber(total.requests)),
      "changed": .number(JSONNumber(counts.values.reduce(0) { $0 + $1.changed })),
      "downgraded": .number(JSONNumber(downgraded)), "empty": .number(JSONNumber(empty)),
      "problems": .number(JSONNumber(problems)), "unreadable": .number(JSONNumber(unreadable)),
      "screens": .array(screens.map { Self.json(of: $0.key.text, $0.value) }),
    ]
  }

  private static func json(of route: String, _ counts: Counts) -> JSONValue {
    let items = sorted(counts.items)
    let downgrades = sorted(counts.downgrades)
    return [
      "route": .string(route), "requests": .number(JSONNumber(counts.requests)),
      "changed": .number(JSONNumber(counts.changed)),
      "items": .array(
        items.prefix(maximumItems).map { key, count in
          [
            "id": .string(key[0]), "effect": .string(key[1]), "requests": .number(JSONNumber(count)),
          ]
        }),
      "downgrades": .array(
        downgrades.prefix(maximumItems).map { key, count in
          [
            "item": .string(key[0]), "effect": .string(key[1]),
            "release": key[2].isEmpty ? .null : .string(key[2]), "requests": .number(JSONNumber(count)),
          ]
        }),
    ]
  }

  /// The most frequent ones first.
  private static func sorted(_ counts: [[String]: Int]) -> [(key: [String], count: Int)] {
    counts.sorted { $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value }
      .map { ($0.key, $0.value) }
  }
}
