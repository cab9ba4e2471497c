import JSONText
import SeededRandom

extension ScreenMutator {
  mutating func nameUnknownViewType() {
    guard let spot = random.pick(spots) else { return }
    let known = Set(spots.map { ExactString(item(at: $0).viewType) })
    var number = random.next(below: 99) + 1
    var name = "FUTURE_VIEW_TYPE_\(number)"
    while judge.schemas.contains(name) || known.contains(ExactString(name)) {
      number += 1
      name = "FUTURE_VIEW_TYPE_\(number)"
    }
    sections[spot.section].items[spot.item].viewType = name
    note(spot)
  }

  mutating func empty() {
    for spot in spots { note(spot) }
    for section in sections.indices { sections[section].items = [] }
  }

  /// Gives the second item the id of the first one. Without a second item, appends a copy of the first.
  mutating func duplicateID() {
    let spots = spots
    guard let first = spots.first else { return }
    let item = item(at: first)
    if spots.count > 1 {
      guard !self.item(at: spots[1]).id.hasSameScalars(as: item.id) else { return }
      sections[spots[1].section].items[spots[1].item].id = item.id
      note(spots[1])
    } else {
      sections[first.section].items.append(item)
      note(Spot(section: first.section, item: 1))
    }
  }

  /// The largest content after repetition, in bytes. A screen with large items gets fewer items than wanted.
  static let maximumBytes = 64 << 20

  /// Repeats the items. Each section keeps its share of the screen.
  mutating func multiply(to wanted: Int) {
    let spots = spots
    let bytes = spots.reduce(0) { $0 + JSONExtent(of: item(at: $1).content).bytes }
    let wanted = min(wanted, spots.count * max(Self.maximumBytes / max(bytes, 1), 1))
    guard !spots.isEmpty, spots.count < wanted else { return }
    var taken = Set(spots.map { ExactString(item(at: $0).id) })
    // The end of each section in the wanted screen is proportional to its present end.
    var present = 0
    var end = 0
    for section in sections.indices {
      let items = sections[section].items
      present += items.count
      let start = end
      end = present * wanted / spots.count
      guard !items.isEmpty else { continue }
      var repeated = items
      repeated.reserveCapacity(end - start)
      for place in items.count..<max(end - start, items.count) {
        var item = items[place % items.count]
        item.id = Self.freeID(item.id, round: place / items.count + 1, &taken)
        repeated.append(item)
      }
      sections[section].items = repeated
      for place in items.indices { note(Spot(section: section, item: place)) }
    }
  }

  /// A new id such as `noodles-2`, with a longer suffix if that is taken.
  private static func freeID(_ id: String, round: Int, _ taken: inout Set<ExactString>) -> String {
    var candidate = "\(id)-\(round)"
    while !taken.insert(ExactString(candidate)).inserted { candidate += "-\(round)" }
    return candidate
  }
}
