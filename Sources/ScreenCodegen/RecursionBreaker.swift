/// Sees to it that no value holds itself in itself, which Swift can't lay out.
///
/// An enum holds its alternatives indirectly; an optional member is held in an array of one. What is left
/// has no value of finite size and is kept as JSON.
struct RecursionBreaker {
  private var declarations: [Declaration]

  static func breaking(_ declarations: [Declaration]) -> [Declaration] {
    var breaker = RecursionBreaker(declarations: declarations)
    breaker.makeUnionsIndirect()
    breaker.change { member in
      guard !member.isRequired || member.planned.isNullable else { return }
      member.isBoxed = true
    }
    breaker.change { member in
      member.planned = .json("it would hold itself without end")
    }
    return breaker.declarations
  }

  private init(declarations: [Declaration]) { self.declarations = declarations }

  private mutating func makeUnionsIndirect() {
    let groups = groups()
    for id in declarations.indices {
      guard case .union(var union) = declarations[id].kind else { continue }
      if held(by: id).contains(where: { groups[$0] == groups[id] }) {
        union.isIndirect = true
        declarations[id].kind = .union(union)
      }
    }
  }

  /// Changes the members by which a value would hold itself.
  private mutating func change(_ body: (inout ObjectPlan.Member) -> Void) {
    let groups = groups()
    for id in declarations.indices {
      switch declarations[id].kind {
      case .object(var object):
        for index in object.members.indices {
          let member = object.members[index]
          guard !member.isBoxed, let held = member.planned.type.held, groups[held] == groups[id] else {
            continue
          }
          body(&object.members[index])
        }
        declarations[id].kind = .object(object)
      case .single(let planned):
        guard let held = planned.type.held, groups[held] == groups[id] else { continue }
        declarations[id].kind = .single(.json("it would hold itself without end"))
      default: break
      }
    }
  }

  /// The declarations whose values are held within one of this.
  private func held(by id: Int) -> [Int] {
    switch declarations[id].kind {
    case .object(let object):
      object.members.filter { !$0.isBoxed }.compactMap(\.planned.type.held)
    case .union(let union): union.isIndirect ? [] : union.alternatives.compactMap(\.planned.type.held)
    case .single(let planned): [planned.type.held].compactMap { $0 }
    case .choice, .pending: []
    }
  }

  // MARK: Groups

  /// For each declaration a number that it shares with those that it holds and that hold it: strongly
  /// connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion.
  private func groups() -> [Int] {
    let edges = declarations.indices.map { held(by: $0) }
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
