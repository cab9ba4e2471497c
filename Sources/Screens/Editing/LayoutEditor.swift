import JSONSchema
import JSONText

/// Applies changes and orders to a layout. Reports those that do not apply.
struct LayoutEditor {
  private(set) var layout: Layout
  private(set) var diagnostics = Diagnostics()
  private let catalogue: Catalogue
  private let budget: ValidationBudget

  /// - Parameter budget: the steps that validating content may take.
  init(
    layout: Layout, catalogue: Catalogue,
    budget: ValidationBudget = ValidationBudget(steps: DefinitionReader.maximumValidationSteps)
  ) {
    self.layout = layout
    self.catalogue = catalogue
    self.budget = budget
  }

  mutating func apply(_ change: Change) {
    switch change.operation {
    case .move(let id, let target):
      guard let from = existing(id, at: change.origin.appending("id")) else { return }
      let item = layout.sections[from.section].items.remove(at: from.item)
      guard let to = position(target, of: change, moving: id) else {
        layout.sections[from.section].items.insert(item, at: from.item)
        return
      }
      layout.sections[to.section].items.insert(item, at: to.item)
    case .insert(let item, let target):
      guard isNew(item, inPlaceOf: nil) else { return }
      validate(item)
      guard let to = position(target, of: change, moving: nil) else { return }
      layout.sections[to.section].items.insert(item, at: to.item)
    case .replace(let id, let item):
      guard let position = existing(id, at: change.origin.appending("id")) else { return }
      guard isNew(item, inPlaceOf: id) else { return }
      validate(item)
      layout.sections[position.section].items[position.item] = item
    case .remove(let id):
      guard let position = existing(id, at: change.origin.appending("id")) else { return }
      layout.sections[position.section].items.remove(at: position.item)
    case .merge(let id, let patch):
      guard let position = existing(id, at: change.origin.appending("id")) else { return }
      let item = layout.sections[position.section].items[position.item]
      let content = JSONMergePatch.apply(patch, to: item.content)
      layout.sections[position.section].items[position.item].content = content
      validateMerged(content, of: item, patch: patch, change: change)
    }
  }

  /// Reorders all items. Sections keep their number of items.
  /// - Parameter ids: the ids of all items, each once.
  mutating func reorder(_ ids: [String], at pointer: JSONPointer) {
    reorder(ids, sections: Array(layout.sections.indices), at: pointer)
  }

  /// Reorders the items of one section.
  mutating func reorder(_ ids: [String], section: Int, at pointer: JSONPointer) {
    reorder(ids, sections: [section], at: pointer)
  }

  private mutating func reorder(_ ids: [String], sections: [Int], at pointer: JSONPointer) {
    var known: [ExactString: Item] = [:]
    for section in sections { for item in layout.sections[section].items { known[item.id] = item } }
    var rest = known
    let before = diagnostics.count
    for (index, id) in ids.enumerated() {
      if rest.removeValue(forKey: ExactString(id)) != nil { continue }
      let position = pointer.appending(index)
      if known[id] != nil {
        diagnostics.add(
          Diagnostic(
            .duplicateID, at: position, "the item id \(quoted(id)) is repeated",
            hint: "an order names every item once"))
      } else {
        reportUnknown(id, at: position, among: known.keys.map(\.text).sorted())
      }
    }
    for section in sections {
      for item in layout.sections[section].items where rest[item.id] != nil {
        diagnostics.add(
          Diagnostic(
            .missingID, at: pointer, "the order leaves out the item \(quoted(item.id))",
            hint: "an order names every item once"))
      }
    }
    guard diagnostics.count == before else { return }
    var ordered = ids.compactMap { known[$0] }[...]
    for section in sections {
      let count = layout.sections[section].items.count
      layout.sections[section].items = Array(ordered.prefix(count))
      ordered = ordered.dropFirst(count)
    }
  }

  // MARK: Places

  private mutating func existing(_ id: String, at pointer: JSONPointer) -> (section: Int, item: Int)? {
    if let position = layout.position(of: id) { return position }
    reportUnknown(id, at: pointer, among: layout.itemIDs)
    return nil
  }

  /// The position at which to insert an item.
  /// - Parameter moving: the id of the item that is being moved; it is not in the layout now.
  private mutating func position(
    _ target: Change.Position, of change: Change, moving: String?
  ) -> (section: Int, item: Int)? {
    switch target {
    case .before(let id), .after(let id):
      let isBefore = if case .before = target { true } else { false }
      let pointer = change.origin.appending(isBefore ? "before" : "after")
      if moving?.hasSameScalars(as: id) == true {
        diagnostics.add(
          Diagnostic(.invalidValue, at: pointer, "\(quoted(id)) cannot be moved next to itself"))
        return nil
      }
      guard let position = existing(id, at: pointer) else { return nil }
      return (position.section, isBefore ? position.item : position.item + 1)
    case .section(let id):
      if let section = layout.sections.firstIndex(where: { $0.id?.hasSameScalars(as: id) == true }) {
        return (section, layout.sections[section].items.count)
      }
      diagnostics.add(
        Diagnostic(
          .unknownID, at: change.origin.appending("section"), "there is no section \(quoted(id))",
          hint: NearestName.hint(for: id, among: layout.sections.compactMap(\.id))
            ?? "the screen has no sections; use \"before\" or \"after\" with an item"))
      return nil
    }
  }

  /// Whether no other item or fallback has the id of this item or of one of its fallbacks.
  /// - Parameter id: the id of an item to ignore, because it is being replaced.
  private mutating func isNew(_ item: Item, inPlaceOf id: String?) -> Bool {
    for candidate in item.named {
      let isTaken = layout.sections.contains { section in
        section.items.contains { other in
          id?.hasSameScalars(as: other.id) != true
            && (other.id.hasSameScalars(as: candidate.id)
              || other.fallback != nil && other.named.contains { $0.id.hasSameScalars(as: candidate.id) })
        }
      }
      if isTaken {
        reportDuplicate(candidate)
        return false
      }
    }
    return true
  }

  // MARK: Findings

  private mutating func reportUnknown(_ id: String, at pointer: JSONPointer, among known: [String]) {
    diagnostics.add(
      Diagnostic(
        .unknownID, at: pointer, "there is no item \(quoted(id))",
        hint: NearestName.hint(for: id, among: known)))
  }

  private mutating func reportDuplicate(_ item: Item) {
    diagnostics.add(
      Diagnostic(
        .duplicateID, at: item.origin.appending("id"), "the item id \(quoted(item.id)) is repeated",
        hint: "each item of a screen has an id of its own"))
  }

  private mutating func validate(_ item: Item) {
    for item in item.chain {
      guard let viewType = catalogue.viewType(item.viewType) else { continue }
      diagnostics.add(
        catalogue.diagnostics(
          of: item, as: viewType, at: item.origin.appending("content"), within: budget))
    }
  }

  /// Validates merged content. A finding about a value of the patch is reported there, any other at the change.
  private mutating func validateMerged(
    _ content: JSONValue, of item: Item, patch: JSONValue, change: Change
  ) {
    guard let viewType = catalogue.viewType(item.viewType) else { return }
    var merged = item
    merged.content = content
    let found = catalogue.diagnostics(of: merged, as: viewType, at: .root, within: budget)
    // Findings that the item had before the merge are reported at the item.
    let before =
      found.isEmpty ? [] : catalogue.diagnostics(of: item, as: viewType, at: .root, within: budget).kept
    for finding in found.kept where !before.contains(finding) {
      let isWritten = !finding.pointer.tokens.isEmpty && finding.pointer.value(in: patch) != nil
      diagnostics.add(
        Diagnostic(
          finding.code,
          at: isWritten ? change.origin.appending("content").appending(finding.pointer) : change.origin,
          anchor: isWritten ? finding.anchor : .value,
          isWritten ? finding.message : "the merged content is invalid: \(finding.message)",
          hint: finding.hint))
    }
  }
}
