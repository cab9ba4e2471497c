import HTTPWire
import Testing

@Suite struct ConnectionStorageTests {
  private class Kept {
    let number: Int
    private let live: Live

    init(_ number: Int, _ live: Live) {
      self.number = number
      self.live = live
      live.count += 1
    }

    deinit { live.count -= 1 }
  }

  private final class Other: Kept {}

  private final class Live { var count = 0 }

  @Test func `an object stays until one of another class or the connection ends it`() {
    let live = Live()
    do {
      let storage = ConnectionStorage()
      for number in 1...3 {
        #expect(storage.withValue(orKeep: { Kept(number, live) }, { $0.number }) == 1)
        #expect(live.count == 1)
      }
      // A subclass is another class.
      #expect(storage.withValue(orKeep: { Other(4, live) }, { $0.number }) == 4)
      #expect(live.count == 1)
      #expect(storage.withValue(orKeep: { Kept(5, live) }, { $0.number }) == 5)
      let escaped = storage.withValue(orKeep: { Kept(6, live) }, { $0 })
      #expect(storage.withValue(orKeep: { Other(7, live) }, { $0.number }) == 7)
      #expect(escaped.number == 5 && live.count == 2)
    }
    #expect(live.count == 0)
  }

  @Test func `a request without a connection has an object for each call`() {
    let live = Live()
    let parser = RequestParser(limits: WireLimits())
    let input = InputBuffer(capacity: 64)
    Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8).withBytes { input.append($0) }
    guard case .request = parser.advance(input) else {
      Issue.record("the request is complete")
      return
    }
    parser.withRequest(in: input) { request in
      for number in 1...2 {
        #expect(request.withKept(orKeep: { Kept(number, live) }, { $0.number }) == number)
        #expect(live.count == 0)
      }
    }
  }
}
