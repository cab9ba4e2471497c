/// Cycles of declarations that contain each other.
enum DeclarationCycles {
  /// Returns for each declaration a number that the declarations of one cycle share.
  ///
  /// The groups are strongly connected components (Tarjan, "Depth-first search and linear graph algorithms",
  /// 1972), found without recursion.
  /// - Parameter edges: For each declaration, the declarations that it contains.
  static func groups(of edges: [[Int]]) -> [Int] {
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
