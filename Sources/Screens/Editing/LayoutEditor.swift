import JSONSchema
import JSONText

/// Applies changes and orders to a layout. Reports those that do not apply.
struct LayoutEditor {
  private(set) var layout: Layout { didSet { known = nil } }
  private(set) var diagnostics = Diagnostics()
  private let catalogue: Catalogue
  private let budget: ValidationBudget
  /// The ids of all items and of their fallbacks, at any depth.
  private var taken: Set<ExactString>
  /// The ids of all items, for hints; nil until they are needed.
  private var known: [String]?
  /// The merged items, which are validated once, after all changes.
  private var merged: [ExactString: Merged] = [:]
  /// The items inside which something has changed, with the place of the last change. They are validated after all
  /// changes, too.
  private var parents: [ExactString: JSONPointer] = [:]

  private struct Merged {
    /// The item before the first merge.
    let original: Item
    var changes: [(patch: JSONValue, origin: JSONPointer)]
  }

  /// - Parameter budget: the steps that validating content may take.
  init(
    layout: Layout, catalogue: Catalogue,
    budget: ValidationBudget = ValidationBudget(steps: DefinitionReader.maximumValidationSteps)
  ) {
    self.layout = layout
    self.catalogue = catalogue
    self.budget = budget
    taken = Set(layout.sections.flatMap { $0.items.flatMap(\.named) }.map { ExactString($0.id) })
  }

  /// Applies all changes and the order.
  mutating func apply(_ changes: [Change], order: [String]?, at location: JSONPointer) {
    for change in changes { apply(change) }
    validateChanged()
    if let order { reorder(order, at: location.appending("order")) }
  }

  private mutating func apply(_ change: Change) {
    switch change.operation {
    case .move(let id, let target):
      guard let from = existing(id, at: change.origin.appending("id")), let item = layout.item(at: from)
      else { return }
      let parent = layout.parent(of: from)
      // A place for a single item is gone without it.
      let before = parent == nil ? nil : layout
      layout.edit(listAt: from) { $0.remove(at: from.index) }
      guard let to = place(target, of: change, moving: item), fits(item, at: to, change) else {
        if let before {
          layout = before
        } else {
          layout.edit(listAt: from) { $0.insert(item, at: from.index) }
        }
        return
      }
      touch(parent, change)
      insert(item, at: to, change)
    case .insert(let item, let target):
      guard isNew(item, inPlaceOf: nil) else { return }
      validate(item)
      guard let to = place(target, of: change, moving: nil), fits(item, at: to, change) else { return }
      insert(item, at: to, change)
      taken.formUnion(item.named.map { ExactString($0.id) })
    case .replace(let id, let item):
      guard let place = existing(id, at: change.origin.appending("id")), let old = layout.item(at: place)
      else { return }
      guard isNew(item, inPlaceOf: old), fits(item, at: place, change) else { return }
      validate(item)
      release(old)
      layout.edit(listAt: place) { $0[place.index] = item }
      touch(layout.parent(of: place), change)
      taken.formUnion(item.named.map { ExactString($0.id) })
    case .remove(let id):
      guard let place = existing(id, at: change.origin.appending("id")), let item = layout.item(at: place)
      else { return }
      touch(layout.parent(of: place), change)
      layout.edit(listAt: place) { $0.remove(at: place.index) }
      release(item)
    case .merge(let id, let patch):
      guard let place = existing(id, at: change.origin.appending("id")) else { return }
      let key = ExactString(id)
      if merged[key] == nil, let original = layout.item(at: place) {
        merged[key] = Merged(original: original, changes: [])
      }
      merged[key]?.changes.append((patch, change.origin))
      touch(layout.parent(of: place), change)
      // No copy of the item is kept meanwhile, so that the content has one owner and is changed in place.
      if layout.item(at: place)?.inner == nil {
        layout.edit(listAt: place) { $0[place.index].merge(patch) }
      } else if let item = layout.item(at: place) {
        merge(patch, into: item, at: place, change)
      }
    }
  }

  /// Whether an item would not be too deep at a place, nor those inside it.
  private mutating func fits(_ item: Item, at place: ItemPlace, _ change: Change) -> Bool {
    if place.parents.count + item.depth <= InnerItems.maximumDepth { return true }
    diagnostics.add(.tooDeep(at: change.origin))
    return false
  }

  private mutating func insert(_ item: Item, at place: ItemPlace, _ change: Change) {
    layout.edit(listAt: place) { $0.insert(item, at: min(place.index, $0.count)) }
    touch(layout.parent(of: place), change)
  }

  /// Merges content that has places for items: the patch can add, replace and remove items there.
  private mutating func merge(_ patch: JSONValue, into item: Item, at place: ItemPlace, _ change: Change) {
    guard let viewType = catalogue.viewType(item.viewType) else { return }
    var content = item.content
    JSONMergePatch.merge(patch, into: &content)
    content = IDFilling.fill(content: content, of: item, taken: taken.map(\.text), catalogue)
    var reader = DefinitionReader(
      catalogue: catalogue, validatesContent: true, isTemplate: item.isTemplate, budget: budget)
    let inner = reader.innerItems(
      of: content, as: viewType, at: change.origin.appending("content"), level: place.parents.count)
    let result = item.with(content: content, inner: inner)
    let known = Dictionary(item.children.map { (ExactString($0.id), $0) }) { first, _ in first }
    reader.validate(result.children.filter { $0.json != known[ExactString($0.id)]?.json })
    diagnostics.add(reader.diagnostics)
    guard reader.diagnostics.isEmpty, isNew(result, inPlaceOf: item) else { return }
    taken.subtract(item.named.map { ExactString($0.id) })
    taken.formUnion(result.named.map { ExactString($0.id) })
    layout.edit(listAt: place) { $0[place.index] = result }
  }

  /// Remembers to validate an item in which something has changed.
  private mutating func touch(_ parent: Item?, _ change: Change) {
    if let parent { parents[ExactString(parent.id)] = change.origin }
  }

  /// Forgets an item that leaves the layout.
  private mutating func release(_ item: Item) {
    taken.subtract(item.named.map { ExactString($0.id) })
    for item in item.all {
      merged[item.id] = nil
      parents[ExactString(item.id)] = nil
    }
  }

  // MARK: Orders

  /// Reorders all items that are not inside others. Sections keep their number of items.
  /// - Parameter ids: the ids of all items, each once.
  mutating func reorder(_ ids: [String], at pointer: JSONPointer) {
    reorder(ids, sections: Array(layout.sections.indices), at: pointer)
  }

  /// Reorders the items of one section.
  mutating func reorder(_ ids: [String], section: Int, at pointer: JSONPointer) {
    reorder(ids, sections: [section], at: pointer)
  }

  private mutating func reorder(_ ids: [String], sections: [Int], at pointer: JSONPointer) {
    let items = sections.flatMap { layout.sections[$0].items }
    guard var ordered = Self.ordered(items, by: ids, at: pointer, &diagnostics)?[...] else { return }
    for section in sections {
      let count = layout.sections[section].items.count
      layout.sections[section].items = Array(ordered.prefix(count))
      ordered = ordered.dropFirst(count)
    }
  }

  /// The items in the order of their ids; nil and findings if the order does not name each of them once.
  static func ordered(
    _ items: [Item], by ids: [String], at pointer: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> [Item]? {
    var known: [ExactString: Item] = [:]
    for item in items { known[item.id] = item }
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
        diagnostics.add(.unknownItem(id, at: position, among: known.keys.map(\.text).sorted()))
      }
    }
    for item in items where rest[item.id] != nil {
      diagnostics.add(
        Diagnostic(
          .missingID, at: pointer, "the order leaves out the item \(quoted(item.id))",
          hint: "an order names every item once"))
    }
    return diagnostics.count == before ? ids.compactMap { known[$0] } : nil
  }

  // MARK: Places

  private mutating func existing(_ id: String, at pointer: JSONPointer) -> ItemPlace? {
    // A search through all items for each id that none of them has would take quadratic time.
    if taken.contains(id), let place = layout.place(of: id) { return place }
    let known = known ?? layout.itemIDs
    self.known = known
    diagnostics.add(.unknownItem(id, at: pointer, among: known))
    return nil
  }

  /// The place at which to insert an item.
  /// - Parameter moving: the item that is being moved; it is not in the layout now.
  private mutating func place(
    _ target: Change.Position, of change: Change, moving: Item?
  ) -> ItemPlace? {
    switch target {
    case .before(let id), .after(let id):
      let isBefore = if case .before = target { true } else { false }
      let pointer = change.origin.appending(isBefore ? "before" : "after")
      if let moving, reportIfInside(id, moving, at: pointer, "next to") { return nil }
      guard let place = existing(id, at: pointer) else { return nil }
      if let step = place.parents.last, let parent = layout.parent(of: place),
        let slot = parent.inner?.slots[step.slot], !slot.isList
      {
        diagnostics.add(
          Diagnostic(
            .invalidValue, at: pointer,
            "\(quoted(id)) is the only item at \(quoted(slot.at.description)) of \(quoted(parent.id))",
            hint: "replace it"))
        return nil
      }
      return place.at(isBefore ? place.index : place.index + 1)
    case .section(let id):
      if let section = layout.sections.firstIndex(where: { $0.id?.hasSameScalars(as: id) == true }) {
        return ItemPlace(section: section, parents: [], index: layout.sections[section].items.count)
      }
      let layout = layout
      diagnostics.add(
        Diagnostic(
          .unknownID, at: change.origin.appending("section"), "there is no section \(quoted(id))",
          hint: NearestName.hint(for: id, among: layout.sections.compactMap(\.id))
            ?? "the screen has no sections; use \"before\" or \"after\" with an item"))
      return nil
    case .into(let id, let pointer, let isFirst):
      let location = change.origin.appending("into")
      if let moving, reportIfInside(id, moving, at: location, "into") { return nil }
      guard let place = existing(id, at: location) else { return nil }
      return self.place(inside: place, at: pointer, isFirst: isFirst, of: change)
    }
  }

  /// The place at one of the slots of an item.
  private mutating func place(
    inside place: ItemPlace, at pointer: JSONPointer, isFirst: Bool, of change: Change
  ) -> ItemPlace? {
    guard let item = layout.item(at: place) else { return nil }
    if let finding = item.slotFinding(at: pointer) {
      diagnostics.add(
        Diagnostic(.invalidValue, at: change.origin.appending("at"), finding.message, hint: finding.hint))
      return nil
    }
    var slot = item.inner?.slots.firstIndex { $0.at == pointer }
    if slot == nil {
      let isList = item.inner?.viewType.itemPlaces?.isList(at: pointer) ?? true
      layout.edit(listAt: place) { slot = $0[place.index].addSlot(at: pointer, isList: isList) }
    }
    guard let slot else { return nil }
    let count = layout.item(at: place)?.inner?.slots[slot].items.count ?? 0
    let step = ItemPlace.Step(item: place.index, slot: slot)
    return ItemPlace(
      section: place.section, parents: place.parents + [step], index: isFirst ? 0 : count)
  }

  /// Reports a target that is the moved item itself, or inside it.
  private mutating func reportIfInside(
    _ id: String, _ moving: Item, at pointer: JSONPointer, _ preposition: String
  ) -> Bool {
    guard moving.all.contains(where: { $0.id.hasSameScalars(as: id) }) else { return false }
    let isItself = moving.id.hasSameScalars(as: id)
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: pointer,
        isItself
          ? "\(quoted(id)) cannot be moved \(preposition) itself"
          : "\(quoted(moving.id)) cannot be moved \(preposition) \(quoted(id)), which is inside it"))
    return true
  }

  /// Whether no other item or fallback has the id of this item, of one of its fallbacks or of an item inside them.
  /// - Parameter old: the item that is being replaced.
  private mutating func isNew(_ item: Item, inPlaceOf old: Item?) -> Bool {
    let free = Set((old?.named ?? []).map { ExactString($0.id) })
    var own: Set<ExactString> = []
    let repeated = item.named.first {
      !own.insert(ExactString($0.id)).inserted || taken.contains($0.id) && !free.contains($0.id)
    }
    guard let repeated else { return true }
    diagnostics.add(
      Diagnostic(
        .duplicateID, at: repeated.origin.appending("id"), "the item id \(quoted(repeated.id)) is repeated",
        hint: "each item of a screen has an id of its own"))
    return false
  }

  // MARK: Findings

  private mutating func validate(_ item: Item) {
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true, budget: budget)
    reader.validate([item])
    diagnostics.add(reader.diagnostics)
  }

  /// Validates merged content, and the items inside which something has changed. Reports a finding about a value of a
  /// patch there, and any other at the item's first merge, or at the last change inside of it. Findings that an item had
  /// before are reported at the item.
  private mutating func validateChanged() {
    guard !merged.isEmpty || !parents.isEmpty else { return }
    for item in layout.allItems {
      let key = ExactString(item.id)
      let place = parents[key]
      guard merged[key] != nil || place != nil, let viewType = catalogue.viewType(item.viewType) else {
        continue
      }
      var found = Diagnostics(room: diagnostics.room)
      catalogue.validate(
        item, as: viewType, at: .root, besides: merged[key]?.original, within: budget, &found)
      for finding in found.kept {
        if let merged = merged[key] {
          diagnostics.add(Self.moved(finding, to: merged.changes))
        } else if let place {
          diagnostics.add(
            Diagnostic(
              finding.code, at: place,
              "the item \(quoted(item.id)) would be invalid: \(finding.message)", hint: finding.hint))
        }
      }
      diagnostics.count(found.count - found.kept.count)
    }
  }

  private static func moved(
    _ finding: Diagnostic, to changes: [(patch: JSONValue, origin: JSONPointer)]
  ) -> Diagnostic {
    let last =
      finding.pointer.tokens.isEmpty ? nil : changes.last { finding.pointer.value(in: $0.patch) != nil }
    return Diagnostic(
      finding.code,
      at: last?.origin.appending("content").appending(finding.pointer) ?? changes.first?.origin ?? .root,
      anchor: last == nil ? .value : finding.anchor,
      last == nil ? "the merged content is invalid: \(finding.message)" : finding.message,
      hint: finding.hint)
  }
}

extension Diagnostic {
  /// An item that is inside of too many others.
  static func tooDeep(at pointer: JSONPointer) -> Diagnostic {
    Diagnostic(.tooMany, at: pointer, "items inside items are at most \(InnerItems.maximumDepth) deep")
  }

  static func unknownItem(_ id: String, at pointer: JSONPointer, among known: [String]) -> Diagnostic {
    Diagnostic(
      .unknownID, at: pointer, "there is no item \(quoted(id))",
      hint: NearestName.hint(for: id, among: known))
  }
}

extension Item {
  /// Why there is no place for another item at a location of the content; nil if there is one.
  func slotFinding(at pointer: JSONPointer) -> (message: String, hint: String?)? {
    let known = inner?.slots.map { quoted($0.at.description) } ?? []
    guard let inner, let isList = inner.viewType.itemPlaces?.isList(at: pointer) else {
      let places = known.isEmpty ? nil : "places: \(known.joined(separator: ", "))"
      let hint = inner == nil ? "\(viewType) has no place for items" : places
      return ("\(quoted(id)) has no place for items at \(quoted(pointer.description))", hint)
    }
    guard let slot = inner.slots.first(where: { $0.at == pointer }) else {
      guard case .object? = pointer.parent?.value(in: content) else {
        return (
          "the content of \(quoted(id)) has no object that could hold \(quoted(pointer.description))", nil
        )
      }
      guard let value = pointer.value(in: content), value != .null else { return nil }
      return (
        "the place \(quoted(pointer.description)) of \(quoted(id)) has a value that is no item",
        "remove the value first"
      )
    }
    guard isList || slot.items.isEmpty else {
      return (
        "the place \(quoted(pointer.description)) of \(quoted(id)) is taken", "replace or remove its item"
      )
    }
    return nil
  }
}
