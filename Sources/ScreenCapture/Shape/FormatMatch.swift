import JSONText
import Screens

/// Reads a response backwards: finds the layout that a wire format would send as this response.
struct FormatMatch {
  private let format: JSONValue
  private let route: Route
  private let naming: TypeNaming

  /// The version that a captured screen gets when a server first imports it.
  private static let version = JSONValue.number(JSONNumber(1))

  /// The values of one template's placeholders.
  private struct Bindings {
    var texts: [Placeholder: String] = [:]
    var content: JSONValue?
    var items: [CapturedItem]?
    var sections: [CapturedSection]?
  }

  private enum Scope {
    case screen, section, item
  }

  /// - Parameters:
  ///   - format: the document of a wire format.
  ///   - naming: the names of view types, if the format does not send them.
  init(_ format: JSONValue, route: Route, naming: TypeNaming) {
    self.format = format
    self.route = route
    self.naming = naming
  }

  /// The layout; nil if the format cannot send this response.
  func layout(of response: JSONValue) -> CapturedLayout? {
    var bindings = Bindings()
    guard let template = format["screen"], bind(template, response, in: .screen, &bindings) else {
      return nil
    }
    let sections = bindings.sections ?? [CapturedSection(items: bindings.items ?? [])]
    let layout = CapturedLayout(screenName: bindings.texts[.screenName], sections: sections)
    guard layout.hasUniqueIDs else { return nil }
    return layout
  }

  private func bind(_ template: JSONValue, _ value: JSONValue, in scope: Scope, _ bindings: inout Bindings)
    -> Bool
  {
    switch template {
    case .string(let text):
      switch TemplateText(text).meaning {
      case .literal(let text): return value == .string(text)
      case .name(let name):
        guard let placeholder = Placeholder(rawValue: name) else { return false }
        return bind(placeholder, value, in: scope, &bindings)
      case .mixed: return false
      }
    case .array(let elements):
      guard let values = value.arrayValue, values.count == elements.count else { return false }
      return zip(elements, values).allSatisfy { bind($0, $1, in: scope, &bindings) }
    case .object(let members):
      guard let object = value.objectValue else { return false }
      return bind(members, object, in: scope, &bindings)
    default:
      return template.isEquivalent(to: value)
    }
  }

  private func bind(
    _ members: JSONObject, _ object: JSONObject, in scope: Scope, _ bindings: inout Bindings
  ) -> Bool {
    var named: [(placeholder: Placeholder, value: JSONValue)] = []
    var found: Set<String> = []
    for member in members {
      let name: String
      switch TemplateText(member.name).meaning {
      case .literal(let text): name = text
      case .name(let text):
        guard let placeholder = Placeholder(rawValue: text) else { return false }
        named.append((placeholder, member.value))
        continue
      case .mixed: return false
      }
      if let value = object[name] {
        found.insert(name)
        guard bind(member.value, value, in: scope, &bindings) else { return false }
      } else if !Self.canBeAbsent(member.value, in: scope) {
        return false
      }
    }
    // The name of one member can be a placeholder; of several, the values would not tell which is which.
    guard let (placeholder, template) = named.first else { return found.count == object.count }
    let others = object.filter { !found.contains($0.name) }
    guard named.count == 1, others.count == 1, let other = others.first else { return false }
    return bind(placeholder, .string(other.name), in: scope, &bindings)
      && bind(template, other.value, in: scope, &bindings)
  }

  /// Whether the renderer leaves a member out if its value is absent. Each item has an id.
  private static func canBeAbsent(_ template: JSONValue, in scope: Scope) -> Bool {
    switch template.stringValue {
    case "$header", "$footer", "$experiment", "$variant": true
    case "$id": scope == .section
    default: false
    }
  }

  private func bind(
    _ placeholder: Placeholder, _ value: JSONValue, in scope: Scope, _ bindings: inout Bindings
  ) -> Bool {
    switch placeholder {
    case .route: return value == .string(route.name)
    case .version: return value.isEquivalent(to: Self.version)
    // Not supported: the experiment of a captured screen has a key that is made up.
    case .experiment, .variant: return false
    case .content:
      if let content = bindings.content { return content == value }
      bindings.content = value
      return true
    case .items:
      guard let items = items(in: value) else { return false }
      if let others = bindings.items { return others == items }
      bindings.items = items
      return true
    case .sections:
      guard let sections = sections(in: value) else { return false }
      bindings.sections = sections
      return true
    case .item, .itemsByID, .roots, .values, .page: return false
    case .screenName, .header, .footer, .id, .viewType:
      guard let text = value.stringValue else { return false }
      if placeholder == .id, !Name.isValid(text) { return false }
      if placeholder == .viewType, !Name.isViewType(text) { return false }
      if let other = bindings.texts[placeholder] { return other.hasSameScalars(as: text) }
      bindings.texts[placeholder] = text
      return true
    }
  }

  private func items(in value: JSONValue) -> [CapturedItem]? {
    guard let elements = value.arrayValue, elements.count <= DefinitionReader.maximumItems,
      let template = format["item"]
    else { return nil }
    var items: [CapturedItem] = []
    items.reserveCapacity(elements.count)
    for element in elements {
      var bindings = Bindings()
      guard bind(template, element, in: .item, &bindings) else { return nil }
      let content = bindings.content ?? .object([:])
      items.append(
        CapturedItem(
          id: bindings.texts[.id], viewType: bindings.texts[.viewType] ?? naming.name(of: content),
          content: content))
    }
    return items
  }

  private func sections(in value: JSONValue) -> [CapturedSection]? {
    guard let elements = value.arrayValue, elements.count <= DefinitionReader.maximumItems,
      let template = format["section"]
    else { return nil }
    var sections: [CapturedSection] = []
    for element in elements {
      var bindings = Bindings()
      guard bind(template, element, in: .section, &bindings) else { return nil }
      sections.append(
        CapturedSection(
          id: bindings.texts[.id], header: bindings.texts[.header], footer: bindings.texts[.footer],
          items: bindings.items ?? []))
    }
    // Only the section of a definition with `items` has no id.
    let needsID = format["section"].map { FormatText.uses(.id, $0) } ?? false
    guard !needsID || sections.allSatisfy({ $0.id != nil }) || (sections.count == 1 && sections[0].isPlain)
    else {
      return nil
    }
    return sections
  }
}
