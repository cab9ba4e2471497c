/// Finds cycles of subschemas that apply to the same value, whose evaluation would never end (core §9.4.1).
///
/// A cycle behind a condition counts too, because the condition has the same result in each round. Cycles through
/// dynamic references depend on the path of evaluation; the depth limit stops them.
enum EndlessReferences {
  /// For each cycle, a node in it that has a reference.
  static func find(in nodes: [SchemaDraft]) -> [Int] {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: nodes.count)
    var found: Set<Int> = []
    for start in nodes.indices where marks[start] == .new {
      // Depth-first search with an explicit stack: each entry is a node and its unvisited successors.
      var stack: [(node: Int, next: [Int])] = [(start, successors(of: nodes[start]))]
      marks[start] = .open
      while let (node, next) = stack.last {
        guard let target = next.last else {
          marks[node] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next.removeLast()
        switch marks[target] {
        case .done: break
        case .new:
          marks[target] = .open
          stack.append((target, successors(of: nodes[target])))
        case .open:
          let cycle = stack.drop { $0.node != target }.map(\.node)
          if let reference = cycle.filter({ hasReference(nodes[$0]) }).min() { found.insert(reference) }
        }
      }
    }
    return found.sorted()
  }

  private static func hasReference(_ node: SchemaDraft) -> Bool {
    node.keywords.contains { if case .reference = $0 { true } else { false } }
  }

  private static func successors(of node: SchemaDraft) -> [Int] {
    node.keywords.flatMap { keyword -> [Int] in
      switch keyword {
      case .reference(let target, _): [target]
      case .allOf(let targets), .anyOf(let targets), .oneOf(let targets): targets
      case .not(let target): [target]
      case .conditional(let conditional):
        [conditional.condition, conditional.thenNode, conditional.elseNode].compactMap(\.self)
      case .dependents(let dependents): dependents.schemas.map(\.node)
      default: []
      }
    }
  }
}
