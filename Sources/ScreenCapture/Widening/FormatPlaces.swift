import JSONText
import Screens

/// A wire format of the folder, read as ``AppShape`` makes one: where a response has its lists, types, ids and values.
struct FormatPlaces {
  typealias List = (pointer: JSONPointer, kind: ListPlaces.Kind)

  let name: String
  /// Whether a person has written or edited it, so that it must not change.
  let isProtected: Bool
  /// The format's document, with the values that later responses have added.
  private(set) var json: JSONObject
  private(set) var lists: [List] = []
  /// The section of each list; nil for a list that the format does not name.
  private(set) var names: [String?] = []
  private(set) var values = ValuePaths()
  /// The members that say something about the page.
  private(set) var pages: [PageMember] = []
  private(set) var changes: [SchemaChange] = []
  /// Where an element has its type; nil if the elements of sections have none.
  private(set) var type: ElementForm.TypePlace?
  /// Where an element has its id, as the format says.
  private(set) var id: JSONPointer?
  private(set) var contentMember: String?

  /// Nil for a format that captures do not make.
  init?(name: String, _ json: JSONValue, isProtected: Bool = false) {
    guard let object = json.objectValue, let screen = object["screen"], let item = object["item"],
      object["nesting"] == nil
    else { return nil }
    self.name = name
    self.isProtected = isProtected
    self.json = object
    guard readItem(item), readScreen(screen, at: .root), !lists.isEmpty else { return nil }
  }

  /// Whether the format reads responses as the author's hints say.
  func agrees(with hints: ElementHints) -> Bool {
    (hints.items.isEmpty || isHinted(by: hints)) && (hints.id == nil || hints.id == id)
      && (hints.type == nil || type == hints.type.map { .pointer($0) })
  }

  /// What the format says about the elements of other responses of a screen.
  var hints: ElementHints {
    var hints = ElementHints(id: id)
    if case .pointer(let pointer)? = type { hints.type = pointer }
    return hints
  }

  /// Whether the format says that the elements of its lists are items, or one of the author's hints does.
  func isUsable(with hints: [ElementHints]) -> Bool {
    type != nil || lists.allSatisfy { $0.kind.isSections } || hints.contains { isHinted(by: $0) }
  }

  private func isHinted(by hints: ElementHints) -> Bool {
    lists.allSatisfy { hints.items.contains($0.pointer) }
  }

  /// The names of view types that the format sends as something else.
  var aliases: JSONObject { json["viewTypes"]?.objectValue ?? [:] }

  private mutating func readItem(_ template: JSONValue) -> Bool {
    if template == "$content" {
      type = json["viewType"]?.stringValue.flatMap { JSONPointer($0) }.map { .pointer($0) }
    } else if template == ["$viewType": "$content"] {
      type = .memberName
    } else {
      guard let members = template.objectValue, members.count == 2,
        let type = members.first(where: { $0.value == "$viewType" })?.literalName,
        let content = members.first(where: { $0.value == "$content" })?.literalName
      else { return false }
      self.type = .pointer(JSONPointer(tokens: [type]))
      contentMember = content
    }
    guard let text = json["id"]?.stringValue else { return true }
    guard let pointer = JSONPointer(text) else { return false }
    id = JSONPointer(tokens: [contentMember].compactMap(\.self)).appending(pointer)
    return true
  }

  private mutating func readScreen(_ template: JSONValue, at pointer: JSONPointer) -> Bool {
    switch template {
    case .string(let text):
      switch TemplateText(text).meaning {
      case .literal: return true
      case .name(let name): return readPlaceholder(name, at: pointer)
      case .mixed: return false
      }
    case .object(let members):
      for member in members {
        guard let name = member.literalName, readScreen(member.value, at: pointer.appending(name)) else {
          return false
        }
      }
      return true
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard readScreen(element, at: pointer.appending(index)) else { return false }
      }
      return true
    default: return true
    }
  }

  private mutating func readPlaceholder(_ text: String, at pointer: JSONPointer) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let path = Array(parts.dropFirst())
    switch Placeholder(rawValue: parts[0]) {
    case .items where path.count <= 1: add(pointer, .array, path.first)
    case .item where path.count == 1: add(pointer, .root, path.first)
    case .itemsByID where path.isEmpty: add(pointer, .map, nil)
    case .sections where path.isEmpty:
      guard let section = json["section"]?.objectValue, section.allSatisfy({ $0.literalName != nil }),
        let member = section.first(where: { $0.value == "$items" })?.literalName
      else { return false }
      add(pointer, .sections(member: member, hasTypes: type != nil), nil)
    case .values where !path.isEmpty: values.add(pointer, path: path)
    case .screenName where path.isEmpty && values.screenName == nil: values.screenName = pointer
    case .page:
      guard let member = PageMember(placeholder: text, at: pointer) else { return false }
      pages.append(member)
    default: return false
    }
    return true
  }

  private mutating func add(_ pointer: JSONPointer, _ kind: ListPlaces.Kind, _ name: String?) {
    lists.append((pointer, kind))
    names.append(name)
  }

  // MARK: Reading

  /// Whether the format can lead through the pages of the responses that are in pages.
  func canSend(_ expectations: [CapturedScreen.Expectation]) -> Bool {
    expectations.compactMap(\.walk).allSatisfy { walk in
      pages.contains { $0.pointer == walk.link.pointer && $0.value == walk.members.first?.value }
        && lists.count == 1 && lists[0].pointer == walk.list && lists[0].kind == .array
    }
  }

  /// Whether a response has elements at all places of the format's lists.
  func fits(_ response: JSONValue) -> Bool {
    let form = type.map { ElementForm(type: $0, id: nil) }
    func isElement(_ value: JSONValue) -> Bool {
      form.map { $0.type(of: value) != nil } ?? (value.objectValue != nil)
    }
    return lists.allSatisfy { list in
      switch (list.kind, list.pointer.value(in: response)) {
      case (.array, .array(let elements)?): elements.allSatisfy(isElement)
      case (.root, let element?): isElement(element)
      case (.map, .object(let elements)?): elements.allSatisfy { isElement($0.value) }
      case (.sections(let member, _), .array(let elements)?):
        elements.allSatisfy { $0[member]?.arrayValue?.allSatisfy(isElement) ?? false }
      default: false
      }
    }
  }

  /// Adds the values that a response has and the format does not send.
  /// - Returns: false if the format cannot send the response.
  mutating func extend(by response: JSONValue) -> Bool {
    guard fits(response), let screen = json["screen"] else { return false }
    var copy = self
    guard let extended = copy.extended(screen, by: response, at: .root, in: JSONPointer(tokens: ["screen"]))
    else { return false }
    copy.json["screen"] = extended
    for list in lists {
      guard case .sections = list.kind else { continue }
      copy.extendSection(by: list.pointer.value(in: response)?.arrayValue ?? [])
    }
    self = copy
    return true
  }

  private mutating func extended(
    _ template: JSONValue, by value: JSONValue?, at pointer: JSONPointer, in location: JSONPointer
  ) -> JSONValue? {
    switch template {
    case .string(let text):
      switch TemplateText(text).meaning {
      case .literal(let text): return value == .string(text) ? template : nil
      // A screen always has a name.
      case .name("screenName"): return value?.stringValue == nil ? nil : template
      default: return template
      }
    case .object(var members):
      guard let object = value?.objectValue else { return nil }
      var known: Set<ExactString> = []
      for member in members {
        guard let name = member.literalName,
          let part = extended(
            member.value, by: object[name], at: pointer.appending(name), in: location.appending(member.name))
        else { return nil }
        known.insert(ExactString(name))
        members[member.name] = part
      }
      for name in object.names where !known.contains(ExactString(name)) {
        // As a value, its elements could not be edited as items.
        if let value = object[name], ElementForm.canHoldItems(name), isList(value) { return nil }
        let (key, place) = (FormatText.name(name), pointer.appending(name))
        members[key] = .string("$values." + values.add(place).joined(separator: "."))
        changes.append(SchemaChange(at: location.appending(key), "sends a new value"))
      }
      return .object(members)
    case .array(let elements):
      guard let list = value?.arrayValue, list.count == elements.count else { return nil }
      var parts: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        guard
          let part = extended(
            element, by: list[index], at: pointer.appending(index), in: location.appending(index))
        else { return nil }
        parts.append(part)
      }
      return .array(parts)
    default: return value.map { $0.isEquivalent(to: template) } ?? false ? template : nil
    }
  }

  /// Whether a value is a list of elements.
  private func isList(_ value: JSONValue) -> Bool {
    guard let type, case .array(let elements) = value, !elements.isEmpty else { return false }
    let form = ElementForm(type: type, id: nil)
    return elements.allSatisfy { form.type(of: $0) != nil }
  }

  private mutating func extendSection(by elements: [JSONValue]) {
    guard var section = json["section"]?.objectValue else { return }
    for name in elements.compactMap(\.objectValue).flatMap(\.names)
    where section[FormatText.name(name)] == nil {
      section[FormatText.name(name)] = .string("$values." + ValuePaths.token(name))
      changes.append(
        SchemaChange(at: JSONPointer(tokens: ["section", FormatText.name(name)]), "sends a new value"))
    }
    json["section"] = .object(section)
  }

  /// The form of the elements. The format says it, or the responses do.
  func form(of responses: [JSONValue]) -> ElementForm? {
    let isSections = lists.contains { $0.kind.isSections }
    guard let type = type ?? (isSections ? ElementForm(of: responses)?.type : .some(.none)) else {
      return nil
    }
    return ElementForm(type: type, id: id ?? ElementForm.id(in: responses, type: type))
  }

  // MARK: Widening

  /// Adds names of view types that the format must send as something else.
  mutating func add(aliases: [(name: String, type: JSONValue)]) {
    var all = self.aliases
    for alias in aliases where all[alias.name] == nil {
      all[alias.name] = alias.type
      changes.append(
        SchemaChange(
          at: JSONPointer(tokens: ["viewTypes", alias.name]), "is the new type \(alias.type.text)")
      )
    }
    if !all.isEmpty { json["viewTypes"] = .object(all) }
  }

  /// Stops sending ids, for elements that have none. The content has them anyway.
  mutating func removeID() {
    guard json["id"] != nil else { return }
    json["id"] = nil
    changes.append(SchemaChange(at: JSONPointer(tokens: ["id"]), "is left out, because an element has no id"))
  }

  mutating func widenValues(by examples: [JSONValue]) {
    let location = JSONPointer(tokens: ["values", "screen"])
    var schemas = json["values"]?.objectValue ?? [:]
    if let schema = schemas["screen"] {
      var widening = SchemaWidening()
      schemas["screen"] = widening.values(schema, examples: examples, at: location)
      changes += widening.changes
    } else if examples.contains(where: { $0 != [:] }) {
      // The screens before have none.
      schemas["screen"] = SchemaDraft().values(examples: examples + [[:]])
      changes.append(SchemaChange(at: location, "describes the values, which are new"))
    }
    if !schemas.isEmpty { json["values"] = .object(schemas) }
  }
}

extension JSONMember {
  /// The name that a template's member stands for; nil if it is a placeholder.
  fileprivate var literalName: String? {
    guard name != "...", case .literal(let text) = TemplateText(name).meaning else { return nil }
    return text
  }
}

extension ListPlaces.Kind {
  fileprivate var isSections: Bool {
    if case .sections = self { true } else { false }
  }
}
