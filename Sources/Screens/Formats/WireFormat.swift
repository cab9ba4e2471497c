package import JSONText

/// A wire format: templates for a screen, its sections and its items, read from a document.
package struct WireFormat: Sendable {
  /// Where a response has an item that is inside another one.
  enum Nesting: String, CaseIterable, Sendable {
    /// It is sent in its place, as the item's template has it.
    case inline
    /// Its id is sent in its place, and the item in the lists of all items.
    case flat
  }

  package let name: String
  /// The format's document.
  package let json: JSONValue
  package let description: String?
  let screen: Template
  let section: Template?
  let item: Template
  /// The schemas of the values.
  let values: ValueSchemas
  /// Where the content has the view type, if the item's template has no `$viewType`.
  package let viewTypePointer: JSONPointer?
  /// Where the content has the id, if the item's template has no `$id`.
  package let idPointer: JSONPointer?
  /// What view types are called on the wire.
  let typeNames: TypeNames
  let nesting: Nesting
  /// The sections that the screen's template names, by id. They are in none of its other lists.
  let namedSections: Set<ExactString>

  /// Reads a format document.
  /// - Throws: ``InvalidDocument`` with all errors.
  package init(name: String, _ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let format = WireFormat(name: name, document.value, &diagnostics)
    guard diagnostics.isEmpty, let format else { throw InvalidDocument(diagnostics.located(in: document)) }
    self = format
  }

  /// Reads the document of a published format. A `$name` that earlier versions of Marquee sent as a text stays one.
  init(name: String, published document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let format = WireFormat(name: name, document.value, &diagnostics)
    guard let format, diagnostics.kept.allSatisfy({ $0.code == .unknownPlaceholder }) else {
      throw InvalidDocument(diagnostics.located(in: document))
    }
    self = format
  }

  /// The hint for a missing member: that of a shipped format.
  private static func example(_ name: String) -> String? {
    ShippedFormats.all.lazy.compactMap { $0.format[name] }.first.map {
      "such as \(quoted(name)): \($0.text)"
    }
  }

  private static let members = [
    "description", "screen", "section", "item", "values", "viewType", "id", "viewTypes", "nesting",
  ]

  private init?(name: String, _ json: JSONValue, _ diagnostics: inout Diagnostics) {
    let noun = "a wire format"
    guard
      let members = MemberReader(
        json, at: .root, named: noun, allowed: Self.members, isDocument: true, &diagnostics)
    else { return nil }
    self.name = name
    self.json = json
    description = members.string("description", &diagnostics)
    let screen = members.required("screen", of: noun, hint: Self.example("screen"), &diagnostics).map {
      Template($0, at: .root.appending("screen"), allowed: Placeholder.ofScreens, &diagnostics)
    }
    section = members.object["section"].map {
      Template($0, at: .root.appending("section"), allowed: Placeholder.ofSections, &diagnostics)
    }
    let item = members.required("item", of: noun, hint: Self.example("item"), &diagnostics).map {
      Template($0, at: .root.appending("item"), allowed: Placeholder.ofItems, &diagnostics)
    }
    if let screen, screen.uses(.sections), section == nil {
      diagnostics.add(
        Diagnostic(
          .missingMember, at: .root,
          "the screen uses \"$sections\", so the format needs the member \"section\"",
          hint: Self.example("section")))
    }
    values =
      members.object["values"].map {
        ValueSchemas($0, at: .root.appending("values"), format: name, &diagnostics)
      } ?? .none
    viewTypePointer = Self.pointer("viewType", .viewType, in: item, members, &diagnostics)
    idPointer = Self.pointer("id", .id, in: item, members, &diagnostics)
    typeNames = TypeNames(members.object["viewTypes"], at: .root.appending("viewTypes"), &diagnostics)
    nesting =
      members.choice("nesting", of: Nesting.allCases.map(\.rawValue), &diagnostics)
      .flatMap { Nesting(rawValue: $0) } ?? .inline
    guard let screen, let item else { return nil }
    self.screen = screen
    self.item = item
    let named = screen.uses.filter { [.items, .item].contains($0.placeholder) }.compactMap(\.path.first)
    namedSections = Set(named.map { ExactString($0) })
  }

  /// Reads the place of the view type or the id inside the content.
  private static func pointer(
    _ name: String, _ placeholder: Placeholder, in item: Template?, _ members: MemberReader,
    _ diagnostics: inout Diagnostics
  ) -> JSONPointer? {
    guard let text = members.string(name, &diagnostics) else { return nil }
    let location = members.pointer.appending(name)
    guard let pointer = JSONPointer(text), !pointer.tokens.isEmpty else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "\(quoted(text)) is not the place of a value in the content",
          hint: "a JSON Pointer, such as \"/type\""))
      return nil
    }
    guard let item else { return pointer }
    if item.uses(placeholder) || item.names(placeholder) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "the item's template has \(quoted(placeholder.shown)) already",
          hint: "leave out one of the two"))
    } else if !item.uses(.content) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "the item's template has no content that \(quoted(text)) could be in",
          hint: "write \"$content\" in the template"))
    }
    return pointer
  }

  /// What an item is called on the wire.
  func typeName(of viewType: String) -> JSONValue { typeNames.wire(viewType) }
}
