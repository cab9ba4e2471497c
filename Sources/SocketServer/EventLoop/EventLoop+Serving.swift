import Dispatch
import HTTPWire

/// Reads requests and sends responses.
extension EventLoop {
  func readable(_ connection: Connection, _ readiness: Readiness) {
    guard prepareToRead(connection) else { return }
    switch Socket.read(connection.descriptor, into: input) {
    case .bytes(let count):
      clock.tick()
      connection.lastActivity = clock.now
      counters.add(count, to: .bytesRead)
      if input.isFull || readiness.contains(.more) || readiness.contains(.hangup) {
        poller?.rearm(connection.descriptor, token: connection.token, connection.interest)
      }
    case .wouldBlock: return
    case .end:
      let action = connection.state.endInput(
        hasPendingOutput: connection.output != nil, hasKnownLength: connection.remainingLength != nil)
      connection.watch?.clientDidClose()
      return perform(action, connection)
    case .failed: return close(connection)
    }
    switch connection.state.phase {
    case .reading:
      guard let stored = connection.input else { return serve(connection, input) }
      stored.append(input.bytes)
      input.removeAll()
      serve(connection, stored)
    case .awaitingResponse, .streaming: bufferInput(connection)
    default: input.removeAll()
    }
  }

  /// Stores requests that arrive before the response to an earlier one has ended. They are processed then.
  private func bufferInput(_ connection: Connection) {
    let stored = connection.input ?? InputBuffer(capacity: input.count)
    stored.append(input.bytes)
    input.removeAll()
    connection.input = stored
  }

  /// Processes the requests in `source`, then sends all responses together.
  func serve(_ connection: Connection, _ source: InputBuffer) {
    if connection.parser == nil, connection.output == nil {
      // The usual case: passing the loop's own objects directly needs no reference counting.
      serve(connection, source, parser, output)
    } else {
      serve(connection, source, connection.parser ?? parser, connection.output ?? output)
    }
  }

  private func serve(
    _ connection: Connection, _ source: InputBuffer, _ parser: RequestParser, _ output: OutputBuffer
  ) {
    clock.refreshDate()
    let startedAt = clock.now
    var served = 0
    var deferred = 0
    var hasMore = false
    var work: ((Connection) -> Void)?
    connection.isResumeScheduled = false

    serving: while connection.state.isReading {
      if served >= configuration.pipelinedRequests || output.count >= configuration.outputBytes {
        hasMore = !source.isEmpty
        break
      }
      switch parser.advance(source) {
      case .needMore: break serving
      case .expectsContinue: output.append(ResponseWriter.continueLine)
      case .failed(let error):
        counters.add(to: .malformed)
        refuse(connection, error, to: output)
      case .request:
        served += 1
        connection.headStartedAt = 0
        connection.bodyStartedAt = 0
        let keepsAlive = parser.keepsAlive && !isDraining
        connection.state.receiveRequest(keepsAlive: keepsAlive)
        connection.method = parser.method
        connection.version = parser.version
        let isFromTrustedProxy = connection.isFromTrustedProxy
        if logsAccess {
          beginAccess(connection, parser.request(in: source, isFromTrustedProxy: isFromTrustedProxy))
        }
        let peer: NumericAddress? =
          switch parser.method {
          case .get, .head: nil
          default: connection.peer
          }
        let reply = dispatcher.handle(
          parser.request(
            in: source, isFromTrustedProxy: isFromTrustedProxy, peer: peer, storage: connection))
        let bytes = source.count
        parser.removeRequest(from: source)
        work = write(reply, requestBytes: bytes - source.count, connection, output)
        if connection.state.phase == .awaitingResponse { deferred += 1 }
      }
    }
    storeRemainder(of: source, parser, connection)
    if hasMore { connection.isResumeScheduled = true }
    flush(connection, output, hasMore: hasMore)
    if served > 0 {
      clock.tick()
      // A deferred request is recorded with its response.
      counters.record(nanoseconds: clock.now &- startedAt, requests: served - deferred)
    }
    if !connection.state.isClosed { work?(connection) }
  }

  /// Writes a reply to `output`. Returns the work of a deferred or streamed reply, to call at the end of the turn.
  /// - Parameter requestBytes: the length of the request.
  private func write(
    _ reply: consuming Reply, requestBytes: Int, _ connection: Connection, _ output: OutputBuffer
  ) -> ((Connection) -> Void)? {
    switch consume reply {
    case .prepared(let response): writeResponse(response, connection, output)
    case .response(let response): writeResponse(response, connection, output)
    case .deferred(let work):
      let bytes = requestBytes + Self.deferredBytes
      guard bytes <= heldBytesLimit - heldBytes else {
        counters.add(to: .shed)
        writeResponse(dispatcher.malformed(.overloaded), connection, output)
        return nil
      }
      connection.state.deferResponse()
      connection.deferredAt = clock.now
      return { [self] connection in work(responder(for: connection, bytes: bytes)) }
    case .stream(let response, let length, let work):
      let writer = makeWriter(for: connection)
      begin(writer, response, length: length, connection, output)
      return { _ in work(writer) }
    }
    return nil
  }

  func writeResponse(_ response: PreparedResponse, _ connection: Connection, _ output: OutputBuffer) {
    let before = output.count
    ResponseWriter.write(
      response, to: output, date: clock.date, method: connection.method, version: connection.version,
      keepsAlive: !connection.state.isLastResponse)
    counters.count(status: response.status.rawValue)
    if logsAccess { endAccess(connection, status: response.status, bytes: output.count - before) }
    _ = connection.state.completeResponse()
  }

  func writeResponse(_ response: HTTPResponse, _ connection: Connection, _ output: OutputBuffer) {
    let before = output.count
    ResponseWriter.write(
      response, to: output, date: clock.date, method: connection.method, version: connection.version,
      keepsAlive: !connection.state.isLastResponse)
    counters.count(status: response.status.rawValue)
    if logsAccess { endAccess(connection, status: response.status, bytes: output.count - before) }
    _ = connection.state.completeResponse()
  }

  /// Writes the response to a malformed or refused request, the last one of the connection.
  func refuse(_ connection: Connection, _ error: WireError, to output: OutputBuffer) {
    clock.refreshDate()
    connection.state.rejectRequest()
    // Pipelined requests after it are not answered.
    connection.isResumeScheduled = false
    let before = output.count
    ResponseWriter.write(
      dispatcher.malformed(error), to: output, date: clock.date, method: .get, version: .http11,
      keepsAlive: false)
    counters.count(status: error.status.rawValue)
    if logsAccess { endAccess(connection, status: error.status, bytes: output.count - before) }
  }

  /// Moves the unprocessed bytes of `source` and the parser's state to the connection. If there are no such bytes,
  /// releases the connection's own buffer and parser.
  private func storeRemainder(of source: InputBuffer, _ parser: RequestParser, _ connection: Connection) {
    switch connection.state.phase {
    case .closing, .lingering, .closed:
      source.removeAll()
      parser.reset()
      releaseInput(connection)
      return
    default: break
    }
    guard !source.isEmpty else { return releaseInput(connection) }
    if parser.hasBegun, connection.headStartedAt == 0 { connection.headStartedAt = clock.now }
    if parser.isInBody, connection.bodyStartedAt == 0 {
      connection.bodyStartedAt = clock.now
      connection.bodyBytesAtStart = source.count
    }
    if source === input || (source.capacity > Self.readBytes && source.capacity / 8 > source.count) {
      // Copy to a buffer of the right size: all connections share the loop's buffer, and a buffer for a large body
      // wastes memory.
      let own = InputBuffer(capacity: source.count)
      own.append(source.bytes)
      source.removeAll()
      connection.input = own
    }
    if parser === self.parser {
      let own = spareParsers.popLast() ?? RequestParser(limits: configuration.limits)
      own.takeRequest(from: parser)
      connection.parser = own
    }
  }

  func releaseInput(_ connection: Connection) {
    connection.input = nil
    guard let parser = connection.parser else { return }
    connection.parser = nil
    guard spareParsers.count < 16 else { return }
    parser.reset()
    spareParsers.append(parser)
  }

  /// Sends the output.
  /// - Parameter hasMore: whether requests wait for the connection's next turn.
  func flush(_ connection: Connection, _ output: OutputBuffer, hasMore: Bool) {
    while !output.isEmpty {
      switch Socket.write(connection.descriptor, output.bytes) {
      case .bytes(let count):
        output.consume(count)
        counters.add(count, to: .bytesWritten)
        connection.bytesWritten &+= UInt64(truncatingIfNeeded: count)
        connection.lastActivity = clock.now
      case .wouldBlock: return bufferOutput(connection, output)
      case .end, .failed:
        output.removeAll()
        return close(connection)
      }
    }
    if output === self.output { output.shrink(to: Self.outputBytes) } else { didDrainOutput(connection) }
    reportSentPieces(connection)
    if hasMore {
      let token = connection.token
      queue.async { [self] in
        guard let connection = self.connection(token) else { return }
        resume(connection)
        updateAfterEvent(connection)
      }
    } else {
      perform(connection.state.completeFlush(), connection)
    }
  }

  /// Stores output that the kernel doesn't accept now.
  private func bufferOutput(_ connection: Connection, _ output: OutputBuffer) {
    guard output === self.output else { return }
    connection.output = OutputBuffer(copying: output)
    connection.outputPace.begin(now: clock.now)
    output.removeAll()
    output.shrink(to: Self.outputBytes)
  }

  /// Releases the output buffer. The time that output was pending doesn't count for the request timeouts: the server
  /// did not read meanwhile.
  private func didDrainOutput(_ connection: Connection) {
    connection.output = nil
    guard connection.input != nil else { return }
    let start = connection.outputPace.startedAt
    let pending = clock.now >= start ? clock.now - start : 0
    if connection.headStartedAt > 0 {
      connection.headStartedAt = min(connection.headStartedAt + pending, clock.now)
    }
    if connection.bodyStartedAt > 0 {
      connection.bodyStartedAt = min(connection.bodyStartedAt + pending, clock.now)
    }
  }

  func writable(_ connection: Connection) {
    clock.tick()
    guard let output = connection.output else { return }
    flush(connection, output, hasMore: connection.isResumeScheduled)
  }

  /// Processes the stored requests.
  func resume(_ connection: Connection) {
    guard connection.state.isReading else { return }
    connection.isResumeScheduled = false
    if let stored = connection.input {
      serve(connection, stored)
    } else if connection.state.isInputClosed, connection.output == nil {
      close(connection)
    }
  }

  func perform(_ action: ConnectionState.Action, _ connection: Connection) {
    switch action {
    case .nothing, .readNext, .stopReading: break
    case .shutDown:
      Socket.shutDownWriting(connection.descriptor)
      connection.lastActivity = clock.now
      connection.shutDownAt = clock.now
    case .close: close(connection)
    }
  }
}
