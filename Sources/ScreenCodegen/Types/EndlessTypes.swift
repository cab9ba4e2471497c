/// Finds types whose every value would contain another value of the same type, without end.
///
/// No finite content has such a type. The part that makes it endless is kept as JSON.
enum EndlessTypes {
  static func keptAsJSON(in declarations: [Declaration]) -> [Declaration] {
    let groups = DeclarationCycles.groups(of: declarations.map { neededDeclarations(of: $0) })
    var changed = declarations
    for id in declarations.indices {
      func isEndless(_ planned: PlannedType) -> Bool {
        planned.type.inlineDeclaration.map { groups[$0] == groups[id] } ?? false
      }
      switch declarations[id].kind {
      case .object(var object):
        for index in object.members.indices
        where object.members[index].isNeeded && isEndless(object.members[index].planned) {
          object.members[index].planned = .endless
        }
        changed[id].kind = .object(object)
      case .single(let planned) where isEndless(planned): changed[id].kind = .single(.endless)
      default: break
      }
    }
    return changed
  }

  /// Returns the declarations whose values occur in every value of this one.
  private static func neededDeclarations(of declaration: Declaration) -> [Int] {
    switch declaration.kind {
    case .object(let object): object.members.filter(\.isNeeded).compactMap(\.planned.type.inlineDeclaration)
    case .single(let planned): [planned.type.inlineDeclaration].compactMap { $0 }
    case .union, .choice, .pending: []
    }
  }
}

extension ObjectPlan.Member {
  /// Whether each value of the object has the member, and it is not null.
  fileprivate var isNeeded: Bool { isRequired && !planned.isNullable }
}

extension PlannedType {
  fileprivate static var endless: PlannedType { .json("the value would contain itself without end") }
}
