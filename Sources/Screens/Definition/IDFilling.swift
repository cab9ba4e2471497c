package import JSONText

/// Fills in the ids of items that have none.
///
/// The n-th item of a view type gets the id `VIEWTYPE-n`, skipping ids that are taken. Items of the definition are
/// numbered first, then those that variants add.
package struct IDFilling {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  package static func fill(_ document: JSONValue) -> JSONValue {
    guard case .object(var definition) = document else { return document }
    var base = IDFilling()
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
  static func fill(override: JSONValue, taken: Set<String>) -> JSONValue {
    var filling = IDFilling()
    filling.taken = taken
    return filling.filledVariant(override)
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
        if let id = change["item"]?["id"]?.stringValue { taken.insert(id) }
      }
    }
    return .object(experiment)
  }

  /// Fills in the ids of a variant. A layout of its own has its own numbering; changes continue the definition's.
  private func filledVariant(_ value: JSONValue) -> JSONValue {
    guard case .object(var variant) = value else { return value }
    if variant["items"] != nil || variant["sections"] != nil {
      var own = IDFilling()
      own.collect(variant)
      own.fillLayout(of: &variant)
    } else if case .array(var changes)? = variant["changes"] {
      var added = self
      for change in changes where change["op"]?.stringValue == "insert" {
        if let id = change["item"]?["id"]?.stringValue { added.taken.insert(id) }
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
        change["item"] = Self.with(id: id, item)
      }
    default:
      break
    }
    return .object(change)
  }

  private mutating func collect(_ screen: JSONObject) {
    for item in Self.items(of: screen) {
      var next: JSONValue? = item
      while let item = next {
        if let id = item["id"]?.stringValue { taken.insert(id) }
        next = item["fallback"]
      }
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

  private mutating func filled(_ item: JSONValue) -> JSONValue {
    guard let viewType = item["viewType"]?.stringValue else { return item }
    var count = (counts[viewType] ?? 0) + 1
    counts[viewType] = count
    guard item["id"] == nil else { return item }
    while taken.contains("\(viewType)-\(count)") { count += 1 }
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
