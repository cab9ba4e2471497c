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

  init(_ before: CombinationRendition, _ after: CombinationRendition) {
    let (old, new) = (before.combination.layout, after.combination.layout)
    var items: [(id: String, effect: Effect)] = []
    var known: [ExactString: Item] = [:]
    for item in old.allItems { known[ExactString(item.id)] = item }
    let moved = Self.moved(old, new)
    for item in new.allItems {
      if let earlier = known.removeValue(forKey: ExactString(item.id)) {
        if !earlier.viewType.hasSameScalars(as: item.viewType) || earlier.ownContent != item.ownContent {
          items.append((item.id, .changed))
        } else if moved.contains(ExactString(item.id)) {
          items.append((item.id, .moved))
        }
      } else {
        items.append((item.id, .added))
      }
    }
    for item in old.allItems where known[ExactString(item.id)] != nil { items.append((item.id, .removed)) }
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

  /// The items that have another list or order: the smallest set that explains the new order.
  private static func moved(_ old: Layout, _ new: Layout) -> Set<ExactString> {
    let places = Dictionary(new.placed.map { (ExactString($0.item.id), $0) }) { first, _ in first }
    var moved: Set<ExactString> = []
    var staying: [ExactString?: [(id: ExactString, index: Int, isInPlace: Bool)]] = [:]
    for one in old.placed {
      let id = ExactString(one.item.id)
      guard let place = places[id] else { continue }
      moved.insert(id)
      guard place.parent == one.parent, place.list == one.list else { continue }
      // Items inside another one move with it, so they have an order in their own list only.
      let order = one.parent.map { ExactString("\($0.text)\n\(one.list.text)") }
      staying[order, default: []].append((id, place.index, place.index == one.index))
    }
    for items in staying.values {
      for index in IncreasingSubsequence.longest(
        in: items.map(\.index), preferring: { items[$0].isInPlace })
      {
        moved.remove(items[index].id)
      }
    }
    return moved
  }
}

/// An item with its place.
private struct PlacedItem {
  let item: Item
  /// The id of the item that it is inside of; nil for an item of a section.
  let parent: ExactString?
  /// The id of its section, or the section's index; or the place in the content of the item that it is inside of.
  let list: ExactString
  /// The index among the items of all sections, or in the list inside another item.
  let index: Int
}

extension Layout {
  /// All items, each before those inside it.
  fileprivate var placed: [PlacedItem] {
    var placed: [PlacedItem] = []
    func add(_ item: Item, in parent: ExactString?, _ list: ExactString, at index: Int) {
      placed.append(PlacedItem(item: item, parent: parent, list: list, index: index))
      for slot in item.inner?.slots ?? [] {
        for (index, inner) in slot.items.enumerated() {
          add(inner, in: ExactString(item.id), ExactString(slot.at.description), at: index)
        }
      }
    }
    var index = 0
    for (number, section) in sections.enumerated() {
      for item in section.items {
        add(item, in: nil, ExactString(section.id ?? String(number)), at: index)
        index += 1
      }
    }
    return placed
  }
}

extension Section {
  /// What an app shows of the section beside its items.
  fileprivate var frame: JSONValue {
    .array([id, header, footer].map { $0.map { .string($0) } ?? .null } + [.object(values ?? [:])])
  }
}
