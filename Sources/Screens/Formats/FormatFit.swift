import JSONText

/// Finds what a wire format would leave out of a screen, because it names members by ids and view types.
struct FormatFit {
  private typealias Name = (placeholder: Placeholder, others: Template.OtherNames)

  private let format: String
  private let ofSections: [Name]
  private let ofItems: [Name]
  private var reported: Set<JSONPointer> = []

  init(_ format: WireFormat) {
    self.format = format.name
    ofSections = format.screen.uses(.sections) ? format.section?.names ?? [] : []
    ofItems = format.item.names
  }

  /// The findings about a layout. A place that several layouts share is reported once.
  mutating func diagnostics(of layout: Layout) -> Diagnostics {
    var diagnostics = Diagnostics()
    guard !ofSections.isEmpty || !ofItems.isEmpty else { return diagnostics }
    for section in layout.sections {
      check(ofSections, in: .section(section), at: section.origin, &diagnostics)
      for item in section.items.flatMap(\.chain) {
        check(ofItems, in: .item(item), at: item.origin, &diagnostics)
      }
    }
    return diagnostics
  }

  private mutating func check(
    _ names: [Name], in scope: Template.Scope, at origin: JSONPointer, _ diagnostics: inout Diagnostics
  ) {
    for (placeholder, others) in names {
      guard let name = placeholder.name(in: scope) else {
        add(
          Diagnostic(
            .invalidValue, at: origin.appending("items"), anchor: .name,
            "the wire format \(quoted(format)) names sections by their ids, and these items have no section",
            hint: "write \"sections\", each with an \"id\""), &diagnostics)
        continue
      }
      guard others.contain(name, in: scope) else { continue }
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
