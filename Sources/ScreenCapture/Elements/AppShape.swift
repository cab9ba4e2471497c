import JSONText
import Screens

/// A wire format for all responses of an app that have the same shape.
struct AppShape {
  let format: JSONValue
  /// The name of a format of the folder; nil for a new one.
  let name: String?
  /// A name for a new format.
  let suggestedName: String
  /// What a format of the folder sends now and did not before.
  let changes: [SchemaChange]
  /// The layout of each response.
  let layouts: [CapturedLayout]
  /// Whether the format names sections by their ids, which a screen can have once.
  let namesSections: Bool
  /// Whether the definitions have sections.
  let hasSections: Bool

  /// Nil if no such format can be made.
  /// - Parameters:
  ///   - responses: those of one shape.
  ///   - routes: the route of each response. All items of a route have ids of their own.
  ///   - pages: the members that say something about the page.
  init?(
    of responses: [JSONValue], routes: [Int], _ form: ElementForm, _ places: ListPlaces,
    _ pages: [PageMember], _ reader: inout ElementReader
  ) {
    let lists = places.places
    guard !lists.isEmpty else { return nil }
    let names = Self.sectionNames(lists.map(\.pointer))
    var values = ValuePaths()
    var isNamed = false
    guard
      let screen = Self.template(
        of: responses, at: .root, lists, names, pages, &values, &isNamed)
    else { return nil }
    var format: JSONObject = ["screen": screen]
    var sectionTemplate: JSONValue?
    var isTyped = true
    if case .sections(let member, let hasTypes) = lists[0].kind {
      let elements = places.elements(at: lists[0].pointer, in: responses)
      sectionTemplate =
        SectionTemplate.make(for: elements, items: member) ?? Self.sectionTemplate(of: elements, member)
      isTyped = hasTypes
    }
    let isNamedByFormat = lists.count > 1 || lists[0].kind == .root
    namesSections = isNamedByFormat
    let ids = names.map { isNamedByFormat ? $0 : nil }
    layouts = Self.layouts(of: responses, routes, &reader) {
      Self.layout(of: $0, lists, ids, values, section: sectionTemplate, &$1)
    }
    format["section"] = sectionTemplate
    hasSections = namesSections || sectionTemplate != nil
    let items = layouts.flatMap(\.items).flatMap(\.all)
    Self.addItemTemplate(form, reader.contentMember, items, responses, places, isTyped: isTyped, to: &format)
    let used = Set(items.map { ExactString($0.viewType) })
    let aliases = reader.types.aliases.filter { used.contains(ExactString($0.name)) }
    if !aliases.isEmpty, isTyped, form.type != .none {
      format["viewTypes"] = .object(aliases.reduce(into: JSONObject()) { $0[$1.name] = $1.value })
    }
    if layouts.contains(where: { $0.values != nil }) {
      // One without values is an example, too: the schema is for all screens of this shape.
      let examples = layouts.map { JSONValue.object($0.values ?? [:]) }
      format["values"] = ["screen": SchemaDraft().values(examples: examples)]
    }
    self.format = .object(format)
    name = nil
    changes = []
    let tokens = lists[0].pointer.tokens.filter { JSONPointer.arrayIndex($0) == nil }
    suggestedName = Name.made(from: tokens.isEmpty ? ["app"] : Array(tokens.suffix(2)), default: "app")
  }

  /// The shape of a format of the folder, widened for more responses.
  /// - Parameters:
  ///   - known: the format, which sends the values of all responses.
  ///   - responses: responses that it fits.
  init(
    _ known: FormatPlaces, of responses: [JSONValue], routes: [Int], _ reader: inout ElementReader
  ) {
    var known = known
    let section = known.json["section"]
    let parts = known
    layouts = Self.layouts(of: responses, routes, &reader) {
      Self.layout(of: $0, parts.lists, parts.names, parts.values, section: section, &$1)
    }
    let items = layouts.flatMap(\.items).flatMap(\.all)
    if items.contains(where: { $0.id == nil }) { known.removeID() }
    if parts.type != nil {
      let used = Set(items.map { ExactString($0.viewType) })
      known.add(
        aliases: reader.types.aliases.filter { used.contains(ExactString($0.name)) }.map {
          ($0.name, $0.value)
        })
    }
    known.widenValues(by: layouts.map { .object($0.values ?? [:]) })
    namesSections = known.names.contains { $0 != nil }
    hasSections = namesSections || section != nil
    format = .object(known.json)
    name = known.name
    suggestedName = known.name
    changes = known.changes
  }

  // MARK: Templates

  /// The template of the part of the responses at a place; nil if they differ too much there.
  private static func template(
    of responses: [JSONValue], at pointer: JSONPointer,
    _ lists: [(pointer: JSONPointer, kind: ListPlaces.Kind)],
    _ names: [String], _ pages: [PageMember], _ values: inout ValuePaths, _ isNamed: inout Bool
  ) -> JSONValue? {
    if let page = pages.first(where: { $0.pointer == pointer }) { return page.template }
    if let index = lists.firstIndex(where: { $0.pointer == pointer }) {
      switch lists[index].kind {
      case .array: return .string(lists.count == 1 ? "$items" : "$items." + names[index])
      case .map: return "$itemsByID"
      case .root: return .string("$item." + names[index])
      case .sections: return "$sections"
      }
    }
    let found = responses.map { pointer.value(in: $0) }
    let places = lists.map(\.pointer) + pages.map(\.pointer)
    guard places.contains(where: { $0.tokens.starts(with: pointer.tokens) }) else {
      if !isNamed, let name = pointer.tokens.last, Self.screenNames.contains(name),
        found.allSatisfy({ $0?.stringValue != nil })
      {
        isNamed = true
        values.screenName = pointer
        return "$screenName"
      }
      return .string("$values." + values.add(pointer).joined(separator: "."))
    }
    let present = found.compactMap(\.self)
    if present.allSatisfy({ $0.objectValue != nil }) {
      var template = JSONObject()
      for name in Self.merged(present.compactMap { $0.objectValue?.names }) {
        guard
          let part = Self.template(
            of: responses, at: pointer.appending(name), lists, names, pages, &values, &isNamed)
        else { return nil }
        template[FormatText.name(name)] = part
      }
      return .object(template)
    }
    let counts = Set(present.compactMap { $0.arrayValue?.count })
    guard present.allSatisfy({ $0.arrayValue != nil }), counts.count == 1, let count = counts.first else {
      return nil
    }
    var elements: [JSONValue] = []
    for index in 0..<count {
      guard
        let part = Self.template(
          of: responses, at: pointer.appending(index), lists, names, pages, &values, &isNamed)
      else { return nil }
      elements.append(part)
    }
    return .array(elements)
  }

  /// Members that can be the name of a screen.
  static let screenNames: Set<String> = ["screenName", "screen_name", "pageName", "pageTitle", "screenTitle"]

  /// All names, in an order that fits those of all objects if there is one.
  private static func merged(_ lists: [[String]]) -> [String] {
    var merged: [String] = []
    var known: Set<ExactString> = []
    for list in lists {
      var place = 0
      for name in list {
        if known.insert(ExactString(name)).inserted {
          merged.insert(name, at: place)
          place += 1
        } else if let index = merged[place...].firstIndex(where: { $0.hasSameScalars(as: name) })
          ?? merged[..<place].firstIndex(where: { $0.hasSameScalars(as: name) })
        {
          // Objects of one app mostly have one order, so the search from here mostly ends at once.
          place = index + 1
        }
      }
    }
    return merged
  }

  private static func sectionTemplate(of elements: [JSONValue], _ member: String) -> JSONValue {
    var template = JSONObject()
    for name in merged(elements.compactMap { $0.objectValue?.names }) {
      template[FormatText.name(name)] =
        name == member ? "$items" : .string("$values." + ValuePaths.token(name))
    }
    return .object(template)
  }

  private static func addItemTemplate(
    _ form: ElementForm, _ contentMember: String?, _ items: [CapturedItem], _ responses: [JSONValue],
    _ places: ListPlaces, isTyped: Bool, to format: inout JSONObject
  ) {
    let haveIDs = !items.isEmpty && items.allSatisfy { $0.id != nil }
    switch form.type {
    case .memberName: format["item"] = ["$viewType": "$content"]
    case .none:
      format["item"] = "$content"
      if haveIDs, let id = form.id { format["id"] = .string(id.description) }
    case .pointer(let type):
      if let contentMember {
        let element = places.items(in: responses).first
        var template = JSONObject()
        for name in element?.objectValue?.names ?? [type.tokens[0], contentMember] {
          template[FormatText.name(name)] =
            name == type.tokens[0] ? "$viewType" : "$content"
        }
        format["item"] = .object(template)
        if haveIDs, let id = form.id, id.tokens.first == contentMember {
          format["id"] = .string(JSONPointer(tokens: Array(id.tokens.dropFirst())).description)
        }
      } else {
        format["item"] = "$content"
        if isTyped { format["viewType"] = .string(type.description) }
        if haveIDs, let id = form.id { format["id"] = .string(id.description) }
      }
    }
  }

  /// Names for sections, from the places of their lists.
  private static func sectionNames(_ pointers: [JSONPointer]) -> [String] {
    var names = DistinctNames()
    return pointers.map { pointer in
      let tokens = pointer.tokens.filter { JSONPointer.arrayIndex($0) == nil }
      let general: Set<String> = ["items", "children", "contents", "content", "elements", "list"]
      let specific = tokens.reversed().first { !general.contains($0) } ?? tokens.last ?? "root"
      return names.next(Name.made(from: [specific], default: "list").replacingDots)
    }
  }

  // MARK: Layouts

  /// The layouts of responses, which are in the order of their routes.
  private static func layouts(
    of responses: [JSONValue], _ routes: [Int], _ reader: inout ElementReader,
    _ layout: (JSONValue, inout ElementReader) -> CapturedLayout
  ) -> [CapturedLayout] {
    var route: Int?
    // Equal responses of a route have one layout, with the same ids.
    var known: [ExactString: CapturedLayout] = [:]
    return zip(responses, routes).map { response, own in
      if own != route {
        reader.begin()
        known = [:]
      }
      route = own
      let text = ExactString(response.text)
      let found = known[text] ?? layout(response, &reader)
      known[text] = found
      return found
    }
  }

  /// - Parameter names: the ids of sections; nil for a list that has none.
  private static func layout(
    of response: JSONValue, _ lists: [(pointer: JSONPointer, kind: ListPlaces.Kind)], _ names: [String?],
    _ values: ValuePaths, section template: JSONValue?, _ reader: inout ElementReader
  ) -> CapturedLayout {
    var sections: [CapturedSection] = []
    for (list, name) in zip(lists, names) {
      let fallback = Name.made(from: [list.pointer.tokens.last ?? "ITEM"], default: "ITEM")
      let value = list.pointer.value(in: response) ?? .null
      switch list.kind {
      case .root: sections.append(CapturedSection(id: name, items: [reader.item(value, fallback: fallback)]))
      case .map:
        let items = (value.objectValue ?? [:]).map { reader.item($0.value, id: $0.name, fallback: fallback) }
        sections.append(CapturedSection(items: items))
      case .array:
        let items = (value.arrayValue ?? []).map { reader.item($0, fallback: fallback) }
        sections.append(CapturedSection(id: name, items: items))
      case .sections(let member, _):
        var ids = IDTable()
        for element in value.arrayValue ?? [] {
          sections.append(section(of: element, member, template, &ids, &reader))
        }
      }
    }
    return CapturedLayout(
      screenName: values.screenName?.value(in: response)?.stringValue, values: values.values(of: response),
      sections: sections)
  }

  private static func section(
    of element: JSONValue, _ member: String, _ template: JSONValue?, _ ids: inout IDTable,
    _ reader: inout ElementReader
  ) -> CapturedSection {
    let type = reader.form.type(of: element)?.text ?? "section"
    let id = reader.form.id(of: element).map {
      ids.id(from: $0, viewType: Name.made(from: [type], default: "section"))
    }
    let itemType = Name.made(from: [member], default: "ITEM")
    let items = (element[member]?.arrayValue ?? []).map { reader.item($0, fallback: itemType) }
    var section = CapturedSection(id: id, items: items)
    var own = JSONObject()
    for part in element.objectValue ?? [:] where part.name != member {
      switch template?[FormatText.name(part.name)] {
      case "$id": section.id = part.value.stringValue
      case "$header": section.header = part.value.stringValue
      case "$footer": section.footer = part.value.stringValue
      case .string(let text)? where text.hasPrefix("$values."): own[ValuePaths.token(part.name)] = part.value
      default: break
      }
    }
    if !own.isEmpty { section.values = own }
    return section
  }
}

/// The values of responses outside of their lists, and their paths in a definition's `values`.
struct ValuePaths {
  private var paths: [(pointer: JSONPointer, path: [String])] = []
  var screenName: JSONPointer?
  /// The places of the values in a response.
  var pointers: [JSONPointer] { paths.map(\.pointer) }

  /// - Returns: the path in the values.
  mutating func add(_ pointer: JSONPointer) -> [String] {
    let path = pointer.tokens.map(Self.token)
    add(pointer, path: path)
    return path
  }

  mutating func add(_ pointer: JSONPointer, path: [String]) { paths.append((pointer, path)) }

  /// A member's name as a path can have it.
  static func token(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> UnicodeScalar in
      scalar == "." || scalar == "?" || scalar == "$" || scalar.properties.isWhitespace ? "_" : scalar
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return view.isEmpty ? "_" : String(view)
  }

  /// Nil if a response has none of the values.
  func values(of response: JSONValue) -> JSONObject? {
    var values = JSONObject()
    for (pointer, path) in paths {
      guard let value = pointer.value(in: response) else { continue }
      Self.set(value, at: path[...], in: &values)
    }
    return values.isEmpty ? nil : values
  }

  private static func set(_ value: JSONValue, at path: ArraySlice<String>, in object: inout JSONObject) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      object[name] = value
      return
    }
    var inner = object[name]?.objectValue ?? [:]
    set(value, at: path.dropFirst(), in: &inner)
    object[name] = .object(inner)
  }
}

extension String {
  /// The text without dots: the id of a section follows one.
  fileprivate var replacingDots: String { split(separator: ".").joined(separator: "-") }
}
