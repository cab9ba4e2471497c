package import JSONText
package import Screens

/// How the responses of a screen were understood.
package struct ScreenExplanation: Sendable {
  /// A list of items in the responses.
  struct List: Equatable {
    let pointer: JSONPointer
    /// What it became, in words.
    let meaning: String
  }

  package let route: Route
  let format: String
  /// Nil for a wire format that does not say where the lists are, such as one of a person.
  private let places: FormatPlaces?
  /// The number of items by view type, in the order of the screen. Items inside items are not counted.
  private var counts: [(viewType: String, count: Int)] = []
  private var innerCount = 0
  /// How the screen is divided into pages; nil for one page.
  private let pages: JSONValue?
  /// The number of sections with a condition.
  private var conditions = 0

  /// - Parameters:
  ///   - definition: the screen's document.
  ///   - format: the document of its wire format.
  init(_ route: Route, _ definition: JSONValue, format name: String, _ format: JSONValue) {
    self.route = route
    self.format = name
    places = FormatPlaces(name: name, format)
    pages = definition["pages"]
    for layout in [definition] + (definition["experiment"]?["variants"]?.arrayValue ?? []) {
      let sections = layout["sections"]?.arrayValue ?? []
      conditions += sections.count { $0["requires"] != nil }
      for items in [layout["items"]] + sections.map({ $0["items"] }) { count(items?.arrayValue ?? []) }
    }
  }

  private mutating func count(_ items: [JSONValue]) {
    for item in items {
      let name = item["viewType"]?.stringValue ?? ""
      if let index = counts.firstIndex(where: { $0.viewType == name }) {
        counts[index].count += 1
      } else {
        counts.append((name, 1))
      }
      innerCount += Self.items(inside: item["content"] ?? .null)
    }
  }

  private static func items(inside value: JSONValue) -> Int {
    switch value {
    case .array(let elements): return elements.reduce(0) { $0 + items(inside: $1) }
    case .object(let object):
      let isItem =
        object["viewType"] != nil && object["content"] != nil
        && object.allSatisfy { ["id", "viewType", "content"].contains($0.name) }
      return object.reduce(isItem ? 1 : 0) { $0 + items(inside: $1.value) }
    default: return 0
    }
  }

  // MARK: Words

  /// The parts of the explanation, each with its name.
  private var parts: [(name: String, text: String)] {
    var parts: [(name: String, text: String)] = []
    if let places {
      parts.append(("lists", lists.map { "\($0.pointer.shown) \($0.meaning)" }.joined(separator: ", ")))
      parts.append(("type", type ?? "not named by the wire format; --type names its place"))
      parts.append(
        (
          "id",
          places.id.map { "at \($0.shown)" }
            ?? "not found: no member identifies every element (name one with --id)"
        ))
      parts.append(("content", content))
      let name = places.values.screenName.map { ["\($0.shown) as the screen's name"] } ?? []
      let values = name + places.values.pointers.map(\.shown)
      if !values.isEmpty { parts.append(("values", values.joined(separator: ", "))) }
    } else if counts.isEmpty {
      parts.append(("lists", "none; --items names one"))
    }
    if !counts.isEmpty {
      let names = counts.map { "\($0.count) \($0.viewType)" }.joined(separator: ", ")
      parts.append(("items", names + (innerCount > 0 ? ", and \(innerCount) inside them" : "")))
    }
    if let pages {
      let members = (places?.pages ?? []).map { "at \($0.pointer) \($0.meaning)" }
      let parameter = pages["parameter"]?.stringValue ?? Pages.defaultParameter
      let size = pages["size"]?.text ?? ""
      parts.append(
        ("pages", (["of \(size) items, by the parameter \(parameter)"] + members).joined(separator: "; ")))
    }
    if conditions > 0 { parts.append(("sections", "\(conditions) with a condition over the query")) }
    parts.append(("format", format))
    return parts
  }

  private var lists: [List] {
    guard let places else { return [] }
    return zip(places.lists, places.names).map { list, name in
      let section = name.map { " as the section \($0)" } ?? ""
      return switch list.kind {
      case .array: List(pointer: list.pointer, meaning: "(an array)" + section)
      case .map: List(pointer: list.pointer, meaning: "(an object of elements by id)")
      case .root: List(pointer: list.pointer, meaning: "(one element)" + section)
      case .sections(let member, _):
        List(
          pointer: list.pointer,
          meaning: "(an array of sections, with items at \(JSONPointer(tokens: [member])))")
      }
    }
  }

  private var type: String? {
    switch places?.type {
    case .pointer(let pointer)?: "at \(pointer.shown)"
    case .memberName?: "the name of the element's only member"
    case .some(.none), nil: nil
    }
  }

  private var content: String {
    if let member = places?.contentMember { return "at \(JSONPointer(tokens: [member]))" }
    return places?.type == .memberName ? "the value of the element's only member" : "the whole element"
  }

  /// Readable lines: the screen, then its parts.
  package var lines: [String] {
    ["/screens/\(route.name)"] + parts.map { "  \($0.name): \($0.text)" }
  }

  package var json: JSONValue {
    var json: JSONObject = ["route": .string(route.name), "format": .string(format)]
    if let places {
      json["lists"] = .array(
        lists.map { ["pointer": .string($0.pointer.description), "meaning": .string($0.meaning)] })
      if case .pointer(let pointer)? = places.type { json["type"] = .string(pointer.description) }
      if let id = places.id { json["id"] = .string(id.description) }
      json["content"] = .string(places.contentMember.map { JSONPointer(tokens: [$0]).description } ?? "")
      if let name = places.values.screenName { json["screenName"] = .string(name.description) }
      json["values"] = .array(places.values.pointers.map { .string($0.description) })
    }
    if var pages = pages?.objectValue {
      pages["members"] = .object(
        (places?.pages ?? []).reduce(into: JSONObject()) {
          $0[$1.pointer.description] = .string($1.value.rawValue)
        })
      json["pages"] = .object(pages)
    }
    json["items"] = .object(
      counts.reduce(into: JSONObject()) { $0[$1.viewType] = .number(JSONNumber($1.count)) })
    json["itemsInside"] = .number(JSONNumber(innerCount))
    return .object(json)
  }
}

extension JSONPointer {
  /// The pointer for messages.
  fileprivate var shown: String { tokens.isEmpty ? "the whole response" : description }
}
