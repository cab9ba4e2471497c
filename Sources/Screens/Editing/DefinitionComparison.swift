package import JSONText

/// What changes from one definition to another, with the values of both, for people who read it. The definitions may be
/// invalid.
package struct DefinitionComparison: Sendable {
  /// An item that only one definition has, without those inside it.
  package struct Listed: Sendable {
    package let position: DefinitionDifference.Position
    package let item: JSONValue
  }

  /// A section that only one definition has, or that has other members.
  package struct SectionChange: Sendable {
    package enum Effect: String, Sendable, CaseIterable { case added, removed, changed }

    package let id: String
    package let effect: Effect
    /// Those of a changed section, without its items.
    package let members: [MemberChange]
  }

  package let added: [Listed]
  package let removed: [Listed]
  package let moved:
    [(id: String, viewType: String, from: DefinitionDifference.Position, to: DefinitionDifference.Position)]
  package let changed: [(id: String, viewType: String, members: [MemberChange])]
  package let sections: [SectionChange]
  /// The ids of the sections in their new order; nil if those that stay keep their order.
  package let sectionOrder: [String]?
  /// The changes outside of items and sections.
  package let other: [MemberChange]

  /// - Parameter catalogue: the view types, which say where content has places for items.
  package init(from old: JSONValue, to new: JSONValue, in catalogue: Catalogue) {
    let (oldItems, newItems) = (ItemList(old, catalogue), ItemList(new, catalogue))
    func listed(_ entries: [ItemList.Entry]) -> [Listed] {
      entries.map { Listed(position: $0.position, item: $0.item) }
    }
    added = listed(newItems.missing(in: oldItems))
    removed = listed(oldItems.missing(in: newItems))
    let kept = oldItems.kept(in: newItems)
    moved = DefinitionDifference.moved(kept).map { move in
      let item = newItems[ExactString(move.id)]?.item
      return (move.id, item?["viewType"]?.stringValue ?? "", move.from, move.to)
    }
    changed = kept.compactMap { pair in
      let members = MemberChange.all(from: pair.old.item, to: pair.new.item)
      return members.isEmpty ? nil : (pair.id.text, pair.new.item["viewType"]?.stringValue ?? "", members)
    }
    let (oldSections, newSections) = (Self.sections(of: oldItems.frame), Self.sections(of: newItems.frame))
    sections = Self.changes(from: oldSections, to: newSections)
    let (oldIDs, newIDs) = (oldSections.map(\.id), newSections.map(\.id))
    let (before, after) = (Set(oldIDs), Set(newIDs))
    sectionOrder =
      newIDs.filter { before.contains($0) } == oldIDs.filter { after.contains($0) } ? nil : newIDs.map(\.text)
    other = MemberChange.all(from: Self.frame(oldItems.frame), to: Self.frame(newItems.frame))
  }

  private static func sections(of frame: JSONValue) -> [(id: ExactString, value: JSONValue)] {
    (frame["sections"]?.arrayValue ?? []).enumerated().map { index, section in
      (ExactString(section["id"]?.stringValue ?? String(index)), section)
    }
  }

  private static func changes(
    from old: [(id: ExactString, value: JSONValue)], to new: [(id: ExactString, value: JSONValue)]
  ) -> [SectionChange] {
    let known = Set(old.map(\.id))
    let current = Dictionary(new.map { ($0.id, $0.value) }) { first, _ in first }
    let added = new.filter { !known.contains($0.id) }
      .map { SectionChange(id: $0.id.text, effect: .added, members: []) }
    return added
      + old.compactMap { id, value in
        guard let other = current[id] else {
          return SectionChange(id: id.text, effect: .removed, members: [])
        }
        let members = MemberChange.all(from: value, to: other)
        return members.isEmpty ? nil : SectionChange(id: id.text, effect: .changed, members: members)
      }
  }

  /// A definition without its items and sections.
  private static func frame(_ value: JSONValue) -> JSONValue {
    guard case .object(var object) = value else { return value }
    object["items"] = nil
    object["sections"] = nil
    return .object(object)
  }
}
