import NodeStore
import Screens

/// A node: what `NodeStore`, `NodeFollower` and the publisher keep, without their threads.
struct SimulatedNode {
  enum Phase {
    case down
    /// Waits for the first report.
    case starting
    /// Loads what it lacks before it serves.
    case loading
    case serving
  }

  enum Follower {
    case waiting
    case asking(id: Int)
    /// Does what a report needs. The store is not asked meanwhile.
    case handling
  }

  /// Work that needs the writer's lock.
  struct WriterTask {
    enum Purpose {
      case start
      case follow(NodeReport)
      case write(client: Int, route: Int, marker: Int)
    }

    let purpose: Purpose
    /// How often another node was first.
    var conflicts = 0
    /// The commit in progress.
    var commit: ProposedWrite?
  }

  /// What outlives a process.
  struct Disk {
    var position: StorePosition?
    var screens = [SimulatedVersion](repeating: .none, count: SimulatedStore.routeCount)
    /// When the copy had everything, in microseconds.
    var lastCurrent: Int?
    var isBroken = false
  }

  var disk = Disk()
  var life = 0
  var phase = Phase.down
  /// The state machine under test.
  var state: NodeState
  /// The offset of its wall clock, in seconds.
  var clockError = 0.0
  /// Until when the process stands still, in microseconds.
  var pausedUntil = 0

  // The publisher.
  var screens: [SimulatedVersion] = []
  /// The position whose screens it shows.
  var shown = SimulatedStore.start
  /// The position whose revision readers see.
  var visible = SimulatedStore.start

  /// How often readers' revision fell, because the store had lost changes.
  var reloadCount = 0

  // The follower's thread.
  var follower = Follower.waiting
  var turn = 0
  var failedAttempts = 0
  var isWoken = false

  // The writer's lock.
  var task: WriterTask?
  var queue: [WriterTask] = []
  /// The request of the writer's connection.
  var writerRequest: Int?

  // What the node has said.
  /// When it last noted that it has everything, in microseconds.
  var lastCurrent = 0
  var reportedReasons: Set<String> = []
  var isNextFirst = true
}

/// The way from a node to the store and back.
struct SimulatedLink {
  var losesRequests = false
  var losesResponses = false
  /// How many messages are lost, in percent.
  var loss = 0
  /// How many messages take seconds, in percent.
  var lateness = 0
}
