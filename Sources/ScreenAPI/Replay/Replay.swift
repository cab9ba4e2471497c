import AdminModel
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

  /// The items of all renditions that are rendered and compared, and the downgraded ones of each request. Sixteen
  /// apps with renditions of their own can get a screen of 9,000 items that changed.
  static let maximumSteps = 300_000
  /// The items of the comparisons that are kept, for the requests that get the same two renditions.
  private static let maximumKeptItems = 200_000
  /// The maximum number of items that are listed for each screen.
  private static let maximumItems = 100

  private enum Outcome {
    case screen(CombinationRendition)
    /// The request itself names a version, the draft or a content URL, so it is not compared.
    case fixed
    case problem(HTTPStatus)
  }

  private struct Pair: Hashable {
    let before: ObjectIdentifier?
    let after: ObjectIdentifier?
  }

  private struct Compared {
    let route: ExactString
    /// Keeps the renditions alive, because ``Pair`` identifies them by their `ObjectIdentifier`.
    let renditions: [CombinationRendition]
    /// Nil if the two renditions are the same, or one of them is a problem.
    let comparison: ReplayComparison?
    /// The requests that get these renditions.
    var requests: Int
  }

  private let before: Side
  private let after: Side
  private let parser = RequestParser(limits: WireLimits())
  private var kept: [Pair: Compared] = [:]
  private var keptItems = 0
  private let maximumSteps: Int
  private var steps: Int
  private var counts: [ExactString: ReplayedScreenCounts] = [:]
  private var downgraded = 0
  private var empty = 0
  private var problems = 0
  private var unreadable = 0

  init(before: Side, after: Side, maximumSteps: Int = maximumSteps) {
    self.maximumSteps = maximumSteps
    steps = maximumSteps
    self.before = before
    self.after = after
  }

  /// Counts requests that are not for screens.
  func leaveOut(_ count: Int) { unreadable += count }

  /// Runs requests, unless the client has gone.
  /// - Throws: ``ScreensError/invalidBody(_:)`` if they need more than ``maximumSteps``.
  func run(_ requests: some Sequence<RecordedScreenRequest>) throws(ScreensError) {
    for request in requests where !Cancellation.isRequested {
      run(request)
      guard steps < 0 else { continue }
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .tooMany, at: JSONPointer(tokens: ["requests"]),
          "the different screens that the requests get have more than \(maximumSteps) items together",
          hint: "replay fewer requests at a time"))
      throw .invalidBody(diagnostics)
    }
  }

  private func run(_ request: RecordedScreenRequest) {
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
    let route = ExactString(name)
    // Changed in place: a copy for each request would be as large as the screen.
    counts[route, default: ReplayedScreenCounts()].requests += 1
    switch (outcome(before, name, request), outcome(after, name, request)) {
    case (.screen(let old), .screen(let new)):
      guard let comparison = compared(old, new, at: route) else { break }
      if comparison.isChanged { counts[route]?.changed += 1 }
      if comparison.becomesEmpty { empty += 1 }
      add(comparison.downgrades, request, at: route)
    case (.problem(let status), .problem(let other)):
      if status != other { counts[route]?.changed += 1 }
    case (.screen(let old), .problem):
      _ = compared(old, nil, at: route)
      counts[route]?.changed += 1
      problems += 1
    case (.problem, .screen(let new)):
      _ = compared(nil, new, at: route)
      counts[route]?.changed += 1
      add(new.downgrades, request, at: route)
    case (.fixed, _), (_, .fixed): break
    }
  }

  private func outcome(_ side: Side, _ name: String, _ request: borrowing HTTPRequest) -> Outcome {
    guard let entry = Array(name.utf8).withBytes({ side.screens.entry(route: $0) }) else {
      return .problem(404)
    }
    guard let served = entry.forEverybody else { return .problem(410) }
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

  /// Counts a request that gets these renditions, and compares them.
  private func compared(
    _ old: CombinationRendition?, _ new: CombinationRendition?, at route: ExactString
  ) -> ReplayComparison? {
    let pair = Pair(before: old.map { ObjectIdentifier($0) }, after: new.map { ObjectIdentifier($0) })
    if let known = kept[pair] {
      kept[pair]?.requests += 1
      return known.comparison
    }
    let renditions = old === new ? [old].compactMap(\.self) : [old, new].compactMap(\.self)
    let items = renditions.reduce(1) { $0 + $1.combination.layout.sections.reduce(0) { $0 + $1.items.count } }
    steps -= items
    if keptItems + items > Self.maximumKeptItems { countItems() }
    keptItems += items
    let comparison: ReplayComparison? =
      if let old, let new, old !== new { ReplayComparison(old, new) } else { nil }
    kept[pair] = Compared(route: route, renditions: renditions, comparison: comparison, requests: 1)
    return comparison
  }

  /// Counts the items of the comparisons for their requests, and releases the comparisons.
  private func countItems() {
    for compared in kept.values {
      for item in compared.comparison?.items ?? [] {
        counts[compared.route]?.add(
          item: item.id, effect: item.effect.rawValue, requests: compared.requests)
      }
    }
    (kept, keptItems) = ([:], 0)
  }

  private func add(
    _ downgrades: [TailoredLayout.Downgrade], _ request: borrowing HTTPRequest, at route: ExactString
  ) {
    guard !downgrades.isEmpty else { return }
    downgraded += 1
    steps -= downgrades.count
    let query = try? ScreenQuery(request.query ?? .empty)
    let release = query?.release ?? request.field(.clientRelease).map { String(decoding: $0) }
    for downgrade in downgrades {
      counts[route]?.add(
        downgraded: downgrade.item, effect: downgrade.effect.rawValue, release: release, requests: 1)
    }
  }

  /// The result of all requests that were run.
  func report() -> ReplayReport {
    countItems()
    return ReplayReport(
      requests: counts.values.reduce(0) { $0 + $1.requests },
      changed: counts.values.reduce(0) { $0 + $1.changed }, downgraded: downgraded, empty: empty,
      problems: problems, unreadable: unreadable,
      screens: counts.filter(\.value.hasEffect).map {
        $0.value.report(of: $0.key.text, maximumItems: Self.maximumItems)
      })
  }
}
