package import HTTPWire

/// How a server listens and what it grants to its clients.
package struct ServerConfiguration: Sendable {
  /// How a loop learns what its sockets have to say.
  package enum Polling: Sendable, CaseIterable {
    /// One Dispatch source per loop over an epoll descriptor of its own; Linux only, `perSocket` elsewhere.
    case perLoop
    /// A Dispatch source per socket: portable, and about twice the processor time.
    case perSocket
  }

  /// A name or an address, IPv4 or IPv6.
  package var host = "127.0.0.1"
  /// 0 takes a free one.
  package var port = 8080
  /// Number of loops, each a queue of its own; 0 makes one per core.
  package var loops = 0
  /// The number of loops that `loops` makes.
  package var loopCount: Int { loops > 0 ? loops : ProcessorCount.available }
  package var polling = Polling.perLoop
  /// Connections that the kernel holds until they are accepted: a burst of a second or so. The kernel's own bound
  /// (`net.core.somaxconn`) may be lower; what comes beyond it is asked to try again by TCP itself.
  package var backlog: Int32 = 1024
  package var limits = WireLimits()
  package var timeouts = ServerTimeouts()
  /// Connections at a time: beyond it 503 with `Retry-After`. 20,000 idle ones are about 20 MB.
  package var connections = 20000
  /// Beyond `connections`: those that are being told so, each for a few seconds at most. Beyond these too, connections
  /// wait in the backlog. Enough to tell fifty clients a second; more would be room for those that are served.
  package var refusals = 256
  /// Requests of one connection that are answered in one turn; the rest waits until others have had theirs. A turn of
  /// 64 takes well below a millisecond, and more than that gains nothing.
  package var pipelinedRequests = 64
  /// Bytes that may wait to be sent on one connection before no more of its requests are read, and that the pieces of
  /// a streamed body may hold. One answer may be larger than that. Several common answers: a client that reads
  /// is never waited for.
  package var outputBytes = 262_144
  /// Bytes that all connections may hold together: requests that are not complete or wait for a deferred answer, and
  /// what waits to be sent. Beyond it the connections that hold most are let go, with a 503 where one can be given.
  /// Room for 128 bodies of the largest size being sent at a time, in half of a small container's memory.
  package var heldBytes = 268_435_456

  /// Is told of every answer, on the loop: it must not wait. Nil costs nothing.
  package var accessLog: (@Sendable (AccessRecord) -> Void)?

  package init() {}
}
