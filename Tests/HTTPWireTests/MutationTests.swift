import HTTPWire
import SeededRandom
import Testing

@Suite struct MutationTests {
  private static let fragments = [
    "GET / HTTP/1.1\r\n", "POST /a HTTP/1.1\r\n", "HEAD * HTTP/1.0\r\n", "Host: a\r\n",
    "Content-Length: 3\r\n",
    "Content-Length: 3, 3\r\n", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n",
    "Connection: close\r\n",
    "X:\t\r\n", "\r\n", "\n", "\r", "abc", "3\r\nabc\r\n", "0\r\n\r\n", "0\r\n", "5;x=y\r\nhello\r\n", " ",
    ":", "\u{0}", "é",
    "GET http://h:1/p?q HTTP/1.1\r\nHost: h\r\n\r\n",
    "PUT /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi",
  ]

  @Test func `random requests parse the same however they are split`() {
    var generator = SplitMix64(seed: 20)
    for round in 0..<4000 {
      let count = Int.random(in: 1...9, using: &generator)
      var bytes: [UInt8] = []
      for _ in 0..<count { bytes += Self.fragments.randomElement(using: &generator)?.utf8 ?? "".utf8 }
      if Bool.random(using: &generator), let place = bytes.indices.randomElement(using: &generator) {
        bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      let whole = ParseResult([bytes])
      let single = ParseResult(bytes.map { [$0] })
      var pieces: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...17, using: &generator))
        pieces.append(Array(bytes[start..<end]))
        start = end
      }
      let cut = ParseResult(pieces)
      #expect(whole.error == single.error && whole.requests == single.requests, "round \(round)")
      #expect(whole.error == cut.error && whole.requests == cut.requests, "round \(round)")
      #expect(whole.requests.reduce(0) { $0 + $1.body.utf8.count } <= bytes.count * 3, "round \(round)")
    }
  }
}
