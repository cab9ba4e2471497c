import Dispatch
import HTTPWire

/// Deferred and streamed responses from other queues.
extension EventLoop {
  /// Creates the responder for a deferred request.
  /// - Parameter bytes: the memory that the handler keeps for the request. It counts as held until the response, even
  ///   if the connection closes earlier.
  func responder(for connection: Connection, bytes: Int) -> Responder {
    let token = connection.token
    heldBytes += bytes
    let watch = ClientWatch(
      peer: connection.peer, probe: { [self] in queue.async { [self] in sendInterimResponse(token) } })
    connection.watch = watch
    // A pipelined request begins after the end of input was read.
    if connection.state.isInputClosed { watch.clientDidClose() }
    // The closures capture the token, not the connection, so that a responder doesn't keep a closed connection alive.
    return Responder(
      makeWriter: { [self] in makeWriter(token: token) }, watch: watch,
      deliver: { [self] outcome in
        queue.async { [self] in
          heldBytes -= bytes
          complete(token, outcome)
        }
      })
  }

  /// Sends 100 (Continue) to a client that has closed its side and waits for a deferred response. A client that still
  /// reads ignores it (RFC 9110 §15.2); the system of one that has gone resets the connection. HTTP/1.0 has no interim
  /// responses.
  private func sendInterimResponse(_ token: UInt64) {
    guard let connection = connection(token), connection.state.phase == .awaitingResponse,
      connection.version == .http11, connection.output == nil
    else { return }
    clock.tick()
    output.append(ResponseWriter.continueLine)
    flush(connection, output, hasMore: false)
    updateAfterEvent(connection)
  }

  func makeWriter(for connection: Connection) -> StreamWriter { makeWriter(token: connection.token) }

  private func makeWriter(token: UInt64) -> StreamWriter {
    let number = nextStream()
    return StreamWriter(number: number, capacity: configuration.outputBytes) { [self] event in
      queue.async { self.stream(token, number, event) }
    }
  }

  /// Sends the outcome of a deferred request.
  private func complete(_ token: UInt64, _ outcome: Responder.Outcome) {
    guard let connection = connection(token), connection.state.phase == .awaitingResponse else {
      if case .stream(_, _, let writer) = outcome { writer.connectionDidClose() }
      return
    }
    connection.watch?.responseDidBegin()
    connection.watch = nil
    clock.tick()
    clock.refreshDate()
    connection.lastActivity = clock.now
    if outcome.isResponse { counters.record(nanoseconds: clock.now &- connection.deferredAt, requests: 1) }
    if isDraining { connection.state.closeAfterResponse() }
    let output = connection.output ?? self.output
    switch outcome {
    case .response(let response): writeResponse(response, connection, output)
    case .prepared(let response): writeResponse(response, connection, output)
    case .stream(let response, let length, let writer):
      begin(writer, response, length: length, connection, output)
    case .none: writeResponse(dispatcher.malformed(.internalFault), connection, output)
    case .reset: return resetConnection(connection)
    case .raw(let bytes):
      connection.state.closeAfterResponse()
      output.append(bytes)
      closeAccess(connection)
      _ = connection.state.completeResponse()
    }
    finish(connection, output)
  }

  /// Sends the output, then processes requests that arrived in the meantime.
  private func finish(_ connection: Connection, _ output: OutputBuffer) {
    let hasMore = connection.state.isReading && connection.input != nil
    if hasMore { connection.isResumeScheduled = true }
    flush(connection, output, hasMore: hasMore)
    updateAfterEvent(connection)
  }

  /// Writes the head of a streamed response and the first part of its body.
  func begin(
    _ writer: StreamWriter, _ response: HTTPResponse, length: Int?, _ connection: Connection,
    _ output: OutputBuffer
  ) {
    counters.count(status: response.status.rawValue)
    if logsAccess { streamAccess(connection, status: response.status) }
    let length = length.map { max($0, 0) }
    if connection.version == .http10, length == nil { connection.state.closeAfterResponse() }
    ResponseWriter.writeStreamHead(
      response, length: length, to: output, date: clock.date, version: connection.version,
      keepsAlive: !connection.state.isLastResponse)
    guard connection.method != .head, !response.status.isBodiless else {
      writer.connectionDidClose()
      closeAccess(connection)
      _ = connection.state.completeResponse()
      return
    }
    connection.state.beginStream()
    connection.writer = writer
    connection.streamNumber = writer.number
    connection.unreportedCost = 0
    connection.remainingLength = length
    write(response.body, connection, output)
  }

  private func write(_ piece: [UInt8], _ connection: Connection, _ output: OutputBuffer) {
    guard let remaining = connection.remainingLength else {
      return ResponseWriter.writePiece(piece, to: output, version: connection.version)
    }
    // The client would read bytes beyond the Content-Length as the next response.
    let piece = piece.prefix(remaining)
    connection.remainingLength = remaining - piece.count
    output.append(Array(piece))
  }

  private func stream(_ token: UInt64, _ number: UInt64, _ event: StreamWriter.Event) {
    guard let connection = connection(token), connection.state.phase == .streaming,
      connection.streamNumber == number
    else { return }
    clock.tick()
    let output = connection.output ?? self.output
    switch event {
    case .piece(let piece):
      if connection.output == nil { connection.lastActivity = clock.now }
      connection.unreportedCost += StreamWriter.cost(of: piece)
      write(piece, connection, output)
      flush(connection, output, hasMore: false)
      updateAfterEvent(connection)
    case .finish:
      connection.writer = nil
      if isDraining { connection.state.closeAfterResponse() }
      if let remaining = connection.remainingLength {
        // The body is shorter than its Content-Length. The client detects this by the closed connection.
        if remaining > 0 { connection.state.closeAfterResponse() }
      } else {
        ResponseWriter.writeStreamEnd(to: output, version: connection.version)
      }
      _ = connection.state.completeResponse()
      finish(connection, output)
      closeAccess(connection)
    case .reset: resetConnection(connection)
    }
  }

  /// Notifies the writer that its pieces have been sent.
  func reportSentPieces(_ connection: Connection) {
    guard connection.unreportedCost > 0 else { return }
    connection.writer?.didSend(connection.unreportedCost)
    connection.unreportedCost = 0
  }
}
