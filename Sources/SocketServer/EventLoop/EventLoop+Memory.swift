import HTTPWire

/// The memory limit over all connections. It protects the process from many clients that send half of a large body or
/// don't read their responses.
extension EventLoop {
  /// The estimated memory of a connection's own parser.
  private static let parserBytes = 3072
  /// The estimated memory of a deferred request beside its bytes.
  static let deferredBytes = 1024

  /// Updates `heldBytes` with the memory that the connection holds now.
  func accountMemory(of connection: Connection) {
    var bytes = (connection.input?.capacity ?? 0) + (connection.output?.capacity ?? 0)
    if connection.parser != nil { bytes += Self.parserBytes }
    heldBytes += bytes - connection.accountedBytes
    connection.accountedBytes = bytes
  }

  /// Ends connections, those that hold most memory first, until the memory is within the limit. Each pass over all
  /// connections frees at least the average per connection.
  func enforceMemoryLimit() {
    while heldBytes > heldBytesLimit {
      var largest: Connection?
      forEachConnection { connection in
        if connection.accountedBytes > largest?.accountedBytes ?? 0 { largest = connection }
      }
      // Only deferred requests hold memory now.
      guard let largest else { return }
      shed(largest)
    }
  }

  private func shed(_ connection: Connection) {
    counters.add(to: .shed)
    guard connection.state.isReading, connection.output == nil else { return resetConnection(connection) }
    refuse(connection, .overloaded, to: output)
    releaseInput(connection)
    flush(connection, output, hasMore: false)
    updateInterest(connection)
  }
}
