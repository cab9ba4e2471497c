import HTTPWire

/// The access log. Nothing here is done, and nothing allocated, when it is off.
extension EventLoop {
  func beginAccess(_ connection: Connection, _ request: borrowing HTTPRequest) {
    connection.access = AccessEntry(AccessedRequest(request), began: clock.now)
  }

  /// An answer that is complete, of so many bytes.
  func endAccess(_ connection: Connection, status: HTTPStatus, bytes: Int) {
    let entry = connection.access ?? AccessEntry(nil, began: clock.now)
    connection.access = nil
    report(entry, connection, status: Int(status.rawValue), bytes: bytes)
  }

  /// An answer whose body follows in pieces.
  func streamAccess(_ connection: Connection, status: HTTPStatus) {
    connection.access?.status = Int(status.rawValue)
    connection.access?.written = connection.written
  }

  /// The end of a streamed answer, or of a connection that owes one.
  func closeAccess(_ connection: Connection) {
    guard let entry = connection.access else { return }
    connection.access = nil
    let bytes = entry.status == nil ? 0 : connection.written &- entry.written
    report(entry, connection, status: entry.status, bytes: Int(clamping: bytes))
  }

  private func report(_ entry: AccessEntry, _ connection: Connection, status: Int?, bytes: Int) {
    guard let log = configuration.accessLog else { return }
    clock.tick()
    log(
      AccessRecord(
        client: PeerAddress.text(of: connection.descriptor), request: entry.request, status: status,
        bytes: bytes, nanoseconds: clock.now &- entry.began))
  }
}
