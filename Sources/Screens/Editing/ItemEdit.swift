import JSONSchema
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
  /// - Parameter body: `{"item": …}`, with one of `before` and `after` (an item's id), `section` (its id) and `into` (an
  ///   item's id, with `at` and `first`), or none.
  /// - Throws: ``ScreensError/unparsable(_:)``, ``ScreensError/invalidBody(_:)``.
  package static func insertion(_ body: [UInt8]) throws(ScreensError) -> ItemEdit {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let names = ["before", "after", "section", "into"]
    let members = MemberReader(
      document.value, at: .root, named: "an insertion", allowed: ["item"] + names + ["at", "first"],
      &diagnostics)
    let item = members?.required("item", of: "an insertion", &diagnostics)
    let given = names.filter { members?.has($0) ?? false }
    var position: Change.Position?
    if given.count > 1 {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: [given[1]]), anchor: .name,
          "an item has one place: use only one of \"before\", \"after\", \"section\" and \"into\""))
    } else if let members, !given.isEmpty || members.has("at") || members.has("first") {
      position = ChangeReader.target(of: members, noun: "an insertion", names, &diagnostics)
    }
    guard diagnostics.isEmpty, let item else { throw .invalidBody(diagnostics.located(in: document)) }
    return ItemEdit(
      kind: .insert(position), item: item, document: document, itemLocation: JSONPointer(tokens: ["item"]))
  }

  /// Applies the edit to a screen's definition.
  /// - Throws: ``ScreensError/invalidBody(_:)`` for errors of the item or its place,
  ///   ``ScreensError/unknownItem(_:_:nearest:)``.
  package func apply(to screen: PublishedScreen, catalogue: Catalogue) throws(ScreensError) -> JSONValue {
    let definition = screen.definition
    switch kind {
    case .remove(let id):
      let place = try existing(id, in: screen)
      return definition.json.removing(at: place.origin)
    case .replace(let id):
      let place = try existing(id, in: screen)
      try check(catalogue, isTemplate: definition.isTemplate)
      return definition.json.replacing(at: place.origin) { _ in item }
    case .insert(let target):
      try check(catalogue, isTemplate: definition.isTemplate)
      if let id = item["id"]?.stringValue, definition.layout.place(of: id) != nil {
        throw Self.invalid(
          Diagnostic(
            .duplicateID, at: itemLocation.appending("id"), "the item id \(quoted(id)) is repeated",
            hint: "each item of a screen has an id of its own"), in: document)
      }
      if case .into(let id, let pointer, let isFirst)? = target {
        return try inserted(into: id, at: pointer, isFirst: isFirst, in: definition)
      }
      let list = try list(target, in: definition)
      return definition.json.inserting(item, at: list.location, index: list.index)
    }
  }

  private func existing(_ id: String, in screen: PublishedScreen) throws(ScreensError) -> Item {
    let layout = screen.definition.layout
    guard let item = layout.place(of: id).flatMap({ layout.item(at: $0) }) else {
      throw .unknownItem(id, screen.route, nearest: NearestName.to(id, among: layout.itemIDs))
    }
    return item
  }

  private func check(_ catalogue: Catalogue, isTemplate: Bool) throws(ScreensError) {
    let diagnostics = DefinitionReader.diagnostics(
      of: item, at: itemLocation, catalogue: catalogue, isTemplate: isTemplate)
    guard !diagnostics.isEmpty else { return }
    throw .invalidBody(document.map { diagnostics.located(in: $0) } ?? diagnostics)
  }

  private func unknown(_ name: String, _ id: String, among known: [String]) -> ScreensError {
    Self.invalid(
      Diagnostic(
        .unknownID, at: JSONPointer(tokens: [name]),
        "there is no \(name == "section" ? "section" : "item") \(quoted(id))",
        hint: NearestName.hint(for: id, among: known)), in: document)
  }

  /// The definition with the item inside another one, in a list or at a place for a single item.
  private func inserted(
    into id: String, at pointer: JSONPointer, isFirst: Bool, in definition: Definition
  ) throws(ScreensError) -> JSONValue {
    let layout = definition.layout
    guard let place = layout.place(of: id), let parent = layout.item(at: place) else {
      throw unknown("into", id, among: layout.itemIDs)
    }
    if let finding = parent.slotFinding(at: pointer) {
      throw Self.invalid(
        Diagnostic(.invalidValue, at: JSONPointer(tokens: ["at"]), finding.message, hint: finding.hint),
        in: document)
    }
    let location = parent.origin.appending("content").appending(pointer)
    if location.value(in: definition.json)?.arrayValue != nil {
      return definition.json.inserting(item, at: location, index: isFirst ? 0 : nil)
    }
    let isList = parent.inner?.viewType.itemPlaces?.isList(at: pointer) ?? true
    var content = parent.content
    if let name = pointer.tokens.last, let object = pointer.parent {
      content = content.replacingMember(name, at: object, with: isList ? .array([item]) : item)
    }
    return definition.json.replacingMember("content", at: parent.origin, with: content)
  }

  /// The location of a list of items in the definition, and the index in it; an index of nil for the end.
  private func list(
    _ target: Change.Position?, in definition: Definition
  ) throws(ScreensError) -> (location: JSONPointer, index: Int?) {
    let layout = definition.layout
    switch target {
    case nil, .into:
      guard layout.sections.count == 1 else {
        throw Self.invalid(
          Diagnostic(
            .missingMember, at: .root, "the screen has several sections, so the place of the item is needed",
            hint: "one of \"before\", \"after\", \"section\" and \"into\""), in: document)
      }
      return (layout.sections[0].origin.appending("items"), nil)
    case .before(let id), .after(let id):
      let isBefore = if case .before = target { true } else { false }
      let name = isBefore ? "before" : "after"
      guard let place = layout.place(of: id), let item = layout.item(at: place) else {
        throw unknown(name, id, among: layout.itemIDs)
      }
      // The only item of a place stands in no array.
      guard let list = item.origin.parent, list.value(in: definition.json)?.arrayValue != nil else {
        throw Self.invalid(
          Diagnostic(
            .invalidValue, at: JSONPointer(tokens: [name]), "\(quoted(id)) is the only item at its place",
            hint: "replace it"), in: document)
      }
      return (list, isBefore ? place.index : place.index + 1)
    case .section(let id):
      guard let section = layout.sections.first(where: { $0.id?.hasSameScalars(as: id) == true }) else {
        throw unknown("section", id, among: layout.sections.compactMap(\.id))
      }
      return (section.origin.appending("items"), nil)
    }
  }

  private static func invalid(_ diagnostic: Diagnostic, in document: JSONDocument?) -> ScreensError {
    let diagnostics = Diagnostics(diagnostic)
    return .invalidBody(document.map { diagnostics.located(in: $0) } ?? diagnostics)
  }
}

extension JSONValue {
  /// The document without one member or element.
  fileprivate func removing(at pointer: JSONPointer) -> JSONValue {
    guard let parent = pointer.parent, let token = pointer.tokens.last else { return self }
    return replacing(at: parent) { old in
      switch old {
      case .object(var object):
        object[token] = nil
        return .object(object)
      case .array(var elements):
        if let index = JSONPointer.arrayIndex(token), index < elements.count { elements.remove(at: index) }
        return .array(elements)
      default: return old
      }
    }
  }

  /// The document with another element in an array.
  fileprivate func inserting(_ value: JSONValue, at list: JSONPointer, index: Int?) -> JSONValue {
    replacing(at: list) { old in
      guard case .array(var elements) = old else { return old }
      elements.insert(value, at: min(index ?? elements.count, elements.count))
      return .array(elements)
    }
  }
}
