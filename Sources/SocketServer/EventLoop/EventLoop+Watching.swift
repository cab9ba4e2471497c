import HTTPWire

/// The events that the poller reports for each connection.
extension EventLoop {
  /// Whether the loop reads more input from the client now.
  private func wantsInput(_ connection: Connection) -> Bool {
    guard !connection.state.isInputClosed else { return false }
    switch connection.state.phase {
    case .reading: return !connection.isResumeScheduled && connection.backlog < configuration.outputBytes
    // The end of the input comes after all requests before it, so only reading these finds it.
    case .awaitingResponse, .streaming: return (connection.input?.count ?? 0) < Self.readBytes
    case .closed: return false
    case .closing, .lingering: return true
    }
  }

  /// Returns whether to read now. If not, stops watching the socket for input.
  func prepareToRead(_ connection: Connection) -> Bool {
    if wantsInput(connection) { return true }
    setInterest(connection, connection.interest.subtracting(.readable))
    return false
  }

  /// Updates the poller's interest and the accounted memory after every event of a connection.
  func updateAfterEvent(_ connection: Connection) {
    if connection.interest == .readable, connection.input == nil, connection.output == nil,
      connection.accountedBytes == 0, !connection.state.isInputClosed
    {
      // The usual case: nothing has changed.
      return
    }
    updateInterest(connection)
    if heldBytes > heldBytesLimit { enforceMemoryLimit() }
  }

  /// Sets the poller's interest to the events that the connection waits for. Stops watching for input only after the
  /// end of input: for a connection that pauses reading, `prepareToRead` does it if input arrives, which saves most
  /// calls.
  func updateInterest(_ connection: Connection) {
    guard !connection.state.isClosed else { return }
    var interest = connection.interest
    if connection.output != nil { interest.insert(.writable) } else { interest.remove(.writable) }
    if wantsInput(connection) {
      interest.insert(.readable)
    } else if connection.state.isInputClosed {
      interest.remove(.readable)
    }
    setInterest(connection, interest)
    accountMemory(of: connection)
  }

  private func setInterest(_ connection: Connection, _ interest: Readiness) {
    guard connection.interest != interest, !connection.state.isClosed else { return }
    connection.interest = interest
    poller?.change(connection.descriptor, token: connection.token, interest)
  }
}
