import Dispatch
import HTTPWire

/// Reading requests and sending answers.
extension EventLoop {
  func readable(_ connection: Connection, _ readiness: Readiness) {
    guard isToRead(connection) else { return }
    switch Socket.read(connection.descriptor, into: input) {
    case .bytes(let count):
      clock.tick()
      connection.active = clock.now
      counters.add(count, to: .bytesRead)
      if input.isFull || readiness.contains(.more) || readiness.contains(.hangup) {
        poller?.leftOver(connection.descriptor, token: connection.token, connection.interest)
      }
    case .wouldBlock: return
    case .end:
      let action = connection.state.inputEnd(
        outputWaits: connection.output != nil, lengthIsKnown: connection.owed != nil)
      return perform(action, connection)
    case .failed: return close(connection)
    }
    switch connection.state.phase {
    case .reading:
      guard let held = connection.input else { return serve(connection, input) }
      held.append(input.bytes)
      input.removeAll()
      serve(connection, held)
    case .streaming: keepForLater(connection)
    default: input.removeAll()
    }
  }

  /// Requests that come while a body is streamed wait for its end.
  private func keepForLater(_ connection: Connection) {
    let held = connection.input ?? InputBuffer(capacity: input.count)
    held.append(input.bytes)
    input.removeAll()
    connection.input = held
  }

  /// Answers the requests in `source`, then sends all answers at once.
  func serve(_ connection: Connection, _ source: InputBuffer) {
    if connection.parser == nil, connection.output == nil {
      // Nearly always. What is the loop's for good is passed on without being counted.
      serve(connection, source, parser, output)
    } else {
      serve(connection, source, connection.parser ?? parser, connection.output ?? output)
    }
  }

  private func serve(
    _ connection: Connection, _ source: InputBuffer, _ parser: RequestParser, _ output: OutputBuffer
  ) {
    clock.refreshDate()
    let began = clock.now
    var served = 0
    var hasMore = false
    var work: ((Connection) -> Void)?
    connection.resumes = false

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
        connection.headSince = 0
        connection.bodySince = 0
        let keepsAlive = parser.keepsAlive && !isDraining
        connection.state.requestRead(keepsAlive: keepsAlive)
        connection.method = parser.method
        connection.version = parser.version
        if logsAccess { beginAccess(connection, parser.request(in: source)) }
        let reply = dispatcher.handle(parser.request(in: source))
        let bytes = source.count
        parser.next(source)
        work = apply(reply, to: bytes - source.count, connection, output)
      }
    }
    keep(source, parser, connection)
    if hasMore { connection.resumes = true }
    flush(connection, output, hasMore: hasMore)
    if served > 0 {
      clock.tick()
      counters.record(nanoseconds: clock.now &- began, requests: served)
    }
    if !connection.state.isClosed { work?(connection) }
  }

  /// Puts the answer to a request of so many bytes into `output`, or gives back what is to be done once the turn is
  /// over.
  private func apply(
    _ reply: consuming Reply, to bytes: Int, _ connection: Connection, _ output: OutputBuffer
  ) -> ((Connection) -> Void)? {
    switch consume reply {
    case .prepared(let response): put(response, adding: nil, connection, output)
    case .preparedAdding(let response, let fields): put(response, adding: fields, connection, output)
    case .response(let response): put(response, connection, output)
    case .deferred(let work):
      let bytes = bytes + Self.deferredBytes
      guard bytes <= allowance - held else {
        counters.add(to: .shed)
        put(dispatcher.malformed(.overloaded), connection, output)
        return nil
      }
      connection.state.deferAnswer()
      connection.askedAt = clock.now
      return { [self] connection in work(responder(for: connection, bytes: bytes)) }
    case .stream(let response, let length, let work):
      let writer = makeWriter(for: connection)
      begin(writer, response, length: length, connection, output)
      return { _ in work(writer) }
    }
    return nil
  }

  func put(
    _ response: PreparedResponse, adding fields: FieldBlock?, _ connection: Connection, _ output: OutputBuffer
  ) {
    let before = output.count
    ResponseWriter.write(
      response, adding: fields, to: output, date: clock.date, method: connection.method,
      version: connection.version, keepsAlive: !connection.state.isLast)
    counters.count(status: response.status.rawValue)
    if logsAccess { endAccess(connection, status: response.status, bytes: output.count - before) }
    _ = connection.state.answered()
  }

  func put(_ response: HTTPResponse, _ connection: Connection, _ output: OutputBuffer) {
    let before = output.count
    ResponseWriter.write(
      response, to: output, date: clock.date, method: connection.method, version: connection.version,
      keepsAlive: !connection.state.isLast)
    counters.count(status: response.status.rawValue)
    if logsAccess { endAccess(connection, status: response.status, bytes: output.count - before) }
    _ = connection.state.answered()
  }

  /// The last answer of a connection whose request can't be read.
  func refuse(_ connection: Connection, _ error: WireError, to output: OutputBuffer) {
    clock.refreshDate()
    connection.state.refused()
    // Requests that wait for their turn are not answered any more.
    connection.resumes = false
    let before = output.count
    ResponseWriter.write(
      dispatcher.malformed(error), to: output, date: clock.date, method: .get, version: .http11,
      keepsAlive: false)
    counters.count(status: error.status.rawValue)
    if logsAccess { endAccess(connection, status: error.status, bytes: output.count - before) }
  }

  /// What is left in `source` after a turn stays with the connection; nothing left, and it holds nothing.
  private func keep(_ source: InputBuffer, _ parser: RequestParser, _ connection: Connection) {
    switch connection.state.phase {
    case .closing, .lingering, .closed:
      source.removeAll()
      parser.reset()
      releaseInput(connection)
      return
    default: break
    }
    guard !source.isEmpty else { return releaseInput(connection) }
    if parser.hasBegun, connection.headSince == 0 { connection.headSince = clock.now }
    if parser.isInBody, connection.bodySince == 0 {
      connection.bodySince = clock.now
      connection.bodyFirst = source.count
    }
    if source === input || (source.capacity > Self.readBytes && source.capacity / 8 > source.count) {
      // Room for what is held: the loop's buffer is for all, and that of a large body is not kept for the next.
      let own = InputBuffer(capacity: source.count)
      own.append(source.bytes)
      source.removeAll()
      connection.input = own
    }
    if parser === self.parser {
      let own = spareParsers.popLast() ?? RequestParser(limits: configuration.limits)
      own.take(over: parser)
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

  /// Sends what waits. `hasMore`: requests wait for the connection's next turn.
  func flush(_ connection: Connection, _ output: OutputBuffer, hasMore: Bool) {
    while !output.isEmpty {
      switch Socket.write(connection.descriptor, output.bytes) {
      case .bytes(let count):
        output.consume(count)
        counters.add(count, to: .bytesWritten)
        connection.written &+= UInt64(truncatingIfNeeded: count)
        connection.active = clock.now
      case .wouldBlock: return wait(connection, output)
      case .end, .failed:
        output.removeAll()
        return close(connection)
      }
    }
    if output === self.output { output.shrink(to: Self.outputBytes) } else { allTaken(connection) }
    reportStreamed(connection)
    if hasMore {
      let token = connection.token
      queue.async { [self] in
        guard let connection = self.connection(token) else { return }
        resume(connection)
        settle(connection)
      }
    } else {
      perform(connection.state.flushed(), connection)
    }
  }

  /// The client takes no more for now.
  private func wait(_ connection: Connection, _ output: OutputBuffer) {
    guard output === self.output else { return }
    connection.output = OutputBuffer(taking: output)
    connection.pace.begin(now: clock.now)
    output.removeAll()
    output.shrink(to: Self.outputBytes)
  }

  /// While its answers waited, the client may have been kept from sending: that time is not its own.
  private func allTaken(_ connection: Connection) {
    connection.output = nil
    guard connection.input != nil else { return }
    let waited = clock.now >= connection.pace.since ? clock.now - connection.pace.since : 0
    if connection.headSince > 0 { connection.headSince = min(connection.headSince + waited, clock.now) }
    if connection.bodySince > 0 { connection.bodySince = min(connection.bodySince + waited, clock.now) }
  }

  func writable(_ connection: Connection) {
    clock.tick()
    guard let output = connection.output else { return }
    flush(connection, output, hasMore: connection.resumes)
  }

  /// Goes on with requests that wait.
  func resume(_ connection: Connection) {
    guard connection.state.isReading else { return }
    connection.resumes = false
    if let held = connection.input {
      serve(connection, held)
    } else if connection.state.inputEnded, connection.output == nil {
      close(connection)
    }
  }

  func perform(_ action: ConnectionState.Action, _ connection: Connection) {
    switch action {
    case .nothing, .readOn, .stopReading: break
    case .shutDown:
      Socket.shutDownWriting(connection.descriptor)
      connection.active = clock.now
      connection.shutSince = clock.now
    case .close: close(connection)
    }
  }
}
