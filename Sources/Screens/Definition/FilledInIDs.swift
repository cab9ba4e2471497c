import JSONText

/// The items of a definition whose author has written no id, by the id that was filled in.
///
/// Such an id counts the items of its view type. If somebody adds an item in front, the id becomes that of another
/// item, and a change or an order that names it changes another item, without an error.
struct FilledInIDs {
  private var items: [ExactString: JSONPointer] = [:]
  /// The places of the items that have a warning already.
  private var reported: Set<JSONPointer> = []
  private var warnings = Diagnostics()

  /// Finds the variants that name an item by an id that its author has not written.
  /// - Parameters:
  ///   - written: the definition as its author wrote it.
  ///   - filled: the definition with all ids.
  /// - Returns: a warning for each such item, at the first place that names it.
  static func warnings(_ written: JSONValue, filled: JSONValue) -> Diagnostics {
    var ids = FilledInIDs()
    ids.collect(written, filled)
    if let experiment = written["experiment"] {
      ids.check(experiment, filled, at: JSONPointer(tokens: ["experiment"]))
    }
    for (index, experiment) in (written["experiments"]?.arrayValue ?? []).enumerated() {
      ids.check(experiment, filled, at: JSONPointer(tokens: ["experiments", String(index)]))
    }
    return ids.warnings
  }

  // MARK: Items

  private mutating func collect(_ written: JSONValue, _ filled: JSONValue) {
    collect(written["items"], filled, at: JSONPointer(tokens: ["items"]))
    for (index, section) in (written["sections"]?.arrayValue ?? []).enumerated() {
      collect(section["items"], filled, at: JSONPointer(tokens: ["sections", String(index), "items"]))
    }
  }

  private mutating func collect(_ items: JSONValue?, _ filled: JSONValue, at location: JSONPointer) {
    for (index, item) in (items?.arrayValue ?? []).enumerated() where item["id"] == nil {
      collect(at: location.appending(index), in: filled)
    }
  }

  private mutating func collect(at location: JSONPointer, in filled: JSONValue) {
    if let id = location.appending("id").value(in: filled)?.stringValue { items[id] = location }
  }

  // MARK: Variants

  private mutating func check(_ experiment: JSONValue, _ filled: JSONValue, at location: JSONPointer) {
    for (index, variant) in (experiment["variants"]?.arrayValue ?? []).enumerated() {
      let ofDefinition = items
      check(variant, filled, in: location.appending("variants").appending(index))
      // Another variant can insert another item with the same id.
      items = ofDefinition
    }
  }

  private mutating func check(_ variant: JSONValue, _ filled: JSONValue, in location: JSONPointer) {
    for (index, change) in (variant["changes"]?.arrayValue ?? []).enumerated() {
      let location = location.appending("changes").appending(index)
      for name in ["id", "before", "after"] { check(change[name], at: location.appending(name)) }
      if change["op"]?.stringValue == "insert", let item = change["item"], item["id"] == nil {
        collect(at: location.appending("item"), in: filled)
      }
    }
    for (index, id) in (variant["order"]?.arrayValue ?? []).enumerated() {
      check(id, at: location.appending("order").appending(index))
    }
  }

  private mutating func check(_ id: JSONValue?, at location: JSONPointer) {
    guard let id = id?.stringValue, let item = items[id], reported.insert(item).inserted else { return }
    warnings.add(
      Diagnostic(
        .filledInID, at: location,
        "the id \(quoted(id)) was filled in; when the items are edited, it can become the id of another one",
        hint: "give the item at \(item) an id: \"id\": \(quoted(id))"))
  }
}
