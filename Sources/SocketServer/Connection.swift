import HTTPWire

/// One connection of one loop. Between requests it holds no buffer and no parser: an idle connection is this object
/// and a slot in the loop's table.
final class Connection {
  let descriptor: Int32
  /// Slot and generation: tells this connection from an earlier one in the same slot.
  let token: UInt64
  /// One beyond the limit, which is only told so.
  let isRefused: Bool
  private var current = ConnectionState()
  var interest: Readiness = .readable

  /// What has come of a request that is not complete, or waits for its turn.
  var input: InputBuffer?
  var parser: RequestParser?
  /// What the client has not taken yet.
  var output: OutputBuffer?
  /// Whether the loop will come back to `input` by itself.
  var resumes = false
  /// Memory of `input` and `output` as it was last counted into the loop's sum.
  var counted = 0

  // The request that waits for a deferred answer, or whose body is streamed.
  var method = HTTPMethod.get
  var version = HTTPVersion.http11
  /// Weak: a writer that its owner drops ends the body.
  weak var writer: StreamWriter?
  /// Number of the writer of the body being streamed.
  var stream: UInt64 = 0
  /// What the pieces count for that were put into the output and not reported as sent.
  var streamed = 0
  /// Bytes still owed to a stream of known length; nil in chunks.
  var owed: Int?

  /// Bytes given to the kernel since the connection began.
  var written: UInt64 = 0
  /// How the client takes what waits for it; while something waits.
  var pace = OutputPace()

  /// The request being answered, when there is an access log.
  var access: AccessEntry?

  // Times in nanoseconds of the loop's clock; 0 for never.
  /// The last time that the client was heard of, that it took something, or that the phase changed.
  var active: UInt64
  /// The first byte of the request being read.
  var headSince: UInt64 = 0
  /// The first look at its body.
  var bodySince: UInt64 = 0
  /// Bytes of the request that had come by then.
  var bodyFirst = 0
  /// When the last answer was sent; a client that goes on sending is not listened to for ever.
  var shutSince: UInt64 = 0
  /// When the deferred answer was asked for.
  var askedAt: UInt64 = 0

  init(descriptor: Int32, token: UInt64, isRefused: Bool, now: UInt64) {
    self.descriptor = descriptor
    self.token = token
    self.isRefused = isRefused
    active = now
  }

  /// Read and written as a whole: an access that lasts while something is done with it is checked when it happens.
  var state: ConnectionState {
    get { current }
    set { current = newValue }
  }

  var slot: Int { Int(token & 0xFFFF_FFFF) }
  /// Bytes that wait to be sent.
  var backlog: Int { output?.count ?? 0 }
}
