import JSONSchema
package import JSONText

/// Fills in the ids of items that have none.
///
/// The n-th item of a view type gets the id `VIEWTYPE-n`, skipping ids that are taken. An item is numbered before the
/// items inside it. Items of the definition are numbered first, then those that variants add.
package struct IDFilling {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]
  /// The last number that was filled in for a view type: all from the count up to it are taken.
  private var filledIn: [String: Int] = [:]
  /// Says where content has places for items.
  private let catalogue: Catalogue

  private init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  package static func fill(_ document: JSONValue, _ catalogue: Catalogue) -> JSONValue {
    guard case .object(var definition) = document else { return document }
    var base = IDFilling(catalogue)
    base.collect(definition)
    base.fillLayout(of: &definition)
    if let experiment = definition["experiment"] {
      definition["experiment"] = base.filledExperiment(experiment)
    }
    if case .array(let experiments)? = definition["experiments"] {
      definition["experiments"] = .array(experiments.map { base.filledExperiment($0) })
    }
    return .object(definition)
  }

  /// Fills in the ids in a scenario's override of a screen.
  /// - Parameter taken: the ids of the screen's items.
  static func fill(override: JSONValue, taken: Set<String>, _ catalogue: Catalogue) -> JSONValue {
    var filling = IDFilling(catalogue)
    filling.taken = taken
    return filling.filledVariant(override)
  }

  /// Fills in the ids of an item that is not in a screen yet, and of those inside it.
  static func fill(item: JSONValue, _ catalogue: Catalogue) -> JSONValue {
    var filling = IDFilling(catalogue)
    filling.collect(item, level: 0)
    return filling.filled(item)
  }

  /// Fills in the ids of the items inside an item's content.
  /// - Parameter taken: the ids of the screen's items and of their fallbacks.
  static func fill(
    content: JSONValue, of item: Item, taken: some Sequence<String>, _ catalogue: Catalogue
  ) -> JSONValue {
    var filling = IDFilling(catalogue)
    filling.taken = Set(taken)
    let item: JSONValue = ["viewType": .string(item.viewType), "content": content]
    filling.collect(item, level: 0)
    return filling.filledInside(item, level: 0)["content"] ?? content
  }

  /// Fills in the ids of an experiment's variants. Variants of one experiment never appear together, so they may use
  /// the same ids; variants of different experiments may not.
  private mutating func filledExperiment(_ value: JSONValue) -> JSONValue {
    guard case .object(var experiment) = value, case .array(let variants)? = experiment["variants"] else {
      return value
    }
    let filled = variants.map { filledVariant($0) }
    experiment["variants"] = .array(filled)
    for variant in filled {
      if case .object(let own) = variant { collect(own) }
      for change in variant["changes"]?.arrayValue ?? [] {
        if let item = change["item"] { collect(item, level: 0) }
      }
    }
    return .object(experiment)
  }

  /// Fills in the ids of a variant. A layout of its own has its own numbering; changes continue the definition's.
  private func filledVariant(_ value: JSONValue) -> JSONValue {
    guard case .object(var variant) = value else { return value }
    if variant["items"] != nil || variant["sections"] != nil {
      var own = IDFilling(catalogue)
      own.collect(variant)
      own.fillLayout(of: &variant)
    } else if case .array(var changes)? = variant["changes"] {
      var added = self
      for change in changes where change["op"]?.stringValue == "insert" {
        if let item = change["item"] { added.collect(item, level: 0) }
      }
      for index in changes.indices { changes[index] = added.filledChange(changes[index]) }
      variant["changes"] = .array(changes)
    }
    return .object(variant)
  }

  private mutating func filledChange(_ value: JSONValue) -> JSONValue {
    guard case .object(var change) = value, let item = change["item"] else { return value }
    switch change["op"]?.stringValue {
    case "insert":
      change["item"] = filled(item)
    case "replace":
      // A replacement without an id keeps the id of the replaced item.
      if let id = change["id"]?.stringValue, item.objectValue != nil, item["id"] == nil {
        change["item"] = filledInside(Self.with(id: id, item), level: 0)
      } else {
        change["item"] = filledInside(item, level: 0)
      }
    default:
      break
    }
    return .object(change)
  }

  private mutating func collect(_ screen: JSONObject) {
    for item in Self.items(of: screen) { collect(item, level: 0) }
  }

  /// Collects the ids of an item, of its fallbacks and of the items inside them.
  private mutating func collect(_ item: JSONValue, level: Int) {
    var next: JSONValue? = item
    while let item = next {
      if let id = item["id"]?.stringValue { taken.insert(id) }
      for (_, inner) in places(in: item, level: level) {
        for item in inner { collect(item, level: level + 1) }
      }
      next = item["fallback"]
    }
  }

  /// The places for items in the content of an item, and the values there.
  private func places(
    in item: JSONValue, level: Int
  ) -> [(place: ReferencePlaces.Place, items: [JSONValue])] {
    guard level < InnerItems.maximumDepth, let name = item["viewType"]?.stringValue,
      let places = catalogue.viewType(name)?.itemPlaces, let content = item["content"]
    else { return [] }
    return places.places(in: content).compactMap { place in
      guard let value = place.pointer.value(in: content) else { return nil }
      return (place, place.isList ? value.arrayValue ?? [] : [value])
    }
  }

  private static func items(of screen: JSONObject) -> [JSONValue] {
    (screen["items"]?.arrayValue ?? [])
      + (screen["sections"]?.arrayValue ?? []).flatMap { $0["items"]?.arrayValue ?? [] }
  }

  private mutating func fillLayout(of screen: inout JSONObject) {
    if case .array(let items)? = screen["items"] {
      screen["items"] = .array(items.map { filled($0) })
    }
    if case .array(var sections)? = screen["sections"] {
      for index in sections.indices {
        guard case .object(var section) = sections[index], case .array(let items)? = section["items"] else {
          continue
        }
        section["items"] = .array(items.map { filled($0) })
        sections[index] = .object(section)
      }
      screen["sections"] = .array(sections)
    }
  }

  private mutating func filled(_ item: JSONValue, level: Int = 0) -> JSONValue {
    filledInside(named(item), level: level)
  }

  /// The item, and its fallbacks, with ids for the items inside them.
  private mutating func filledInside(_ item: JSONValue, level: Int) -> JSONValue {
    guard case .object(var object) = item else { return item }
    let places = places(in: item, level: level)
    if places.isEmpty, object["fallback"] == nil { return item }
    let filled = places.compactMap { place, items -> (at: JSONPointer, value: JSONValue)? in
      let filled = items.map { self.filled($0, level: level + 1) }
      return (place.isList ? .array(filled) : filled.first).map { (place.pointer, $0) }
    }
    if let tree = PointerTree(filled) {
      object["content"] = tree.replacing(in: object["content"]) { value, _ in value }
    }
    if let fallback = object["fallback"] { object["fallback"] = filledInside(fallback, level: level) }
    return .object(object)
  }

  private mutating func named(_ item: JSONValue) -> JSONValue {
    guard let viewType = item["viewType"]?.stringValue else { return item }
    var count = (counts[viewType] ?? 0) + 1
    counts[viewType] = count
    guard item["id"] == nil else { return item }
    count = max(count, (filledIn[viewType] ?? 0) + 1)
    while taken.contains("\(viewType)-\(count)") { count += 1 }
    filledIn[viewType] = count
    let id = "\(viewType)-\(count)"
    taken.insert(id)
    return Self.with(id: id, item)
  }

  /// The item with its id as the first member.
  private static func with(id: String, _ item: JSONValue) -> JSONValue {
    guard let members = item.objectValue else { return item }
    var result: JSONObject = ["id": .string(id)]
    for member in members { result[member.name] = member.value }
    return .object(result)
  }
}
