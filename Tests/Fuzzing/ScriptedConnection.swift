import HTTPWire

/// A connection without sockets that combines parser, buffers and state as an event loop does.
final class ScriptedConnection {
  private var state = ConnectionState()
  private let parser: RequestParser
  private let input = InputBuffer(capacity: 64)
  private let output = OutputBuffer(capacity: 64)
  /// The bytes that the client has not sent yet.
  private var traffic: ArraySlice<UInt8>
  /// The bytes that the client has read.
  private var received: [UInt8] = []
  private var requests: [ReceivedResponses.SentRequest] = []
  private var method = HTTPMethod.get
  private var version = HTTPVersion.http11
  private var remainingLength: Int?
  private var isShutDown = false
  private var isDraining = false
  /// Whether the connection failed, so that responses may be missing.
  private var isBroken = false

  init(_ traffic: [UInt8]) {
    self.traffic = traffic[...]
    var limits = WireLimits()
    (limits.requestLine, limits.fieldBytes, limits.fieldCount, limits.body) = (64, 160, 6, 64)
    parser = RequestParser(limits: limits)
  }

  func step(_ event: UInt8) {
    guard state.phase != .closed else { return }
    let before = state
    switch event {
    case UInt8(ascii: "1")...UInt8(ascii: "9"): arrive(Int(event & 0x0F))
    case UInt8(ascii: "*"): arrive(traffic.count)
    case UInt8(ascii: "w"): take(1)
    case UInt8(ascii: "W"): take(output.count)
    case UInt8(ascii: "a"): completeDeferred()
    case UInt8(ascii: "p"): streamPiece()
    case UInt8(ascii: "f"): endStream()
    case UInt8(ascii: "t"): expireTimeout()
    case UInt8(ascii: "q"): isDraining = true
    case UInt8(ascii: "e"): endInput()
    case UInt8(ascii: "r") where state.phase == .streaming, UInt8(ascii: "x"):
      isBroken = true
      perform(state.close())
    default: break
    }
    require(!before.isLastResponse || state.isLastResponse, "another response after the last one")
    require(!before.isInputClosed || state.isInputClosed, "closed input opens again")
    require(before.phase != .lingering || [.lingering, .closed].contains(state.phase), "\(state.phase)")
  }

  /// Sends all remaining input and reads all output.
  func end() {
    for _ in 0..<(traffic.count + requests.count + 8) {
      for event in "*pfaW".utf8 { step(event) }
      if traffic.isEmpty || state.isInputClosed, output.isEmpty, state.phase != .awaitingResponse { break }
    }
    step(UInt8(ascii: "e"))
    for event in "faWfaW".utf8 { step(event) }
    require(state.phase == .closed, "the connection stays \(state.phase)")
  }

  func requireResponses() {
    let responses = ReceivedResponses(received, to: requests)
    require(isBroken || (responses.isComplete && responses.count == requests.count), "a response is missing")
  }

  private func arrive(_ count: Int) {
    guard !state.isInputClosed, state.phase != .awaitingResponse else { return }
    let piece = Array(traffic.prefix(count))
    traffic = traffic.dropFirst(count)
    switch state.phase {
    case .reading:
      piece.withBytes { input.append($0) }
      serve()
    case .streaming: piece.withBytes { input.append($0) }
    default: break
    }
  }

  private func serve() {
    serving: while state.phase == .reading {
      switch parser.advance(input) {
      case .needMore: break serving
      case .expectsContinue: output.append(ResponseWriter.continueLine)
      case .failed(let error): refuse(error)
      case .request:
        state.receiveRequest(keepsAlive: parser.keepsAlive && !isDraining)
        (method, version) = (parser.method, parser.version)
        handle(parser.request(in: input))
        parser.removeRequest(from: input)
      }
    }
    if [.closing, .lingering, .closed].contains(state.phase) {
      input.removeAll()
      parser.reset()
    }
    completeFlush()
  }

  private func refuse(_ error: WireError) {
    requests.append(.init(number: nil, isHead: false))
    state.rejectRequest()
    ResponseWriter.write(
      .problem(error), to: output, date: HTTPDate.Text(second: 0), method: .get, version: .http11,
      keepsAlive: false)
  }

  private func expireTimeout() {
    guard state.phase == .reading, output.isEmpty, parser.hasBegun else { return }
    refuse(.requestTimeout)
    input.removeAll()
    completeFlush()
  }

  /// Responds in the way that the path selects.
  private func handle(_ request: borrowing HTTPRequest) {
    requests.append(.init(number: requests.count, isHead: method == .head))
    let path = request.path
    if path.hasPrefix("/d") {
      state.deferResponse()
    } else if path.hasPrefix("/s") {
      beginStream(length: nil)
    } else if path.hasPrefix("/l") {
      beginStream(length: 3)
    } else {
      var response = response(path.hasPrefix("/n") ? 204 : 200)
      response.body = Array("body".utf8) + Array(request.body)
      write(response, isPrepared: path.hasPrefix("/p"))
    }
  }

  private func response(_ status: HTTPStatus) -> HTTPResponse {
    var response = HTTPResponse(status)
    response.add("Number", String(requests.count - 1))
    return response
  }

  private func write(_ response: HTTPResponse, isPrepared: Bool) {
    requireOpen()
    let date = HTTPDate.Text(second: 0)
    if isPrepared {
      ResponseWriter.write(
        PreparedResponse(response), to: output, date: date, method: method, version: version,
        keepsAlive: !state.isLastResponse)
    } else {
      ResponseWriter.write(
        response, to: output, date: date, method: method, version: version, keepsAlive: !state.isLastResponse)
    }
    _ = state.completeResponse()
  }

  private func completeDeferred() {
    guard state.phase == .awaitingResponse else { return }
    if isDraining { state.closeAfterResponse() }
    write(response(200), isPrepared: false)
    resume()
  }

  private func beginStream(length: Int?) {
    requireOpen()
    if version == .http10, length == nil { state.closeAfterResponse() }
    ResponseWriter.writeStreamHead(
      response(200), length: length, to: output, date: HTTPDate.Text(second: 0), version: version,
      keepsAlive: !state.isLastResponse)
    guard method != .head else {
      _ = state.completeResponse()
      return
    }
    remainingLength = length
    state.beginStream()
  }

  private func streamPiece() {
    guard state.phase == .streaming else { return }
    requireOpen()
    let piece = Array("ab".utf8)
    guard let remainingLength else { return ResponseWriter.writePiece(piece, to: output, version: version) }
    output.append(Array(piece.prefix(remainingLength)))
    self.remainingLength = remainingLength - min(remainingLength, piece.count)
  }

  private func endStream() {
    guard state.phase == .streaming else { return }
    if let remainingLength {
      if remainingLength > 0 {
        isBroken = true
        state.closeAfterResponse()
      }
    } else {
      ResponseWriter.writeStreamEnd(to: output, version: version)
    }
    _ = state.completeResponse()
    resume()
  }

  private func resume() {
    if state.phase == .reading { serve() } else { completeFlush() }
  }

  private func endInput() {
    guard !state.isInputClosed else { return }
    // The end of input cuts off a stream without a Content-Length.
    if state.phase == .streaming, remainingLength == nil { isBroken = true }
    perform(state.endInput(hasPendingOutput: !output.isEmpty, hasKnownLength: remainingLength != nil))
  }

  private func take(_ count: Int) {
    let bytes = Array(output.bytes[0..<count])
    received += bytes
    output.consume(bytes.count)
    if !bytes.isEmpty { completeFlush() }
  }

  private func completeFlush() {
    if output.isEmpty, state.phase != .closed { perform(state.completeFlush()) }
  }

  private func perform(_ action: ConnectionState.Action) {
    switch action {
    case .nothing, .readNext, .stopReading: break
    case .shutDown:
      require(output.isEmpty && !isShutDown, "the writing side is shut down before all is sent, or twice")
      isShutDown = true
    case .close:
      require(state.phase == .closed, "a close action in phase \(state.phase)")
      require(output.isEmpty || isBroken, "closed before all is sent")
      output.removeAll()
    }
  }

  private func requireOpen() {
    require(!isShutDown && state.phase != .closed, "a response after the end")
  }
}
