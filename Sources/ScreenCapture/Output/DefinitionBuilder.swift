import JSONText
import Screens

/// The definition of a captured screen.
enum DefinitionBuilder {
  /// A recorded request and the layout of its response.
  typealias Response = (query: CapturedQuery, layout: CapturedLayout)

  /// The document.
  /// - Parameters:
  ///   - format: the name of the wire format.
  ///   - hasSections: whether the format sends sections.
  ///   - pages: how the screen is divided into pages.
  ///   - experimentKey: the key of the experiment, if the queries name variants.
  /// - Throws: ``Omission`` if the queries cannot tell the responses apart.
  static func json(
    of responses: [Response], format: String, hasSections: Bool, pages: JSONValue? = nil,
    experimentKey: @autoclosure () -> String
  ) throws(Omission) -> JSONValue {
    var json = JSONObject()
    if let name = responses.first?.layout.screenName { json["screenName"] = .string(name) }
    json["format"] = .string(format)
    json["pages"] = pages
    if let values = responses.first?.layout.values { json["values"] = .object(values) }
    var variants: [String] = []
    for case let key? in responses.map(\.query.variant) where !variants.contains(key) { variants.append(key) }
    let plain = responses.filter { $0.query.variant == nil }
    // If every recorded request names a variant, a request without one gets the layouts of the first variant.
    let base = plain.isEmpty ? responses.filter { $0.query.variant == variants.first } : plain
    try add(base, hasSections: hasSections, to: &json)
    guard !variants.isEmpty else { return .object(json) }
    var list: [JSONValue] = []
    for key in variants {
      guard Name.isValid(key) else {
        throw Omission("\(quoted(key)) cannot be the key of a variant; \(Name.rule)")
      }
      var variant: JSONObject = ["key": .string(key)]
      try add(responses.filter { $0.query.variant == key }, hasSections: hasSections, to: &variant)
      list.append(.object(variant))
    }
    // An experiment has two variants or more.
    if list.count == 1 { list.append(["key": .string(variants == ["control"] ? "other" : "control")]) }
    json["experiment"] = [
      "key": .string(experimentKey()),
      // The recording does not say who gets which variant, so only a request that names one does.
      "coverage": 0, "variants": .array(list),
    ]
    return .object(json)
  }

  /// Adds `items` or `sections` to a definition or variant.
  private static func add(
    _ responses: [Response], hasSections: Bool, to json: inout JSONObject
  ) throws(Omission) {
    var layouts: [(layout: CapturedLayout, queries: [JSONObject])] = []
    for response in responses {
      if let place = layouts.firstIndex(where: { $0.layout == response.layout }) {
        layouts[place].queries.append(response.query.attributes)
      } else {
        layouts.append((response.layout, [response.query.attributes]))
      }
    }
    if layouts.count == 1, let layout = layouts.first?.layout {
      if !hasSections || (layout.sections.count == 1 && layout.sections[0].isPlain) {
        json["items"] = .array(layout.items.map(\.json))
      } else {
        var names = DistinctNames(taken: layout.sections.compactMap(\.id))
        json["sections"] = .array(
          layout.sections.map { section(of: $0, label: $0.header ?? "section", &names) })
      }
      return
    }
    let chosen = try QueryConditions(layouts.map(\.queries))
    var names = DistinctNames(taken: layouts.flatMap { $0.layout.sections.compactMap(\.id) })
    var sections: [JSONValue] = []
    for (index, layout) in layouts.enumerated() {
      for found in layout.layout.sections {
        sections.append(
          section(of: found, label: chosen.labels[index], requires: chosen.conditions[index], &names))
      }
    }
    json["sections"] = .array(sections)
  }

  private static func section(
    of section: CapturedSection, label: String, requires: JSONValue? = nil, _ names: inout DistinctNames
  ) -> JSONValue {
    var json: JSONObject = [
      "id": .string(section.id ?? names.next(Name.made(from: [label], default: "section")))
    ]
    if let header = section.header { json["header"] = .string(header) }
    if let footer = section.footer { json["footer"] = .string(footer) }
    if let values = section.values { json["values"] = .object(values) }
    if let requires { json["requires"] = requires }
    json["items"] = .array(section.items.map(\.json))
    return .object(json)
  }
}
