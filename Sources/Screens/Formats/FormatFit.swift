import JSONText

/// Finds what a wire format would leave out of a screen, because it names members by ids and view types.
struct FormatFit {
  private typealias Name = (placeholder: Placeholder, others: Template.OtherNames)

  private let format: String
  private let ofSections: [Name]
  private let ofItems: [Name]
  /// The names that the format writes beside the members of the content.
  private let beside: [(name: String, location: JSONPointer)]
  /// Where the content has the view type.
  private let viewTypePointer: JSONPointer?
  /// Where the content has the view type and the id.
  private let pointers: [JSONPointer]
  /// The sections that the screen's template names. The section's template is not for them.
  private let namedSections: Set<ExactString>
  private let typeNames: TypeNames
  private let catalogue: Catalogue
  private var reported: Set<JSONPointer> = []

  init(_ format: WireFormat, catalogue: Catalogue) {
    self.catalogue = catalogue
    beside = format.item.namesBesideContent(at: .root.appending("item"))
    viewTypePointer = format.viewTypePointer
    pointers = [format.viewTypePointer, format.idPointer].compactMap(\.self)
    namedSections = format.namedSections
    typeNames = format.typeNames
    self.format = format.name
    ofSections = format.screen.uses(.sections) ? format.section?.names ?? [] : []
    ofItems = format.item.names
  }

  /// The findings about a layout. A place that several layouts share is reported once.
  mutating func diagnostics(of layout: Layout) -> Diagnostics {
    var diagnostics = Diagnostics()
    guard !ofSections.isEmpty || !ofItems.isEmpty || !beside.isEmpty || !pointers.isEmpty else {
      return diagnostics
    }
    for section in layout.sections {
      if !(section.id.map { namedSections.contains($0) } ?? false) {
        check(ofSections, in: .section(section), at: section.origin, &diagnostics)
      }
      for item in section.items { check(item, &diagnostics) }
    }
    return diagnostics
  }

  private mutating func check(_ item: Item, _ diagnostics: inout Diagnostics) {
    for candidate in item.chain {
      check(ofItems, in: .item(candidate), at: candidate.origin, &diagnostics)
      checkSpread(candidate, &diagnostics)
      checkType(candidate, &diagnostics)
      checkPlaces(candidate, &diagnostics)
      for child in candidate.children { check(child, &diagnostics) }
    }
  }

  /// A member of the content that the format's own one hides.
  private mutating func checkSpread(_ item: Item, _ diagnostics: inout Diagnostics) {
    guard !beside.isEmpty,
      let properties = catalogue.viewType(item.viewType)?.schema["properties"]?.objectValue
    else { return }
    for (name, location) in beside where properties[name] != nil {
      add(
        Diagnostic(
          .invalidValue, at: item.origin.appending("viewType"),
          "the wire format \(quoted(format)) writes a member \(quoted(name)) itself (at \(quoted(location.description))), and so does \(item.viewType) (at \(quoted("/properties/" + name)))",
          hint: "rename one of the two, or choose another format"), &diagnostics)
    }
  }

  /// A view type in the content that is not the item's.
  private mutating func checkType(_ item: Item, _ diagnostics: inout Diagnostics) {
    guard let pointer = viewTypePointer, let written = pointer.value(in: item.content) else { return }
    let expected = typeNames.wire(item.viewType)
    guard !written.isEquivalent(to: expected) else { return }
    add(
      Diagnostic(
        .invalidValue, at: item.origin.appending("content").appending(pointer),
        "the content says that it is \(written.text), and the item is \(expected.text)",
        hint: "leave it out: the wire format \(quoted(format)) writes it"), &diagnostics)
  }

  /// A view type or an id that the content has no object for.
  private mutating func checkPlaces(_ item: Item, _ diagnostics: inout Diagnostics) {
    for pointer in pointers {
      guard let parent = pointer.parent, parent.value(in: item.content)?.objectValue == nil else { continue }
      add(
        Diagnostic(
          .invalidValue, at: item.origin.appending("content"),
          "the content has no object that could hold \(quoted(pointer.description)), which the wire format \(quoted(format)) writes",
          hint: "write an object at \(quoted(parent.description)), or choose another format"), &diagnostics)
    }
  }

  private mutating func check(
    _ names: [Name], in scope: Template.Scope, at origin: JSONPointer, _ diagnostics: inout Diagnostics
  ) {
    for (placeholder, others) in names {
      guard let name = placeholder.name(in: scope, typeNames) else {
        add(
          Diagnostic(
            .invalidValue, at: origin.appending("items"), anchor: .name,
            "the wire format \(quoted(format)) names sections by their ids, and these items have no section",
            hint: "write \"sections\", each with an \"id\""), &diagnostics)
        continue
      }
      guard others.contain(name, in: scope, typeNames) else { continue }
      let noun = placeholder == .id ? "id" : "view type"
      add(
        Diagnostic(
          .invalidValue, at: origin.appending(placeholder.rawValue),
          "the wire format \(quoted(format)) has another member of the name \(quoted(name)) beside the one with this \(noun)",
          hint: "choose another \(noun), or rename the member in the format"), &diagnostics)
    }
  }

  private mutating func add(_ diagnostic: Diagnostic, _ diagnostics: inout Diagnostics) {
    if reported.insert(diagnostic.pointer).inserted { diagnostics.add(diagnostic) }
  }
}

extension Template {
  /// The placeholders that stand for names of members.
  fileprivate var names: [(placeholder: Placeholder, others: OtherNames)] {
    switch self {
    case .fixed, .placeholder: []
    case .array(let elements): elements.flatMap(\.names)
    case .object(let members):
      members.flatMap { member in
        guard case .placeholder(let placeholder, let others) = member.name else { return member.value.names }
        return [(placeholder, others)] + member.value.names
      }
    }
  }
}
