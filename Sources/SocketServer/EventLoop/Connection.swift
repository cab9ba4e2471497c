import HTTPWire

/// A connection of an event loop. Between requests it has neither buffers nor a parser, so an idle connection costs
/// this object and a slot in the loop's table.
final class Connection: ConnectionStorage {
  let descriptor: Int32
  /// Slot and generation. The generation distinguishes connections that use the same slot one after another.
  let token: UInt64
  /// Whether the connection is over the limit and receives only a 503.
  let isRefused: Bool
  /// Whether the peer is a trusted proxy.
  let isFromTrustedProxy: Bool
  /// The address of the peer. The first use takes a system call.
  private(set) lazy var peer = PeerAddress.text(of: descriptor).flatMap { NumericAddress($0) }
  private var storedState = ConnectionState()
  /// The events that the poller reports for this connection.
  var interest: Readiness = .readable

  /// Bytes of an incomplete request, or of pipelined requests that are not processed yet.
  var input: InputBuffer?
  var parser: RequestParser?
  /// Bytes that the kernel has not accepted yet.
  var output: OutputBuffer?
  /// Whether the loop will process `input` without another readiness event.
  var isResumeScheduled = false
  /// The memory of `input`, `output` and `parser` that the loop's `heldBytes` includes.
  var accountedBytes = 0

  // The request that waits for a deferred response, or whose response is streamed.
  /// Nil without a deferred request.
  var watch: ClientWatch?
  var method = HTTPMethod.get
  var version = HTTPVersion.http11
  /// Weak, because a writer that its owner releases must end the body.
  weak var writer: StreamWriter?
  /// The number of the current writer.
  var streamNumber: UInt64 = 0
  /// The cost of the pieces in the output that the writer still counts as pending.
  var unreportedCost = 0
  /// The remaining bytes of a streamed body with a Content-Length; nil for a chunked body.
  var remainingLength: Int?

  /// Bytes passed to the kernel since the start of the connection.
  var bytesWritten: UInt64 = 0
  /// Measures how fast the client receives the pending output.
  var outputPace = OutputPace()

  /// The access log entry of the current request, if there is an access log.
  var access: AccessEntry?

  // Times in nanoseconds of the loop's clock; 0 for never.
  /// The last time when bytes were received or sent, or when the phase changed.
  var lastActivity: UInt64
  /// The arrival of the first byte of the current request.
  var headStartedAt: UInt64 = 0
  /// The arrival of the current request's complete head.
  var bodyStartedAt: UInt64 = 0
  /// The bytes of the current request at that time.
  var bodyBytesAtStart = 0
  /// The time when the writing side was shut down. It bounds how long further input is read.
  var shutDownAt: UInt64 = 0
  /// The time when the handler deferred the response.
  var deferredAt: UInt64 = 0

  init(descriptor: Int32, token: UInt64, isRefused: Bool, isFromTrustedProxy: Bool, now: UInt64) {
    self.isFromTrustedProxy = isFromTrustedProxy
    self.descriptor = descriptor
    self.token = token
    self.isRefused = isRefused
    lastActivity = now
  }

  /// The state, copied in and out: a mutating call on a stored class property would need an exclusivity check at run
  /// time.
  var state: ConnectionState {
    get { storedState }
    set { storedState = newValue }
  }

  var slot: Int { Int(token & 0xFFFF_FFFF) }
  /// The number of bytes that wait to be sent.
  var backlog: Int { output?.count ?? 0 }
}
