import HTTPWire

/// The access log. Without one, connections have no entries, so that it costs nothing.
extension EventLoop {
  func beginAccess(_ connection: Connection, _ request: borrowing HTTPRequest) {
    connection.access = AccessEntry(
      LoggedRequest(request, through: configuration.trustedProxies), startedAt: clock.now)
  }

  /// Logs a complete response.
  /// - Parameter bytes: its length with the head.
  func endAccess(_ connection: Connection, status: HTTPStatus, bytes: Int) {
    let entry = connection.access ?? AccessEntry(nil, startedAt: clock.now)
    connection.access = nil
    report(entry, connection, status: Int(status.rawValue), bytes: bytes)
  }

  /// Notes the start of a streamed response.
  func streamAccess(_ connection: Connection, status: HTTPStatus) {
    connection.access?.status = Int(status.rawValue)
    connection.access?.bytesWrittenBefore = connection.bytesWritten
  }

  /// Logs the end of a streamed response, or of a connection that closes before its response.
  func closeAccess(_ connection: Connection) {
    guard let entry = connection.access else { return }
    connection.access = nil
    let bytes = entry.status == nil ? 0 : connection.bytesWritten &- entry.bytesWrittenBefore
    report(entry, connection, status: entry.status, bytes: Int(clamping: bytes))
  }

  private func report(_ entry: AccessEntry, _ connection: Connection, status: Int?, bytes: Int) {
    guard let log = configuration.accessLog else { return }
    clock.tick()
    log(
      AccessRecord(
        client: entry.request?.forwardedClient ?? PeerAddress.text(of: connection.descriptor),
        request: entry.request, status: status, bytes: bytes, nanoseconds: clock.now &- entry.startedAt))
  }
}
