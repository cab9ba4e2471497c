package import JSONText

/// A new order for the items of a screen, of one section, or of a variant.
package struct OrderEdit: Sendable {
  package let ids: [String]
  /// The id of the section to reorder; nil for all items.
  package let section: String?
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

  package init(ids: [String], section: String? = nil, variant: String? = nil) {
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
      guard case .layout = known.edit else {
        return try setOrder(of: layout, in: screen, at: path, catalogue: catalogue, document: document)
      }
    }
    let ordered = try reordered(layout, catalogue: catalogue, document: document)
    // The items' pointers refer to the unchanged document, so the items are read from it and not from the result.
    let original = screen.definition.json
    var json = original
    for (index, section) in ordered.sections.enumerated() {
      let parent = section.id == nil ? path : path.appending("sections").appending(index)
      let items = section.items.map { $0.origin.value(in: original) ?? $0.json }
      json = json.replacingMember("items", at: parent, with: .array(items))
    }
    return json
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
    guard screen.definition.layout.isFlat, section == nil else {
      let diagnostic = Diagnostic(
        .invalidValue, at: .root,
        "a variant has an order only in a definition that lists \"items\", without sections",
        hint: "give the variant \"sections\" of its own")
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
