package import HTTPWire

/// The address, the limits and the timeouts of a server.
package struct ServerConfiguration: Sendable {
  /// How a loop waits for events of its sockets.
  package enum Polling: Sendable, CaseIterable {
    /// One Dispatch source per loop over the loop's epoll descriptor. Linux only; other systems use `perSocket`.
    case perLoop
    /// Dispatch sources for each socket: portable, at about twice the processor time.
    case perSocket
  }

  /// A name or an address, IPv4 or IPv6.
  package var host = "127.0.0.1"
  /// The port; 0 selects a free one.
  package var port = 8080
  /// The number of event loops, each with its own queue; 0 means one per core.
  package var loops = 0
  /// The effective number of event loops.
  package var loopCount: Int { loops > 0 ? loops : ProcessorCount.available }
  package var polling = Polling.perLoop
  /// The number of connections that the kernel queues until they are accepted: a burst of about a second. The kernel's
  /// own limit (`net.core.somaxconn`) may be lower. Clients retry connections beyond it.
  package var backlog: Int32 = 1024
  package var limits = WireLimits()
  package var timeouts = ServerTimeouts()
  /// The number of connections served at a time; more are answered with a 503 and `Retry-After`. 20,000 idle
  /// connections take about 20 MB.
  package var connections = 20000
  /// The number of connections beyond `connections` that receive a 503 at a time, each for a few seconds at most.
  /// Further connections wait in the backlog. 256 are enough for 50 refused clients a second.
  package var refusals = 256
  /// The number of pipelined requests of one connection that are answered before other connections get a turn. A turn
  /// of 64 takes well under a millisecond; larger turns are not faster.
  package var pipelinedRequests = 64
  /// The number of unsent bytes at which a connection stops reading requests, and the limit for the pending pieces of a
  /// streamed body. A single response may be larger. The default fits several typical responses, so that it never slows
  /// down a client that reads.
  package var outputBytes = 262_144
  /// The memory of all connections together: incomplete and deferred requests, and unsent output. Beyond it the server
  /// ends the connections that hold most memory, with a 503 if possible. The default fits 128 uploads of the largest
  /// body at a time, in half the memory of a small container.
  package var heldBytes = 268_435_456

  /// The proxies whose `Forwarded` and `X-Forwarded-*` fields the server trusts. Without any, it doesn't look up the
  /// addresses of its connections.
  package var trustedProxies = TrustedProxies()

  /// Called with every response, on the loop, so it must not block. Nil disables the access log at no cost.
  package var accessLog: (@Sendable (AccessRecord) -> Void)?

  package init() {}
}
