import HTTPWire
import Testing

@Suite("A connection, as dialogue")
struct ConnectionStateTests {
  @Test("A request is answered and the next is read")
  func keepAlive() {
    var state = ConnectionState()
    state.requestRead(keepsAlive: true)
    #expect(state.answered() == .readOn)
    #expect(state.flushed() == .nothing)
    #expect(state.phase == .reading)
  }

  @Test("The last answer is followed by our end, then by waiting for the client's")
  func close() {
    var state = ConnectionState()
    state.requestRead(keepsAlive: false)
    #expect(state.answered() == .nothing)
    #expect(state.phase == .closing)
    #expect(state.flushed() == .shutDown)
    #expect(state.phase == .lingering)
    #expect(state.inputEnd(outputWaits: false) == .close)
  }

  @Test("A request that can't be read is the last one")
  func refused() {
    var state = ConnectionState()
    state.refused()
    #expect(state.isLast)
    #expect(state.flushed() == .shutDown)
  }

  @Test("A client that has shut its side still gets the deferred answer")
  func halfClosed() {
    var state = ConnectionState()
    state.requestRead(keepsAlive: true)
    state.deferAnswer()
    #expect(state.inputEnd(outputWaits: false) == .stopReading)
    #expect(state.phase == .answering)
    #expect(state.answered() == .readOn)
    #expect(state.flushed() == .close)
  }

  @Test("A client that has shut its side still gets the output that waits")
  func halfClosedWithOutput() {
    var state = ConnectionState()
    #expect(state.inputEnd(outputWaits: true) == .stopReading)
    #expect(state.flushed() == .close)
  }

  @Test("A client that leaves without a request is let go, and so is one that leaves a stream")
  func leaving() {
    var idle = ConnectionState()
    #expect(idle.inputEnd(outputWaits: false) == .close)
    var stream = ConnectionState()
    stream.requestRead(keepsAlive: true)
    stream.beginStream()
    #expect(stream.inputEnd(outputWaits: false) == .close)
    #expect(stream.phase == .closed)
  }

  @Test("Nothing happens on a closed connection")
  func closed() {
    var state = ConnectionState()
    #expect(state.close() == .close)
    #expect(state.answered() == .nothing)
    #expect(state.flushed() == .nothing)
    state.deferAnswer()
    state.beginStream()
    state.refused()
    #expect(state.phase == .closed)
  }
}
