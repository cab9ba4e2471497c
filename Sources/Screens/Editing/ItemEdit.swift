package import JSONText

/// An edit of one item of a definition: inserts, replaces or removes it.
package struct ItemEdit: Sendable {
  private enum Kind: Sendable {
    /// The place is nil for the end of the only section.
    case insert(Change.Position?)
    case replace(id: String)
    case remove(id: String)
  }

  private let kind: Kind
  private let item: JSONValue
  /// The body as sent, for the lines and columns of errors; nil if there is no body.
  private let document: JSONDocument?
  /// The item's place in the body.
  private let itemLocation: JSONPointer

  package static func removal(of id: String) -> ItemEdit {
    ItemEdit(kind: .remove(id: id), item: .null, document: nil, itemLocation: .root)
  }

  /// Creates a replacement.
  /// - Parameter body: the new item, with the same id or none.
  /// - Throws: ``ScreensError/unparsable(_:)``, ``ScreensError/invalidBody(_:)``.
  package static func replacement(of id: String, _ body: [UInt8]) throws(ScreensError) -> ItemEdit {
    let document = try JSONDocument(body: body)
    var item = document.value
    if case .object(let object) = item {
      guard object["id"] == nil || object["id"] == .string(id) else {
        throw invalid(
          Diagnostic(
            .invalidValue, at: JSONPointer(tokens: ["id"]), "the item's id is not \(quoted(id))",
            hint: "an item keeps its id; delete it and add another"), in: document)
      }
      if object["id"] == nil {
        var named: JSONObject = ["id": .string(id)]
        for member in object { named[member.name] = member.value }
        item = .object(named)
      }
    }
    return ItemEdit(kind: .replace(id: id), item: item, document: document, itemLocation: .root)
  }

  /// Creates an insertion.
  /// - Parameter body: `{"item": …}`, with one of `before` and `after` (an item's id) and `section` (its id), or none.
  /// - Throws: ``ScreensError/unparsable(_:)``, ``ScreensError/invalidBody(_:)``.
  package static func insertion(_ body: [UInt8]) throws(ScreensError) -> ItemEdit {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let names = ["before", "after", "section"]
    let members = MemberReader(
      document.value, at: .root, named: "an insertion", allowed: ["item"] + names, &diagnostics)
    let item = members?.required("item", of: "an insertion", &diagnostics)
    let given = names.filter { members?.has($0) ?? false }
    if given.count > 1 {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: [given[1]]), anchor: .name,
          "an item has one place: use only one of \"before\", \"after\" and \"section\""))
    }
    let id = given.first.flatMap { members?.string($0, &diagnostics) }
    guard diagnostics.isEmpty, let item else { throw .invalidBody(diagnostics.located(in: document)) }
    let position: Change.Position? =
      switch (given.first, id) {
      case ("before"?, let id?): .before(id)
      case ("after"?, let id?): .after(id)
      case ("section"?, let id?): .section(id)
      default: nil
      }
    return ItemEdit(
      kind: .insert(position), item: item, document: document, itemLocation: JSONPointer(tokens: ["item"]))
  }

  /// Applies the edit to a screen's definition.
  /// - Throws: ``ScreensError/invalidBody(_:)`` for errors of the item or its place,
  ///   ``ScreensError/unknownItem(_:_:nearest:)``.
  package func apply(to screen: PublishedScreen, catalogue: Catalogue) throws(ScreensError) -> JSONValue {
    let layout = screen.definition.layout
    switch kind {
    case .remove(let id):
      let position = try existing(id, in: screen)
      return edit(screen, section: position.section) { $0.remove(at: position.item) }
    case .replace(let id):
      let position = try existing(id, in: screen)
      try check(catalogue, isTemplate: screen.definition.isTemplate)
      return edit(screen, section: position.section) { $0[position.item] = item }
    case .insert(let target):
      try check(catalogue, isTemplate: screen.definition.isTemplate)
      if let id = item["id"]?.stringValue, layout.position(of: id) != nil {
        throw Self.invalid(
          Diagnostic(
            .duplicateID, at: itemLocation.appending("id"), "the item id \(quoted(id)) is repeated",
            hint: "each item of a screen has an id of its own"), in: document)
      }
      let position = try self.position(target, in: layout)
      return edit(screen, section: position.section) { $0.insert(item, at: min(position.item, $0.count)) }
    }
  }

  private func existing(
    _ id: String, in screen: PublishedScreen
  ) throws(ScreensError) -> (section: Int, item: Int) {
    let layout = screen.definition.layout
    guard let position = layout.position(of: id) else {
      throw .unknownItem(id, screen.route, nearest: NearestName.to(id, among: layout.itemIDs))
    }
    return position
  }

  private func check(_ catalogue: Catalogue, isTemplate: Bool) throws(ScreensError) {
    let diagnostics = DefinitionReader.diagnostics(
      of: item, at: itemLocation, catalogue: catalogue, isTemplate: isTemplate)
    guard !diagnostics.isEmpty else { return }
    throw .invalidBody(document.map { diagnostics.located(in: $0) } ?? diagnostics)
  }

  private func position(
    _ target: Change.Position?, in layout: Layout
  ) throws(ScreensError) -> (section: Int, item: Int) {
    let name: String
    let id: String
    let known: [String]
    switch target {
    case nil:
      guard layout.sections.count == 1 else {
        throw Self.invalid(
          Diagnostic(
            .missingMember, at: .root, "the screen has several sections, so the place of the item is needed",
            hint: "one of \"before\", \"after\" and \"section\""), in: document)
      }
      return (0, layout.sections[0].items.count)
    case .before(let before):
      if let position = layout.position(of: before) { return position }
      (name, id, known) = ("before", before, layout.itemIDs)
    case .after(let after):
      if let position = layout.position(of: after) { return (position.section, position.item + 1) }
      (name, id, known) = ("after", after, layout.itemIDs)
    case .section(let section):
      if let index = layout.sections.firstIndex(where: { $0.id?.hasSameScalars(as: section) == true }) {
        return (index, layout.sections[index].items.count)
      }
      (name, id, known) = ("section", section, layout.sections.compactMap(\.id))
    }
    throw Self.invalid(
      Diagnostic(
        .unknownID, at: JSONPointer(tokens: [name]),
        "there is no \(name == "section" ? "section" : "item") \(quoted(id))",
        hint: NearestName.hint(for: id, among: known)), in: document)
  }

  /// Changes the list of items of a section.
  private func edit(
    _ screen: PublishedScreen, section: Int, _ change: (inout [JSONValue]) -> Void
  ) -> JSONValue {
    let json = screen.definition.json
    let isFlat = screen.definition.layout.isFlat
    let parent = isFlat ? JSONPointer.root : JSONPointer(tokens: ["sections", String(section)])
    var items = parent.appending("items").value(in: json)?.arrayValue ?? []
    change(&items)
    return json.replacingMember("items", at: parent, with: .array(items))
  }

  private static func invalid(_ diagnostic: Diagnostic, in document: JSONDocument?) -> ScreensError {
    let diagnostics = Diagnostics(diagnostic)
    return .invalidBody(document.map { diagnostics.located(in: $0) } ?? diagnostics)
  }
}
