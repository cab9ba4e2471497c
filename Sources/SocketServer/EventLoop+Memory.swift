import HTTPWire

/// What connections hold together is bounded, whatever each of them may hold: many clients that send half of a large
/// body, or don't read, must not bring the process down.
extension EventLoop {
  /// About what a parser takes that has a request of its own to read.
  private static let parserBytes = 3072

  /// Brings the loop's sum up to date with what the connection holds.
  func count(_ connection: Connection) {
    var holds = (connection.input?.capacity ?? 0) + (connection.output?.capacity ?? 0) + connection.deferred
    if connection.parser != nil { holds += Self.parserBytes }
    held += holds - connection.counted
    connection.counted = holds
  }

  /// Whether a request of so many bytes may be handed to those who answer later.
  func mayDefer(_ bytes: Int) -> Bool { bytes <= allowance - held }

  /// Lets connections go until what is held is within bounds: those that hold most first, so that those that hold
  /// little notice nothing. Each look at all connections gives back at least the average of what they hold.
  func relieve() {
    while held > allowance {
      var largest: Connection?
      forEachConnection { connection in
        // What a handler has is given back when it answers, not before.
        guard connection.counted - connection.deferred > 0 else { return }
        if connection.counted - connection.deferred > (largest.map { $0.counted - $0.deferred } ?? 0) {
          largest = connection
        }
      }
      guard let largest else { return }
      shed(largest)
    }
  }

  private func shed(_ connection: Connection) {
    counters.add(to: .shed)
    guard connection.state.phase == .reading, connection.output == nil else { return cutOff(connection) }
    refuse(connection, .overloaded, to: output)
    releaseInput(connection)
    flush(connection, output, hasMore: false)
    watch(connection)
  }
}
