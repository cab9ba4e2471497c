package import JSONText

/// A new order for the items of a screen, of one section, of one list inside an item, or of a variant.
package struct OrderEdit: Sendable {
  package let ids: [String]
  /// The id of the section to reorder; nil for all items.
  package let section: String?
  /// The list inside an item to reorder; nil for the items of sections.
  package let list: List?
  /// The variant to reorder, in the form of ``VariantName``; nil for the definition.
  package let variant: String?

  /// Parses an array of item ids.
  /// - Throws: ``ScreensError/unparsable(_:)``, or ``ScreensError/invalidBody(_:)`` for any other JSON.
  package static func ids(in text: [UInt8]) throws(ScreensError) -> (ids: [String], document: JSONDocument) {
    let document = try JSONDocument(body: text)
    var diagnostics = Diagnostics()
    var ids: [String]?
    if case .array(let values) = document.value {
      ids = LayoutEditReader.strings(values, at: .root, noun: "an id in the order", &diagnostics)
    } else {
      diagnostics.add(.wrongType(document.value, at: .root, expected: "an order is an array of item ids"))
    }
    guard let ids else { throw .invalidBody(diagnostics.located(in: document)) }
    return (ids, document)
  }

  /// A list of items inside another item.
  package struct List: Sendable {
    /// The id of the item that has the list.
    package let parent: String
    /// The place of the list in its content.
    package let at: JSONPointer

    package init(parent: String, at: JSONPointer) {
      self.parent = parent
      self.at = at
    }
  }

  package init(ids: [String], section: String? = nil, list: List? = nil, variant: String? = nil) {
    self.list = list
    self.ids = ids
    self.section = section
    self.variant = variant
  }

  /// Applies the order to a screen's definition.
  /// - Parameter document: the order as sent, for the lines and columns of errors.
  /// - Throws: ``ScreensError/invalidBody(_:)`` for an order that is not a permutation, ``ScreensError`` for a section
  ///   or variant that does not exist.
  package func apply(
    to screen: PublishedScreen, catalogue: Catalogue, document: JSONDocument
  ) throws(ScreensError) -> JSONValue {
    var path = JSONPointer.root
    var layout = screen.definition.layout
    if let variant {
      let experiments = screen.definition.experiments
      let place = try VariantName(variant).indices(in: experiments)
      let known = experiments[place.experiment].variants[place.variant]
      path = known.origin
      layout =
        screen.combinations[
          CombinationSpace(experiments).step(variant: place.variant, ofExperiment: place.experiment)
        ].layout
      guard case .sections = known.edit.items else {
        return try setOrder(of: layout, in: screen, at: path, catalogue: catalogue, document: document)
      }
    }
    if let list { return try reordered(list, of: layout, in: screen, document: document) }
    let ordered = try reordered(layout, catalogue: catalogue, document: document)
    // The items' pointers refer to the unchanged document, so the items are read from it and not from the result.
    let original = screen.definition.json
    let lists = ordered.sections.map { section in
      JSONValue.array(section.items.map { $0.origin.value(in: original) ?? $0.json })
    }
    if ordered.isFlat {
      return original.replacingMember("items", at: path, with: lists.first ?? .array([]))
    }
    return original.replacing(at: path.appending("sections")) { sections in
      .array(
        zip(sections.arrayValue ?? [], lists).map { section, items in
          section.replacingMember("items", at: .root, with: items)
        })
    }
  }

  /// The definition with the items of a list inside an item in the new order.
  private func reordered(
    _ list: List, of layout: Layout, in screen: PublishedScreen, document: JSONDocument
  ) throws(ScreensError) -> JSONValue {
    guard let parent = layout.place(of: list.parent).flatMap({ layout.item(at: $0) }) else {
      throw .unknownItem(
        list.parent, screen.route, nearest: NearestName.to(list.parent, among: layout.itemIDs))
    }
    let json = screen.definition.json
    let location = parent.origin.appending("content").appending(list.at)
    var diagnostics = Diagnostics()
    guard let slot = parent.inner?.slots.first(where: { $0.at == list.at && $0.isList }) else {
      let known = parent.inner?.slots.filter(\.isList).map { quoted($0.at.description) } ?? []
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: .root,
          "\(quoted(parent.id)) has no list of items at \(quoted(list.at.description))",
          hint: known.isEmpty ? nil : "lists: \(known.joined(separator: ", "))"))
      throw .invalidBody(diagnostics.located(in: document))
    }
    guard let ordered = LayoutEditor.ordered(slot.items, by: ids, at: .root, &diagnostics) else {
      throw .invalidBody(diagnostics.located(in: document))
    }
    return json.replacing(at: location) { _ in
      .array(ordered.map { $0.origin.value(in: json) ?? $0.json })
    }
  }

  private func reordered(
    _ layout: Layout, catalogue: Catalogue, document: JSONDocument
  ) throws(ScreensError) -> Layout {
    var editor = LayoutEditor(layout: layout, catalogue: catalogue)
    if let section {
      let names = layout.sections.compactMap(\.id)
      guard let index = layout.sections.firstIndex(where: { $0.id?.hasSameScalars(as: section) == true })
      else {
        throw .unknownSection(section, nearest: NearestName.to(section, among: names))
      }
      editor.reorder(ids, section: index, at: .root)
    } else {
      editor.reorder(ids, at: .root)
    }
    guard editor.diagnostics.isEmpty else {
      throw .invalidBody(editor.diagnostics.located(in: document))
    }
    return editor.layout
  }

  /// Sets the `order` of a variant that has no layout of its own.
  private func setOrder(
    of layout: Layout, in screen: PublishedScreen, at path: JSONPointer, catalogue: Catalogue,
    document: JSONDocument
  ) throws(ScreensError) -> JSONValue {
    guard screen.definition.layout.isFlat, section == nil, list == nil else {
      let diagnostic = Diagnostic(
        .invalidValue, at: .root,
        list == nil
          ? "a variant has an order only in a definition that lists \"items\", without sections"
          : "the order of a variant does not reach items inside others",
        hint: list == nil
          ? "give the variant \"sections\" of its own" : "give the variant a change {\"op\": \"move\"}")
      throw .invalidBody(Diagnostics(diagnostic).located(in: document))
    }
    _ = try reordered(layout, catalogue: catalogue, document: document)
    return screen.definition.json.replacingMember("order", at: path, with: .array(ids.map { .string($0) }))
  }
}

extension JSONValue {
  /// Sets one member of an object inside the document.
  func replacingMember(_ name: String, at pointer: JSONPointer, with value: JSONValue) -> JSONValue {
    replacing(pointer.tokens[...]) { old in
      guard case .object(var object) = old else { return old }
      object[name] = value
      return .object(object)
    }
  }

  /// Changes one value inside the document.
  func replacing(at pointer: JSONPointer, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    replacing(pointer.tokens[...], change)
  }

  private func replacing(_ tokens: ArraySlice<String>, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard let token = tokens.first else { return change(self) }
    switch self {
    case .object(var object):
      guard let member = object[token] else { return self }
      object[token] = member.replacing(tokens.dropFirst(), change)
      return .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return self }
      elements[index] = elements[index].replacing(tokens.dropFirst(), change)
      return .array(elements)
    default:
      return self
    }
  }
}
