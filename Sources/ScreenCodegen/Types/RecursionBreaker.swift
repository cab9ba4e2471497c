/// Breaks cycles of types that contain themselves, which Swift cannot lay out.
///
/// An enum becomes indirect, and an optional member is stored in an array of at most one element. Any other
/// cycle has no value of finite size and is kept as JSON.
struct RecursionBreaker {
  private var declarations: [Declaration]

  static func breakCycles(in declarations: [Declaration]) -> [Declaration] {
    var breaker = RecursionBreaker(declarations: declarations)
    breaker.makeUnionsIndirect()
    breaker.change { member in
      guard !member.isRequired || member.planned.isNullable else { return }
      member.isBoxed = true
    }
    breaker.change { member in
      member.planned = .json("the value would contain itself without end")
    }
    return breaker.declarations
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

  /// Changes the members through which a value would contain itself.
  private mutating func change(_ body: (inout ObjectPlan.Member) -> Void) {
    let groups = groups()
    for id in declarations.indices {
      switch declarations[id].kind {
      case .object(var object):
        for index in object.members.indices {
          let member = object.members[index]
          guard !member.isBoxed, let inline = member.planned.type.inlineDeclaration,
            groups[inline] == groups[id]
          else {
            continue
          }
          body(&object.members[index])
        }
        declarations[id].kind = .object(object)
      case .single(let planned):
        guard let inline = planned.type.inlineDeclaration, groups[inline] == groups[id] else { continue }
        declarations[id].kind = .single(.json("the value would contain itself without end"))
      default: break
      }
    }
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

  // MARK: Groups

  /// Returns for each declaration a number that the declarations of one cycle share.
  ///
  /// The groups are strongly connected components (Tarjan, "Depth-first search and linear graph algorithms",
  /// 1972), found without recursion.
  private func groups() -> [Int] {
    let edges = declarations.indices.map { inlineDeclarations(of: $0) }
    var group = [Int](repeating: -1, count: edges.count)
    var order = [Int](repeating: -1, count: edges.count)
    var low = order
    var open: [Int] = []
    var path: [(id: Int, next: Int)] = []
    var count = 0
    for start in edges.indices where order[start] < 0 {
      path.append((start, 0))
      while let (id, next) = path.last {
        if next == 0 {
          order[id] = count
          low[id] = count
          count += 1
          open.append(id)
        }
        if next < edges[id].count {
          path[path.count - 1].next = next + 1
          let target = edges[id][next]
          if order[target] < 0 {
            path.append((target, 0))
          } else if group[target] < 0 {
            low[id] = min(low[id], order[target])
          }
          continue
        }
        path.removeLast()
        if low[id] == order[id] {
          while let member = open.popLast() {
            group[member] = id
            if member == id { break }
          }
        }
        if let parent = path.last?.id { low[parent] = min(low[parent], low[id]) }
      }
    }
    return group
  }
}
