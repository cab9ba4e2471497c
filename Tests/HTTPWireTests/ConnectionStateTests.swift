import HTTPWire
import Testing

@Suite struct ConnectionStateTests {
  @Test func `after a response the next request is read`() {
    var state = ConnectionState()
    state.receiveRequest(keepsAlive: true)
    #expect(state.completeResponse() == .readNext)
    #expect(state.completeFlush() == .nothing)
    #expect(state.phase == .reading)
  }

  @Test func `after the last response the connection shuts down and lingers`() {
    var state = ConnectionState()
    state.receiveRequest(keepsAlive: false)
    #expect(state.completeResponse() == .nothing)
    #expect(state.phase == .closing)
    #expect(state.completeFlush() == .shutDown)
    #expect(state.phase == .lingering)
    #expect(state.endInput(hasPendingOutput: false) == .close)
  }

  @Test func `a malformed request is the last one`() {
    var state = ConnectionState()
    state.rejectRequest()
    #expect(state.isLastResponse)
    #expect(state.completeFlush() == .shutDown)
  }

  @Test func `a half-closed client still receives a deferred response`() {
    var state = ConnectionState()
    state.receiveRequest(keepsAlive: true)
    state.deferResponse()
    #expect(state.endInput(hasPendingOutput: false) == .stopReading)
    #expect(state.phase == .awaitingResponse)
    #expect(state.completeResponse() == .readNext)
    #expect(state.completeFlush() == .close)
  }

  @Test func `a half-closed client still receives pending output`() {
    var state = ConnectionState()
    #expect(state.endInput(hasPendingOutput: true) == .stopReading)
    #expect(state.completeFlush() == .close)
  }

  @Test func `a disconnect closes an idle connection and an endless stream`() {
    var idle = ConnectionState()
    #expect(idle.endInput(hasPendingOutput: false) == .close)
    var stream = ConnectionState()
    stream.receiveRequest(keepsAlive: true)
    stream.beginStream()
    #expect(stream.endInput(hasPendingOutput: false) == .close)
    #expect(stream.phase == .closed)
  }

  @Test func `a closed connection ignores events`() {
    var state = ConnectionState()
    #expect(state.close() == .close)
    #expect(state.completeResponse() == .nothing)
    #expect(state.completeFlush() == .nothing)
    state.deferResponse()
    state.beginStream()
    state.rejectRequest()
    #expect(state.phase == .closed)
  }
}
