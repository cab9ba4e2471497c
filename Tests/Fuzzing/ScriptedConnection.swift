import HTTPWire

/// A connection without sockets: the parser, the buffers and the state put together as a loop does it.
final class ScriptedConnection {
  private var state = ConnectionState()
  private let parser: RequestParser
  private let input = InputBuffer(capacity: 64)
  private let output = OutputBuffer(capacity: 64)
  /// What the client will send and has not sent.
  private var traffic: ArraySlice<UInt8>
  /// What the client has taken.
  private var received: [UInt8] = []
  private var asked: [ReceivedAnswers.Question] = []
  private var method = HTTPMethod.get
  private var version = HTTPVersion.http11
  private var owed: Int?
  private var isShut = false
  private var isDraining = false
  /// The connection broke, so that answers may be missing.
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
    case UInt8(ascii: "a"): answerDeferred()
    case UInt8(ascii: "p"): streamPiece()
    case UInt8(ascii: "f"): endStream()
    case UInt8(ascii: "t"): runOut()
    case UInt8(ascii: "q"): isDraining = true
    case UInt8(ascii: "e"): endInput()
    case UInt8(ascii: "r") where state.phase == .streaming, UInt8(ascii: "x"):
      isBroken = true
      perform(state.close())
    default: break
    }
    require(!before.isLast || state.isLast, "the last answer is the last no more")
    require(!before.inputEnded || state.inputEnded, "a shut side opens again")
    require(before.phase != .lingering || [.lingering, .closed].contains(state.phase), "\(state.phase)")
  }

  /// All that is still to come comes, and the client takes all of it.
  func end() {
    for _ in 0..<(traffic.count + asked.count + 8) {
      for event in "*pfaW".utf8 { step(event) }
      if traffic.isEmpty || state.inputEnded, output.isEmpty, state.phase != .answering { break }
    }
    step(UInt8(ascii: "e"))
    for event in "faWfaW".utf8 { step(event) }
    require(state.phase == .closed, "the connection stays \(state.phase)")
  }

  func requireAnswers() {
    let answers = ReceivedAnswers(received, to: asked)
    require(isBroken || (answers.isComplete && answers.count == asked.count), "not all is answered")
  }

  private func arrive(_ count: Int) {
    guard !state.inputEnded, state.phase != .answering else { return }
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
        state.requestRead(keepsAlive: parser.keepsAlive && !isDraining)
        (method, version) = (parser.method, parser.version)
        handle(parser.request(in: input))
        parser.next(input)
      }
    }
    if [.closing, .lingering, .closed].contains(state.phase) {
      input.removeAll()
      parser.reset()
    }
    flushed()
  }

  private func refuse(_ error: WireError) {
    asked.append(.init(number: nil, isHead: false))
    state.refused()
    ResponseWriter.write(
      .problem(error), to: output, date: HTTPDate.Text(second: 0), method: .get, version: .http11,
      keepsAlive: false)
  }

  private func runOut() {
    guard state.phase == .reading, output.isEmpty, parser.hasBegun else { return }
    refuse(.requestTimeout)
    input.removeAll()
    flushed()
  }

  /// The path chooses the way of the answer.
  private func handle(_ request: borrowing HTTPRequest) {
    asked.append(.init(number: asked.count, isHead: method == .head))
    let path = request.path
    if path.hasPrefix("/d") {
      state.deferAnswer()
    } else if path.hasPrefix("/s") {
      beginStream(length: nil)
    } else if path.hasPrefix("/l") {
      beginStream(length: 3)
    } else {
      var response = answer(path.hasPrefix("/n") ? 204 : 200)
      response.body = Array("body".utf8) + Array(request.body)
      write(response, isPrepared: path.hasPrefix("/p"))
    }
  }

  private func answer(_ status: HTTPStatus) -> HTTPResponse {
    var response = HTTPResponse(status)
    response.add("Number", String(asked.count - 1))
    return response
  }

  private func write(_ response: HTTPResponse, isPrepared: Bool) {
    requireOpen()
    let date = HTTPDate.Text(second: 0)
    if isPrepared {
      ResponseWriter.write(
        PreparedResponse(response),
        adding: asked.count.isMultiple(of: 2) ? FieldBlock([HTTPField("X-More", "1")]) : nil, to: output,
        date: date,
        method: method, version: version, keepsAlive: !state.isLast)
    } else {
      ResponseWriter.write(
        response, to: output, date: date, method: method, version: version, keepsAlive: !state.isLast)
    }
    _ = state.answered()
  }

  private func answerDeferred() {
    guard state.phase == .answering else { return }
    if isDraining { state.requestRead(keepsAlive: false) }
    write(answer(200), isPrepared: false)
    goOn()
  }

  private func beginStream(length: Int?) {
    requireOpen()
    if version == .http10, length == nil { state.requestRead(keepsAlive: false) }
    ResponseWriter.writeStreamHead(
      answer(200), length: length, to: output, date: HTTPDate.Text(second: 0), version: version,
      keepsAlive: !state.isLast)
    guard method != .head else {
      _ = state.answered()
      return
    }
    owed = length
    state.beginStream()
  }

  private func streamPiece() {
    guard state.phase == .streaming else { return }
    requireOpen()
    let piece = Array("ab".utf8)
    guard let owed else { return ResponseWriter.writePiece(piece, to: output, version: version) }
    output.append(Array(piece.prefix(owed)))
    self.owed = owed - min(owed, piece.count)
  }

  private func endStream() {
    guard state.phase == .streaming else { return }
    if let owed {
      if owed > 0 {
        isBroken = true
        state.requestRead(keepsAlive: false)
      }
    } else {
      ResponseWriter.writeStreamEnd(to: output, version: version)
    }
    _ = state.answered()
    goOn()
  }

  private func goOn() {
    if state.phase == .reading { serve() } else { flushed() }
  }

  private func endInput() {
    guard !state.inputEnded else { return }
    // A body without an end in sight is not written on.
    if state.phase == .streaming, owed == nil { isBroken = true }
    perform(state.inputEnd(outputWaits: !output.isEmpty, lengthIsKnown: owed != nil))
  }

  private func take(_ count: Int) {
    let bytes = Array(output.bytes[0..<count])
    received += bytes
    output.consume(bytes.count)
    if !bytes.isEmpty { flushed() }
  }

  private func flushed() {
    if output.isEmpty, state.phase != .closed { perform(state.flushed()) }
  }

  private func perform(_ action: ConnectionState.Action) {
    switch action {
    case .nothing, .readOn, .stopReading: break
    case .shutDown:
      require(output.isEmpty && !isShut, "our side is shut before all is sent, or twice")
      isShut = true
    case .close:
      require(state.phase == .closed, "closed, but \(state.phase)")
      require(output.isEmpty || isBroken, "closed before all is sent")
      output.removeAll()
    }
  }

  private func requireOpen() {
    require(!isShut && state.phase != .closed, "an answer after the end")
  }
}
