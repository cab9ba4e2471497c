import HTTPWire

/// Invariant: whatever comes in whatever pieces, whenever answers are ready and however slowly the client takes them,
/// it gets the answers to the requests that were read, whole, once, in their order, and nothing behind the last.
///
/// The first line of an input is what happens, a character each; the rest is what the client sends. `1`…`9`: so many
/// bytes arrive; `*`: all the rest; `w`, `W`: the client takes one byte, or all; `a`: the deferred answer is there; `p`,
/// `f`, `r`: a piece, the end, or the break of a streamed body; `t`: the time for a request is over; `q`: the server
/// drains; `e`: the client shuts its side; `x`: the connection fails.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (script, traffic) = halves(data)
    let client = ScriptedConnection(traffic)
    for step in script.prefix(256) { client.step(step) }
    client.end()
    client.requireAnswers()
  }
}
