/// Breaks cycles of types that contain themselves, which Swift cannot lay out.
///
/// An enum becomes indirect, and an optional member is stored in an array of at most one element. Other cycles are
/// not in the plan: see ``EndlessTypes``.
struct SwiftLayout {
  private var declarations: [Declaration]

  static func breakCycles(in declarations: [Declaration]) -> [Declaration] {
    var layout = SwiftLayout(declarations: declarations)
    layout.makeUnionsIndirect()
    layout.boxMembers()
    return layout.declarations
  }

  private init(declarations: [Declaration]) { self.declarations = declarations }

  private mutating func makeUnionsIndirect() {
    let groups = groups()
    for id in declarations.indices {
      guard case .union(var union) = declarations[id].kind else { continue }
      if inlineDeclarations(of: id).contains(where: { groups[$0] == groups[id] }) {
        union.isIndirect = true
        declarations[id].kind = .union(union)
      }
    }
  }

  /// Boxes the optional members through which a value would contain itself.
  private mutating func boxMembers() {
    let groups = groups()
    for id in declarations.indices {
      guard case .object(var object) = declarations[id].kind else { continue }
      for index in object.members.indices {
        let member = object.members[index]
        guard !member.isRequired || member.planned.isNullable,
          let inline = member.planned.type.inlineDeclaration, groups[inline] == groups[id]
        else { continue }
        object.members[index].isBoxed = true
      }
      declarations[id].kind = .object(object)
    }
  }

  private func groups() -> [Int] {
    DeclarationCycles.groups(of: declarations.indices.map { inlineDeclarations(of: $0) })
  }

  /// Returns the declarations whose values are stored inline in a value of this one.
  private func inlineDeclarations(of id: Int) -> [Int] {
    switch declarations[id].kind {
    case .object(let object):
      object.members.filter { !$0.isBoxed }.compactMap(\.planned.type.inlineDeclaration)
    case .union(let union):
      union.isIndirect ? [] : union.alternatives.compactMap(\.planned.type.inlineDeclaration)
    case .single(let planned): [planned.type.inlineDeclaration].compactMap { $0 }
    case .choice, .pending: []
    }
  }
}
