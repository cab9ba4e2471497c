import JSONText

/// The items of sections, each of which is found, replaced, inserted or removed in constant time.
struct ItemChain {
  private struct Node {
    let id: String
    var item: JSONValue
    let section: Int
    var previous: Int
    var next: Int
  }

  /// The items, linked in their order. The first ones are no items: each is both ends of a section's circle.
  private var nodes: [Node]
  private var places: [ExactString: Int] = [:]
  private let sections: Int

  /// - Parameter lists: the items of each section; all have different ids.
  init(_ lists: [[(id: String, item: JSONValue)]]) {
    sections = lists.count
    nodes = lists.indices.map { Node(id: "", item: .null, section: $0, previous: $0, next: $0) }
    for (section, list) in lists.enumerated() {
      for (id, item) in list { insert(id, item, before: section, in: section) }
    }
  }

  /// The items of each section, in order.
  var lists: [[JSONValue]] {
    (0..<sections).map { section in
      var items: [JSONValue] = []
      var place = nodes[section].next
      while place != section {
        items.append(nodes[place].item)
        place = nodes[place].next
      }
      return items
    }
  }

  func section(of id: String) -> Int? { places[id].map { nodes[$0].section } }

  mutating func replace(_ id: String, by item: JSONValue) {
    guard let place = places[id] else { return }
    nodes[place].item = item
  }

  mutating func remove(_ id: String) {
    guard let place = places[id] else { return }
    let (previous, next) = (nodes[place].previous, nodes[place].next)
    nodes[previous].next = next
    nodes[next].previous = previous
    places[id] = nil
  }

  /// - Parameter earlier: the id of the item to insert after; nil for the beginning of the section.
  mutating func insert(_ id: String, _ item: JSONValue, in section: Int, after earlier: String?) {
    let previous = earlier.flatMap { places[$0] } ?? section
    insert(id, item, before: nodes[previous].next, in: section)
  }

  private mutating func insert(_ id: String, _ item: JSONValue, before next: Int, in section: Int) {
    let previous = nodes[next].previous
    places[id] = nodes.count
    nodes[previous].next = nodes.count
    nodes[next].previous = nodes.count
    nodes.append(Node(id: id, item: item, section: section, previous: previous, next: next))
  }
}
