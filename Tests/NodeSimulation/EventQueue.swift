/// Events in the order of their times. Events of the same time keep the order in which they were added.
struct EventQueue<Event> {
  private struct Entry {
    let time: Int
    let number: Int
    let event: Event

    func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  /// A binary heap.
  private var entries: [Entry] = []
  private var count = 0

  mutating func add(_ event: Event, at time: Int) {
    count += 1
    entries.append(Entry(time: time, number: count, event: event))
    var place = entries.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard entries[place].isBefore(entries[parent]) else { return }
      entries.swapAt(place, parent)
      place = parent
    }
  }

  mutating func next() -> (time: Int, event: Event)? {
    guard let first = entries.first else { return nil }
    let last = entries.removeLast()
    if entries.isEmpty { return (first.time, first.event) }
    entries[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].isBefore(entries[least]) { least = child }
      }
      guard least != place else { return (first.time, first.event) }
      entries.swapAt(place, least)
      place = least
    }
  }
}
