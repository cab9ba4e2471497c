import AdminModel
import JSONText
import Screens

// Differences as the API describes them.

extension Place {
  init(_ position: DefinitionDifference.Position) {
    self.init(
      section: position.section, parent: position.parent, at: position.at?.description,
      index: position.index)
  }
}

extension Difference {
  init(_ difference: DefinitionDifference) {
    self.init(
      added: difference.added.map { Listed($0) }, removed: difference.removed.map { Listed($0) },
      moved: difference.moved.map { Move(id: $0.id, from: Place($0.from), to: Place($0.to)) },
      changed: difference.changed.map { Change(id: $0.id, paths: $0.paths.map(\.description)) },
      other: difference.other.map(\.description), patch: difference.patch.json)
  }
}

extension Difference.Listed {
  fileprivate init(_ item: DefinitionDifference.Listed) {
    self.init(id: item.id, place: Place(item.position))
  }
}

extension Comparison {
  init(_ comparison: DefinitionComparison) {
    self.init(
      added: comparison.added.map { Listed($0) }, removed: comparison.removed.map { Listed($0) },
      moved: comparison.moved.map {
        Move(id: $0.id, viewType: $0.viewType, from: Place($0.from), to: Place($0.to))
      },
      changed: comparison.changed.map {
        Change(id: $0.id, viewType: $0.viewType, differences: $0.members.map { MemberDifference($0) })
      },
      sections: comparison.sections.map {
        Section(id: $0.id, effect: $0.effect.rawValue, differences: $0.members.map { MemberDifference($0) })
      },
      other: comparison.other.map { MemberDifference($0) }, sectionOrder: comparison.sectionOrder)
  }
}

extension Comparison.Listed {
  fileprivate init(_ item: DefinitionComparison.Listed) {
    self.init(place: Place(item.position), item: item.item)
  }
}

extension MemberDifference {
  fileprivate init(_ change: MemberChange) {
    self.init(path: change.path.description, names: change.names, old: change.old, new: change.new)
  }
}
