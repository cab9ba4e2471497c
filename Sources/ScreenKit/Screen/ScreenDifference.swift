/// The difference between two screens by the ids of their items: what a list deletes, inserts, moves and shows again.
///
/// It prints one line for each change, which helps in logs and tests. Positions are `section:row`; those of deletions
/// and the first one of a move are of the old screen.
///
/// ```swift
/// print(ScreenDifference(from: old, to: new))  // move 0:2 to 0:0
/// ```
public struct ScreenDifference: Hashable, Sendable {
  /// The ids of items that the new screen does not have, in the order of the old one.
  public let deleted: [String]
  /// The ids of items that the old screen does not have, in the order of the new one.
  public let inserted: [String]
  /// The ids of items at another place, as few as possible, in the order of the new screen.
  public let moved: [String]
  /// The ids of items whose content or view type differs, in the order of the new screen.
  public let changed: [String]
  /// The ids of sections that were added or removed, or whose header or footer differs, sorted.
  public let changedSections: [String]
  /// One line for each change.
  public let description: String

  private struct Place {
    let section: Int
    let row: Int
    /// The number of items before this one.
    let order: Int
    let item: ScreenItem

    var text: String { "\(section):\(row)" }
  }

  /// Finds the difference, in O(n log n). An id that a screen repeats counts at its first place.
  public init(from old: Screen, to new: Screen) {
    let before = Self.places(old)
    let after = Self.places(new)
    let known = after.places.compactMap { place in before.byID[place.item.id].map { (old: $0, new: place) } }
    let unmoved = LongestIncreasingSubsequence.positions(in: known.map(\.old.order))
    let sectionIDs = (old: old.sections.map(\.id), new: new.sections.map(\.id))
    var lines: [String] = []
    var moved: [String] = []
    var changed: [String] = []
    let deleted = before.places.filter { after.byID[$0.item.id] == nil }
    let inserted = after.places.filter { before.byID[$0.item.id] == nil }
    lines += deleted.map { "delete \($0.text)" } + inserted.map { "insert \($0.text)" }
    for (index, place) in known.enumerated() {
      let isInItsSection = sectionIDs.old[place.old.section] == sectionIDs.new[place.new.section]
      guard !unmoved.contains(index) || !isInItsSection else { continue }
      moved.append(place.new.item.id)
      lines.append("move \(place.old.text) to \(place.new.text)")
    }
    for place in known where place.old.item != place.new.item {
      changed.append(place.new.item.id)
      lines.append("reload \(place.new.text)")
    }
    let titles = (old: Self.titles(old), new: Self.titles(new))
    changedSections = Set(titles.old.keys).union(titles.new.keys).filter { titles.old[$0] != titles.new[$0] }
      .sorted()
    lines += changedSections.map { "section \($0)" }
    self.deleted = deleted.map(\.item.id)
    self.inserted = inserted.map(\.item.id)
    self.moved = moved
    self.changed = changed
    description = lines.joined(separator: "\n")
  }

  /// Whether the screens show the same.
  public var isEmpty: Bool { description.isEmpty }

  private static func places(_ screen: Screen) -> (places: [Place], byID: [String: Place]) {
    var places: [Place] = []
    var byID: [String: Place] = [:]
    for (section, content) in screen.sections.enumerated() {
      for (row, item) in content.items.enumerated() where byID[item.id] == nil {
        let place = Place(section: section, row: row, order: places.count, item: item)
        byID[item.id] = place
        places.append(place)
      }
    }
    return (places, byID)
  }

  /// The header and footer of each section, by id.
  private static func titles(_ screen: Screen) -> [String: [String?]] {
    Dictionary(screen.sections.map { ($0.id, [$0.header, $0.footer]) }) { first, _ in first }
  }
}

extension ScreenDifference: CustomStringConvertible {}
