import Screens

/// What a node sends to the store.
struct Request {
  /// A connection of a node. Each has at most one request at a time.
  enum Line: Int {
    case follower
    case writer
  }

  enum Content {
    case head
    case changes(since: StorePosition?)
    case commit(ProposedWrite)
    /// Whether a commit without a response has happened.
    case outcome(of: ProposedWrite)
  }

  let id: Int
  let node: Int
  /// The number of the node's process.
  let life: Int
  let line: Line
  /// The number of failovers before it was sent.
  let epoch: Int
  let content: Content
  /// When it was sent, in microseconds.
  let sentAt: Int
  /// What the node's wall clock said then, in seconds.
  let clock: Double
}

/// A version that a node wants to publish.
struct ProposedWrite {
  let change: String
  /// The position that it was validated against.
  let base: StorePosition
  let route: Int
  let version: SimulatedVersion
}

/// What the store sends back.
enum Response {
  case head(StorePosition, isWritable: Bool, time: Double)
  case changes(SimulatedUpdate?)
  case stored(Commit)
  case outdated
  /// The version exists.
  case conflict
  /// The store is that of a newer release.
  case newer
  /// The request was stored before.
  case repeated(version: Int, revision: Int)
}

/// What has changed since a position, with the newest version of each changed screen.
struct SimulatedUpdate: CustomStringConvertible {
  let primary: PrimaryUpdate
  let versions: [(route: Int, version: SimulatedVersion)]

  var description: String {
    let content =
      primary.hasOtherHistory
      ? "everything of another history" : primary.isComplete ? "everything" : "changes"
    return "\(content) to \(primary.position.revision) (\(primary.position.change)): \(versions)"
  }
}

/// A version of a screen. Number 0 stands for a screen that was never published.
struct SimulatedVersion: Equatable, CustomStringConvertible {
  let number: Int
  /// The content, which no other write has.
  let marker: Int

  /// Whether its request has an Idempotency-Key: every other one has.
  var hasKey: Bool { Self.hasKey(marker) }
  static func hasKey(_ marker: Int) -> Bool { marker.isMultiple(of: 2) }

  var description: String { "version \(number) (\(SimulatedStore.name(marker: marker)))" }

  static let none = SimulatedVersion(number: 0, marker: 0)
}

/// An event of a simulation.
enum SimulatedEvent {
  /// The store gets a request.
  case request(Request)
  /// A node gets a response.
  case response(Request, Response)
  /// A node stops waiting for a response.
  case timeout(Request)
  /// The follower of a node asks for the head, unless it was woken since.
  case poll(node: Int, life: Int, turn: Int)
  /// A node hears that another one has written.
  case notification(node: Int)
  /// A node stops waiting for the first report.
  case startTimeout(node: Int, life: Int)
  /// A client begins a write, or sends it again.
  case write(client: Int)
  /// A node gets the request of a client.
  case arrival(client: Int, node: Int)
  case read
  case fault
  case heal(SimulatedFault)
}
