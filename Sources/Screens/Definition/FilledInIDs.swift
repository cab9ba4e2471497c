import JSONText

/// The items of a definition whose author has written no id, by the id that was filled in.
///
/// Such an id counts the items of its view type. If somebody adds an item in front, the id becomes that of another
/// item, and a change or an order that names it changes another item, without an error.
struct FilledInIDs {
  /// The place of an item.
  private struct Place: Hashable {
    let pointer: JSONPointer
    /// The screen that has the item; nil for the document that the warnings are about.
    let route: Route?
  }

  /// The document that is collected from, as its author wrote it.
  private var written: JSONValue
  /// The screen that is collected from; nil for the document that the warnings are about.
  private var route: Route?
  private var items: [ExactString: Place] = [:]
  /// The items that have a warning already.
  private var reported: Set<Place> = []
  private var warnings = Diagnostics()

  private init(_ written: JSONValue, of route: Route? = nil) {
    self.written = written
    self.route = route
  }

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
      let ofDefinition = ids.items
      ids.check(variant.edit, at: variant.origin)
      // Another variant can insert another item with the same id.
      ids.items = ofDefinition
    }
    return ids.warnings
  }

  /// Finds the changes of a scenario that name an item by an id that its author has not written.
  /// - Parameters:
  ///   - edit: the scenario's edit of the screen, at its place in the scenario.
  ///   - scenario: the scenario as its author wrote it.
  ///   - written: the screen's definition as its author wrote it.
  /// - Returns: a warning for each such item, at the first place that names it.
  static func warnings(
    _ edit: LayoutEdit, at origin: JSONPointer, in scenario: JSONValue, of screen: PublishedScreen,
    _ written: JSONValue
  ) -> Diagnostics {
    var ids = FilledInIDs(written, of: screen.route)
    // The edit applies to all combinations, so it names no item that only a variant has.
    for item in screen.definition.layout.allItems { ids.collect(item) }
    (ids.written, ids.route) = (scenario, nil)
    ids.check(edit, at: origin)
    return ids.warnings
  }

  private mutating func collect(_ item: Item) {
    if item.origin.appending("id").value(in: written) == nil {
      items[item.id] = Place(pointer: item.origin, route: route)
    }
  }

  private mutating func check(_ edit: LayoutEdit, at origin: JSONPointer) {
    guard case .changes(let changes, let order) = edit.items else { return }
    for change in changes { check(change) }
    for (index, id) in (order ?? []).enumerated() {
      check(id, at: origin.appending("order").appending(index))
    }
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
    let screen = item.route.map { " of the screen \(quoted($0.name))" } ?? ""
    warnings.add(
      Diagnostic(
        .filledInID, at: location,
        "the id \(quoted(id)) was filled in; when the items are edited, it can become the id of another one",
        hint: "give the item at \(item.pointer)\(screen) an id: \"id\": \(quoted(id))"))
  }
}
