import JSONText

/// The items of a definition whose author has written no id, by the id that was filled in.
///
/// Such an id counts the items of its view type. If somebody adds an item in front, the id becomes that of another
/// item, and a change or an order that names it changes another item, without an error.
struct FilledInIDs {
  /// The definition as its author wrote it.
  private let written: JSONValue
  private var items: [ExactString: JSONPointer] = [:]
  /// The places of the items that have a warning already.
  private var reported: Set<JSONPointer> = []
  private var warnings = Diagnostics()

  private init(_ written: JSONValue) { self.written = written }

  /// Finds the variants that name an item by an id that its author has not written.
  /// - Parameters:
  ///   - written: the definition as its author wrote it.
  ///   - layout: the layout that was read from it, with all ids.
  /// - Returns: a warning for each such item, at the first place that names it.
  static func warnings(
    _ written: JSONValue, _ layout: Layout, _ experiments: [ScreenExperiment]
  ) -> Diagnostics {
    var ids = FilledInIDs(written)
    guard experiments.contains(where: { $0.variants.contains { !$0.edit.isEmpty } }) else {
      return ids.warnings
    }
    for item in layout.allItems { ids.collect(item) }
    for variant in experiments.flatMap(\.variants) {
      guard case .changes(let changes, let order) = variant.edit.items else { continue }
      let ofDefinition = ids.items
      for change in changes { ids.check(change) }
      for (index, id) in (order ?? []).enumerated() {
        ids.check(id, at: variant.origin.appending("order").appending(index))
      }
      // Another variant can insert another item with the same id.
      ids.items = ofDefinition
    }
    return ids.warnings
  }

  private mutating func collect(_ item: Item) {
    if item.origin.appending("id").value(in: written) == nil { items[item.id] = item.origin }
  }

  private mutating func check(_ change: Change) {
    switch change.operation {
    case .move(let id, let target):
      check(id, at: change.origin.appending("id"))
      check(target, of: change)
    case .insert(let item, let target):
      check(target, of: change)
      for item in item.all { collect(item) }
    case .replace(let id, let item):
      check(id, at: change.origin.appending("id"))
      // The replacement itself has an id that the change names.
      for item in item.all.dropFirst() { collect(item) }
    case .remove(let id), .merge(let id, _):
      check(id, at: change.origin.appending("id"))
    }
  }

  private mutating func check(_ target: Change.Position, of change: Change) {
    switch target {
    case .before(let id): check(id, at: change.origin.appending("before"))
    case .after(let id): check(id, at: change.origin.appending("after"))
    case .into(let id, _, _): check(id, at: change.origin.appending("into"))
    case .section: break
    }
  }

  private mutating func check(_ id: String, at location: JSONPointer) {
    guard let item = items[id], reported.insert(item).inserted else { return }
    warnings.add(
      Diagnostic(
        .filledInID, at: location,
        "the id \(quoted(id)) was filled in; when the items are edited, it can become the id of another one",
        hint: "give the item at \(item) an id: \"id\": \(quoted(id))"))
  }
}
