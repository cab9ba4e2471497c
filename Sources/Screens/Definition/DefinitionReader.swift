import Assignment
import JSONSchema
package import JSONText
import MessageDigest

/// Reads a definition, fills in its ids, and reports all its errors.
package struct DefinitionReader {
  /// The view types, formats and groups that the definition may use.
  let catalogue: Catalogue
  /// The wire format of the definition, whose schemas the values must fit; nil until it is read.
  private(set) var format: WireFormat?
  /// Whether to validate content. False for a published version, which was validated when it was published.
  let validatesContent: Bool
  var diagnostics = Diagnostics()
  /// The steps that validating all content may take.
  let budget: ValidationBudget
  private var itemCount = 0
  /// Whether strings of content are templates.
  private var isTemplate: Bool
  /// The translations of a definition that does not say which it has.
  private var keptTranslations = ScreenTranslations()

  /// The maximum number of items, including those of variants with a layout of their own. Rendering every variant of
  /// more items would take seconds.
  package static let maximumItems = 10_000

  /// The maximum number of evaluations of subschemas for all content together. 10,000 large items take a tenth.
  package static let maximumValidationSteps = 10_000_000

  /// The maximum number of items in all combinations together. All of them are kept in memory.
  package static let maximumCombinedItems = 100_000
  /// The maximum number of steps to apply all variants. Each change may search all items.
  package static let maximumSteps = 20_000_000
  /// The steps of a change for each item of a screen with items inside items.
  static let innerItemSteps = 16

  init(
    catalogue: Catalogue, validatesContent: Bool, isTemplate: Bool = false,
    budget: ValidationBudget = ValidationBudget(steps: maximumValidationSteps)
  ) {
    self.budget = budget
    self.catalogue = catalogue
    self.isTemplate = isTemplate
    self.validatesContent = validatesContent
  }

  /// Reads a definition, applies every variant, and validates all content against the catalogue's view types.
  /// - Parameter translations: those of a definition that does not say which it has.
  /// - Returns: the definition and all combinations; the first one is the definition without variants.
  /// - Throws: ``InvalidDocument`` with all errors. Their lines and columns are those of `document`.
  package static func read(
    _ document: JSONDocument, route: Route, catalogue: Catalogue,
    keeping translations: ScreenTranslations = ScreenTranslations()
  ) throws(InvalidDocument) -> (definition: Definition, combinations: [Combination]) {
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true)
    reader.keptTranslations = translations
    return try read(document, route: route, with: reader)
  }

  /// Reads a published definition. View types and formats may have changed since, so content is not checked. Conditions
  /// use the present groups, and the present view types say where content has places for items.
  package static func read(
    published document: JSONDocument, route: Route, catalogue: Catalogue
  ) throws(InvalidDocument) -> (definition: Definition, combinations: [Combination]) {
    let reader = DefinitionReader(catalogue: catalogue, validatesContent: false)
    return try read(document, route: route, with: reader)
  }

  /// Finds the errors of a single item.
  /// - Parameter location: the item's place in the document that it was sent in.
  static func diagnostics(
    of item: JSONValue, at location: JSONPointer, catalogue: Catalogue, isTemplate: Bool
  ) -> Diagnostics {
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true, isTemplate: isTemplate)
    // Missing ids are not an error: the items get some later.
    let named = IDFilling.fill(item: item, catalogue)
    if let read = reader.item(named, at: location) { reader.validate([read]) }
    return reader.diagnostics
  }

  private static func read(
    _ document: JSONDocument, route: Route, with reader: DefinitionReader
  ) throws(InvalidDocument) -> (definition: Definition, combinations: [Combination]) {
    var reader = reader
    let result = reader.definition(document.value, route: route)
    guard reader.diagnostics.isEmpty, let result else {
      reader.diagnostics.locate(in: document)
      throw InvalidDocument(reader.diagnostics)
    }
    return result
  }

  /// - Parameter written: the definition as its author wrote it.
  private mutating func definition(
    _ written: JSONValue, route: Route
  ) -> (definition: Definition, combinations: [Combination])? {
    var json = IDFilling.fill(written, catalogue)
    let allowed = [
      "screenName", "format", "values", "items", "sections", "experiment", "experiments", "gate", "template",
      "pages", ScreenTranslations.member,
    ]
    guard
      let members = MemberReader(
        json, at: .root, named: "a definition", allowed: allowed, isDocument: true, &diagnostics,
        meaning: Self.definitionMember)
    else { return nil }
    let screenName = members.string("screenName", &diagnostics) ?? route.name
    let format = members.string("format", &diagnostics) ?? Definition.defaultFormat
    self.format = catalogue.format(format)
    if validatesContent, self.format == nil {
      let formats = catalogue.formats
      diagnostics.add(
        isFollowUp: catalogue.refused[.format].contains(format),
        Diagnostic(
          .unknownFormat, at: members.has("format") ? JSONPointer(tokens: ["format"]) : .root,
          "unknown format \(quoted(format))",
          hint: NearestName.hint(for: format, among: formats.keys.sorted())))
    }
    let gate = members.choice("gate", of: Definition.Gate.allCases.map(\.rawValue), &diagnostics)
      .flatMap { Definition.Gate(rawValue: $0) }
    isTemplate = members.flag("template", &diagnostics) ?? false
    let pages = Pages(members.object["pages"], at: JSONPointer(tokens: ["pages"]), &diagnostics)
    let values = members.values(&diagnostics)
    let layout = sections(of: members, noun: "a definition").map {
      Layout(screenName: screenName, values: values, sections: $0)
    }
    if let layout {
      reportDuplicates(in: layout)
      let location = values == nil ? JSONPointer.root : JSONPointer(tokens: ["values"])
      if values != nil || !members.has("values") {
        diagnostics.add(valueFindings(in: .object(values ?? [:]), \.screen, at: location))
      }
      validate(layout)
    }
    let experiments = ExperimentReader.experiments(of: members, &self)
    let place = JSONPointer(tokens: [ScreenTranslations.member])
    let translations = members.object[ScreenTranslations.member].map {
      ScreenTranslations($0, at: place, validates: validatesContent, &diagnostics)
    }
    if translations != nil { json = ScreenTranslations.removed(from: json) }
    guard let layout else { return nil }
    let combinations = combinations(of: experiments, layout: layout)
    if let own = self.format, validatesContent {
      var fit = FormatFit(own, catalogue: catalogue)
      for combination in combinations { diagnostics.add(fit.diagnostics(of: combination.layout)) }
    }
    var definition = Definition(
      json: json, translations: translations ?? keptTranslations, format: format, layout: layout,
      experiments: experiments, gate: gate, isTemplate: isTemplate, pages: pages,
      pagesContent: pages.map { _ in SHA256Digest(of: json.serialized()).bytes },
      // A published definition has all ids.
      warnings: validatesContent ? FilledInIDs.warnings(written, layout, experiments) : Diagnostics())
    if validatesContent, !definition.translations.isEmpty {
      var check = TranslationCheck(definition, combinations, catalogue)
      for language in definition.translations.languages {
        // The author of the definition does not see a kept translation into a language that is gone.
        guard translations != nil || catalogue.languages?.translatable.contains(language) ?? false else {
          continue
        }
        check.check(
          definition.translations[language], in: language, at: place.appending(language.text),
          isKept: translations == nil)
      }
      diagnostics.add(check.errors)
      if translations != nil { definition.warnings.add(check.warnings) }
    }
    return (definition, combinations)
  }

  // MARK: Layouts

  /// Reads `items` or `sections`, one of which must be there.
  mutating func sections(of members: MemberReader, noun: String) -> [Section]? {
    switch (members.has("items"), members.has("sections")) {
    case (true, true):
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending("sections"), anchor: .name,
          "\(noun) has either \"items\" or \"sections\", not both"))
      return nil
    case (false, false):
      diagnostics.add(
        Diagnostic(
          .missingMember, at: members.pointer, "\(noun) needs the member \"items\" or \"sections\""))
      return nil
    case (true, false):
      guard let items = members.array("items", &diagnostics) else { return nil }
      let read = self.items(items, at: members.pointer.appending("items"))
      return [Section(id: nil, items: read, origin: members.pointer)]
    case (false, true):
      guard let sections = members.array("sections", &diagnostics) else { return nil }
      let location = members.pointer.appending("sections")
      var read: [Section] = []
      for (index, section) in sections.enumerated() {
        if let section = self.section(section, at: location.appending(index)) { read.append(section) }
      }
      return read
    }
  }

  private mutating func section(_ value: JSONValue, at location: JSONPointer) -> Section? {
    let allowed = ["id", "header", "footer", "values", "requires", "items"]
    guard
      let members = MemberReader(
        value, at: location, named: "a section", allowed: allowed, &diagnostics,
        meaning: { $0 == "title" || $0 == "name" ? "did you mean header?" : nil })
    else { return nil }
    _ = members.required("id", of: "a section", &diagnostics)
    let id = members.name("id", &diagnostics)
    let header = members.string("header", &diagnostics)
    let footer = members.string("footer", &diagnostics)
    let values = members.values(&diagnostics)
    let requires = requirement(of: members)
    _ = members.required("items", of: "a section", &diagnostics)
    let items = members.array("items", &diagnostics).map { self.items($0, at: location.appending("items")) }
    guard let id, let items else { return nil }
    return Section(
      id: id, header: header, footer: footer, values: values, requires: requires, items: items,
      origin: location)
  }

  private mutating func items(_ values: [JSONValue], at location: JSONPointer) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      if let item = item(value, at: location.appending(index)) { items.append(item) }
    }
    return items
  }

  mutating func item(_ value: JSONValue, at location: JSONPointer) -> Item? {
    item(value, at: location, standingFor: nil, depth: 0, level: 0)
  }

  /// - Parameters:
  ///   - original: the id of the item that this one is a fallback of. The fallback has the same id if it names none.
  ///   - depth: the number of items that it stands for, one after another.
  ///   - level: the number of items that it is inside of.
  private mutating func item(
    _ value: JSONValue, at location: JSONPointer, standingFor original: String?, depth: Int, level: Int
  ) -> Item? {
    if depth == 0 { itemCount += 1 }
    if depth == 0, itemCount == Self.maximumItems + 1 {
      diagnostics.add(
        Diagnostic(.tooMany, at: location, "a screen has at most \(Self.maximumItems) items"))
    }
    let allowed = ["id", "viewType", "content", "requires", "fallback"]
    let noun = depth == 0 ? "an item" : "a fallback"
    let known = value["viewType"]?.stringValue.flatMap { catalogue.viewType($0) }
    guard
      let members = MemberReader(
        value, at: location, named: noun, allowed: allowed, &diagnostics,
        meaning: { Self.itemMember($0, of: known) })
    else { return nil }
    let id = members.name("id", &diagnostics)
    _ = members.required("viewType", of: noun, &diagnostics)
    // Keep an item with errors, so that a change or an order that names it is not an error too.
    let name = id ?? value["id"]?.stringValue ?? original
    let requires = requirement(of: members)
    let fallback = fallback(of: members, standingFor: name, depth: depth, level: level)
    guard let viewType = members.string("viewType", &diagnostics) else { return nil }
    if validatesContent, catalogue.viewType(viewType) == nil {
      let known = catalogue.viewTypes
      diagnostics.add(
        isFollowUp: catalogue.refused[.viewType].contains(viewType),
        Diagnostic(
          .unknownViewType, at: location.appending("viewType"), "unknown view type \(quoted(viewType))",
          hint: NearestName.hint(for: viewType, among: known.keys.sorted())))
    }
    guard let name else {
      // Ids were filled in before, and an id that is not a name was reported above.
      if value["id"] == nil { _ = members.required("id", of: noun, &diagnostics) }
      return nil
    }
    let content = value["content"] ?? .object([:])
    let inner = known.flatMap {
      innerItems(of: content, as: $0, at: location.appending("content"), level: level)
    }
    return Item(
      id: name, viewType: viewType, content: content, isTemplate: isTemplate,
      requires: requires, fallback: fallback, inner: inner, origin: location)
  }

  /// Reads the items inside the content of another item.
  mutating func innerItems(
    of content: JSONValue, as viewType: ViewType, at location: JSONPointer, level: Int = 0
  ) -> InnerItems? {
    guard let places = viewType.itemPlaces else { return nil }
    var reader = self
    let inner = reader.innerItems(at: places, of: content, as: viewType, at: location, level: level)
    // When this version was published, the view type had other places, or none.
    if !validatesContent, reader.diagnostics.count > diagnostics.count { return nil }
    self = reader
    return inner
  }

  private mutating func innerItems(
    at places: ReferencePlaces, of content: JSONValue, as viewType: ViewType, at location: JSONPointer,
    level: Int
  ) -> InnerItems {
    var slots: [InnerItems.Slot] = []
    for place in places.places(in: content) {
      guard let value = place.pointer.value(in: content) else { continue }
      let at = location.appending(place.pointer)
      guard level < InnerItems.maximumDepth else {
        if value != .array([]) {
          diagnostics.add(.tooDeep(at: at))
        }
        continue
      }
      let values = place.isList ? value.arrayValue ?? [] : [value]
      let items = values.enumerated().compactMap { index, value in
        item(
          value, at: place.isList ? at.appending(index) : at, standingFor: nil, depth: 0, level: level + 1)
      }
      slots.append(InnerItems.Slot(at: place.pointer, isList: place.isList, items: items))
    }
    return InnerItems(slots: slots, viewType: viewType)
  }

  private mutating func requirement(of members: MemberReader) -> Requirement? {
    guard let value = members.object["requires"] else { return nil }
    return ConditionReader.read(
      value, at: members.pointer.appending("requires"), groups: catalogue.groups,
      refused: catalogue.refused[.group], &diagnostics
    ).map { Requirement(condition: $0) }
  }

  private mutating func fallback(
    of members: MemberReader, standingFor id: String?, depth: Int, level: Int
  ) -> Fallback? {
    guard let value = members.object["fallback"] else { return nil }
    let location = members.pointer.appending("fallback")
    switch value {
    case .string("drop"): return .drop
    case .object:
      guard depth < Fallback.maximumDepth else {
        diagnostics.add(
          Diagnostic(.tooMany, at: location, "fallbacks are at most \(Fallback.maximumDepth) deep"))
        return nil
      }
      return item(value, at: location, standingFor: id, depth: depth + 1, level: level).map { .item($0) }
    case .string(let text):
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location, "a fallback cannot be \(quoted(text))", hint: "an item, or \"drop\""))
      return nil
    default:
      diagnostics.add(.wrongType(value, at: location, expected: "a fallback is an item or \"drop\""))
      return nil
    }
  }

  /// The hint for a member that other systems use in a definition.
  private static func definitionMember(_ name: String) -> String? {
    switch name {
    case "viewItems", "contents", "cells", "children", "components": "did you mean items?"
    case "name", "title", "screen": "did you mean screenName?"
    case "variants": "the variants belong in \"experiment\""
    case "paging", "pagination", "pageSize", "page": "did you mean pages?"
    default: nil
    }
  }

  /// The hint for a member that other systems use in an item, or that belongs to its content.
  private static func itemMember(_ name: String, of viewType: ViewType?) -> String? {
    switch name {
    case _ where viewType?.schema["properties"]?[name] != nil: "it belongs in \"content\""
    case "viewObject", "customData", "section", "data", "props": "did you mean content?"
    case "type", "cellIdentifier", "sectionComponentType", "component": "did you mean viewType?"
    default: nil
    }
  }

  mutating func add(_ diagnostic: @autoclosure () -> Diagnostic) { diagnostics.add(diagnostic()) }

  mutating func add(_ others: Diagnostics) { diagnostics.add(others) }

  /// Runs a reader that adds to the same findings.
  mutating func reading<T>(_ body: (inout Diagnostics) -> T) -> T { body(&diagnostics) }
}
