import FaultInjection
import SeededRandom

/// Random faults that follow from a seed.
struct FaultPlan {
  /// A fault that lasts for a while.
  enum Fault: Hashable, Sendable {
    /// The node's way to the database.
    case proxy(node: Int, FaultProxy.Mode)
    /// The ends of the node's next transactions.
    case cut(node: Int, FaultProxy.Cut, times: Int)
    /// The node is killed, and started again at the end.
    case killNode(Int)
    /// The node's connections to the database stop.
    case freezeBackends(ofNode: Int)
    /// The whole database stops.
    case freezeDatabase
    /// The database is killed, and started again at the end.
    case killDatabase

    var isOfDatabase: Bool {
      switch self {
      case .freezeBackends, .freezeDatabase, .killDatabase: true
      case .proxy, .cut, .killNode: false
      }
    }
  }

  /// Faults at the same time.
  struct Step: Sendable {
    let faults: [Fault]
    let milliseconds: Int
  }

  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The next faults: at most one of the database, and one of each node.
  mutating func next(nodes: Int) -> Step {
    var faults: [Fault] = []
    for node in 0..<nodes where Int.random(in: 0..<3, using: &random) > 0 {
      faults.append(fault(of: node))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let node = Int.random(in: 0..<nodes, using: &random)
      let choices: [Fault] = [.freezeBackends(ofNode: node), .freezeDatabase, .killDatabase]
      if let fault = choices.randomElement(using: &random) { faults.append(fault) }
    }
    // Some are shorter than any timeout of a node, and some longer.
    let milliseconds = Bool.random(using: &random) ? 50...400 : 400...2_000
    return Step(faults: faults, milliseconds: Int.random(in: milliseconds, using: &random))
  }

  private mutating func fault(of node: Int) -> Fault {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .proxy(node: node, .refuse)
    case 1: return .proxy(node: node, .blackHole)
    case 2: return .proxy(node: node, .reset)
    case 3: return .proxy(node: node, .delay(milliseconds: Int.random(in: 1...150, using: &random)))
    case 4: return .killNode(node)
    default:
      let cut = FaultProxy.Cut.allCases.randomElement(using: &random) ?? .afterCommit
      return .cut(node: node, cut, times: Int.random(in: 1...3, using: &random))
    }
  }
}
