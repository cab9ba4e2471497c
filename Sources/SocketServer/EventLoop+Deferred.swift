import Dispatch
import HTTPWire

/// Answers that come later, from other queues.
extension EventLoop {
  /// Who answers the request of so many bytes that the connection waits for. What its handler keeps of the request
  /// counts until the answer, whatever becomes of the connection.
  func responder(for connection: Connection, bytes: Int) -> Responder {
    let token = connection.token
    held += bytes
    // The writer must not keep the loop's sockets alive by itself, hence no more than loop and token.
    return Responder(
      makeWriter: { [self] in makeWriter(token: token) },
      deliver: { [self] answer in
        queue.async { [self] in
          held -= bytes
          complete(token, answer)
        }
      })
  }

  func makeWriter(for connection: Connection) -> StreamWriter { makeWriter(token: connection.token) }

  private func makeWriter(token: UInt64) -> StreamWriter {
    let number = nextStream()
    return StreamWriter(number: number, capacity: configuration.outputBytes) { [self] event in
      queue.async { self.stream(token, number, event) }
    }
  }

  /// The answer to a request that was deferred.
  private func complete(_ token: UInt64, _ answer: Responder.Answer) {
    guard let connection = connection(token), connection.state.phase == .answering else {
      if case .stream(_, _, let writer) = answer { writer.closed() }
      return
    }
    clock.tick()
    clock.refreshDate()
    connection.active = clock.now
    counters.record(nanoseconds: clock.now &- connection.askedAt, requests: 1)
    if isDraining { connection.state.requestRead(keepsAlive: false) }
    let output = connection.output ?? self.output
    switch answer {
    case .response(let response): put(response, connection, output)
    case .prepared(let response): put(response, adding: nil, connection, output)
    case .stream(let response, let length, let writer):
      begin(writer, response, length: length, connection, output)
    case .none: put(dispatcher.malformed(.internalFault), connection, output)
    case .reset: return reset(connection)
    case .raw(let bytes):
      connection.state.requestRead(keepsAlive: false)
      output.append(bytes)
      closeAccess(connection)
      _ = connection.state.answered()
    }
    finish(connection, output)
  }

  /// Sends, and goes on with requests that came in the meantime.
  private func finish(_ connection: Connection, _ output: OutputBuffer) {
    let goesOn = connection.state.isReading && connection.input != nil
    if goesOn { connection.resumes = true }
    flush(connection, output, hasMore: goesOn)
    settle(connection)
  }

  /// Sends the head of a streamed body and what is known of it already.
  func begin(
    _ writer: StreamWriter, _ response: HTTPResponse, length: Int?, _ connection: Connection,
    _ output: OutputBuffer
  ) {
    counters.count(status: response.status.rawValue)
    if logsAccess { streamAccess(connection, status: response.status) }
    let length = length.map { max($0, 0) }
    if connection.version == .http10, length == nil { connection.state.requestRead(keepsAlive: false) }
    ResponseWriter.writeStreamHead(
      response, length: length, to: output, date: clock.date, version: connection.version,
      keepsAlive: !connection.state.isLast)
    guard connection.method != .head, !response.status.isBodiless else {
      writer.closed()
      closeAccess(connection)
      _ = connection.state.answered()
      return
    }
    connection.state.beginStream()
    connection.writer = writer
    connection.stream = writer.number
    connection.streamed = 0
    connection.owed = length
    write(response.body, connection, output)
  }

  private func write(_ piece: [UInt8], _ connection: Connection, _ output: OutputBuffer) {
    guard let owed = connection.owed else {
      return ResponseWriter.writePiece(piece, to: output, version: connection.version)
    }
    // More than was promised would be read as the next answer.
    let piece = piece.prefix(owed)
    connection.owed = owed - piece.count
    output.append(Array(piece))
  }

  private func stream(_ token: UInt64, _ number: UInt64, _ event: StreamWriter.Event) {
    guard let connection = connection(token), connection.state.phase == .streaming,
      connection.stream == number
    else { return }
    clock.tick()
    let output = connection.output ?? self.output
    switch event {
    case .piece(let piece):
      if connection.output == nil { connection.active = clock.now }
      connection.streamed += StreamWriter.cost(of: piece)
      write(piece, connection, output)
      flush(connection, output, hasMore: false)
      settle(connection)
    case .finish:
      connection.writer = nil
      if isDraining { connection.state.requestRead(keepsAlive: false) }
      if let owed = connection.owed {
        // Less than was promised: only the end of the connection can say so.
        if owed > 0 { connection.state.requestRead(keepsAlive: false) }
      } else {
        ResponseWriter.writeStreamEnd(to: output, version: connection.version)
      }
      _ = connection.state.answered()
      finish(connection, output)
      closeAccess(connection)
    case .reset: reset(connection)
    }
  }

  private func reset(_ connection: Connection) {
    Socket.resetOnClose(connection.descriptor)
    close(connection)
  }

  func reportStreamed(_ connection: Connection) {
    guard connection.streamed > 0 else { return }
    connection.writer?.sent(connection.streamed)
    connection.streamed = 0
  }
}
