import HTTPWire

/// Invariant: however the input is split and whenever responses are ready or read, the client receives the responses to
/// its requests once each, in order and complete, and nothing after the last one.
///
/// The first line of an input is a script of events, one character each; the rest is what the client sends.
///
/// - `1` to `9`: that many bytes arrive. `*`: all the rest arrives.
/// - `w`: the client reads one byte. `W`: it reads everything.
/// - `a`: the deferred response is ready.
/// - `p`, `f`, `r`: a piece, the end or the reset of a streamed body.
/// - `t`: the request timeout expires. `q`: the server drains.
/// - `e`: the client shuts down its writing side. `x`: the connection fails.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (script, traffic) = halves(data)
    let client = ScriptedConnection(traffic)
    for step in script.prefix(256) { client.step(step) }
    client.end()
    client.requireResponses()
  }
}
