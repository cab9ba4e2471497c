import JSONText
import Screens

/// What changes from one rendition of a screen to another one, for the requests that get both.
final class ReplayComparison {
  enum Effect: String {
    case added, removed, moved, changed
  }

  /// Whether an app would show something else.
  let isChanged: Bool
  /// By item, in the order of the new layout, with removed items at the end.
  let items: [(id: String, effect: Effect)]
  /// The items, also new ones, that the app lacks or gets replaced, and did not before.
  let downgrades: [TailoredLayout.Downgrade]
  /// Whether the app showed something before and shows nothing now.
  let becomesEmpty: Bool
  // Keeps both renditions alive, because `Replay` identifies them by their `ObjectIdentifier`.
  private let renditions: [CombinationRendition]

  init(_ before: CombinationRendition, _ after: CombinationRendition) {
    renditions = [before, after]
    let (old, new) = (before.combination.layout, after.combination.layout)
    var items: [(id: String, effect: Effect)] = []
    var known: [ExactString: Item] = [:]
    for item in old.items { known[ExactString(item.id)] = item }
    let moved = Self.moved(old, new)
    for item in new.items {
      if let earlier = known.removeValue(forKey: ExactString(item.id)) {
        if !earlier.viewType.hasSameScalars(as: item.viewType) || earlier.content != item.content {
          items.append((item.id, .changed))
        } else if moved.contains(ExactString(item.id)) {
          items.append((item.id, .moved))
        }
      } else {
        items.append((item.id, .added))
      }
    }
    for item in old.items where known[ExactString(item.id)] != nil { items.append((item.id, .removed)) }
    self.items = items
    let effects = Dictionary(before.downgrades.map { (ExactString($0.item), $0.effect) }) { first, _ in first
    }
    downgrades = after.downgrades.filter { downgrade in
      switch effects[ExactString(downgrade.item)] {
      case .dropped: false
      case .fallback: downgrade.effect == .dropped
      case nil: true
      }
    }
    becomesEmpty = new.items.isEmpty && !old.items.isEmpty
    isChanged =
      !items.isEmpty || old.screenName != new.screenName || old.values != new.values
      || old.sections.map(\.frame) != new.sections.map(\.frame)
      || before.combination.name != after.combination.name || before.format.json != after.format.json
  }

  /// The items that have another section or order: the smallest set that explains the new order.
  private static func moved(_ old: Layout, _ new: Layout) -> Set<ExactString> {
    var places: [ExactString: (section: ExactString, rank: Int)] = [:]
    for (section, item) in new.placed { places[ExactString(item.id)] = (section, places.count) }
    var isInPlace: [Bool] = []
    var moved: Set<ExactString> = []
    var ids: [ExactString] = []
    var ranks: [Int] = []
    for (rank, (section, item)) in old.placed.enumerated() {
      let id = ExactString(item.id)
      guard let place = places[id] else { continue }
      moved.insert(id)
      guard place.section == section else { continue }
      ids.append(id)
      ranks.append(place.rank)
      isInPlace.append(place.rank == rank)
    }
    for index in IncreasingSubsequence.longest(in: ranks, preferring: { isInPlace[$0] }) {
      moved.remove(ids[index])
    }
    return moved
  }
}

extension Layout {
  /// The items, each with the id of its section, or its index for a section without id.
  fileprivate var placed: [(section: ExactString, item: Item)] {
    sections.enumerated().flatMap { index, section in
      let id = ExactString(section.id ?? String(index))
      return section.items.map { (id, $0) }
    }
  }
}

extension Section {
  /// What an app shows of the section beside its items.
  fileprivate var frame: JSONValue {
    .array([id, header, footer].map { $0.map { .string($0) } ?? .null } + [.object(values ?? [:])])
  }
}
