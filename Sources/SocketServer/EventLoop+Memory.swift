import HTTPWire

/// What connections hold together is bounded, whatever each of them may hold: many clients that send half of a large
/// body, or don't read, must not bring the process down.
extension EventLoop {
  /// About what a parser takes that has a request of its own to read.
  private static let parserBytes = 3072
  /// About what a request takes that is answered elsewhere, beside its bytes.
  static let deferredBytes = 1024

  /// Brings the loop's sum up to date with what the connection holds.
  func count(_ connection: Connection) {
    var holds = (connection.input?.capacity ?? 0) + (connection.output?.capacity ?? 0)
    if connection.parser != nil { holds += Self.parserBytes }
    held += holds - connection.counted
    connection.counted = holds
  }

  /// Lets connections go until what is held is within bounds: those that hold most first, so that those that hold
  /// little notice nothing. Each look at all connections gives back at least the average of what they hold.
  func relieve() {
    while held > allowance {
      var largest: Connection?
      forEachConnection { connection in
        if connection.counted > largest?.counted ?? 0 { largest = connection }
      }
      // What is left are requests whose answers are made elsewhere.
      guard let largest else { return }
      shed(largest)
    }
  }

  private func shed(_ connection: Connection) {
    counters.add(to: .shed)
    guard connection.state.isReading, connection.output == nil else { return cutOff(connection) }
    refuse(connection, .overloaded, to: output)
    releaseInput(connection)
    flush(connection, output, hasMore: false)
    watch(connection)
  }
}
