import HTTPWire

/// What each connection is watched for.
extension EventLoop {
  /// Whether more of what the client sends is wanted now.
  private func mayRead(_ connection: Connection) -> Bool {
    guard !connection.state.inputEnded else { return false }
    switch connection.state.phase {
    case .reading: return !connection.resumes && connection.backlog < configuration.outputBytes
    case .answering, .closed: return false
    case .streaming: return (connection.input?.count ?? 0) < Self.readBytes
    case .closing, .lingering: return true
    }
  }

  /// False when nothing is to be read now; the socket is watched for that no longer then.
  func isToRead(_ connection: Connection) -> Bool {
    if mayRead(connection) { return true }
    setInterest(connection, connection.interest.subtracting(.readable))
    return false
  }

  /// The one place that is asked after everything that happened to a connection: what it holds is counted, and it is
  /// watched for what can happen next. A socket that is readable while nothing is to be read is left alone until it
  /// says so, which most never do.
  func settle(_ connection: Connection) {
    if connection.interest == .readable, connection.input == nil, connection.output == nil,
      connection.counted == 0, !connection.state.inputEnded
    {
      return
    }
    watch(connection)
    if held > allowance { relieve() }
  }

  func watch(_ connection: Connection) {
    guard !connection.state.isClosed else { return }
    var interest = connection.interest
    if connection.output != nil { interest.insert(.writable) } else { interest.remove(.writable) }
    if mayRead(connection) {
      interest.insert(.readable)
    } else if connection.state.inputEnded {
      interest.remove(.readable)
    }
    setInterest(connection, interest)
    count(connection)
  }

  private func setInterest(_ connection: Connection, _ interest: Readiness) {
    guard connection.interest != interest, !connection.state.isClosed else { return }
    connection.interest = interest
    poller?.change(connection.descriptor, token: connection.token, interest)
  }
}
