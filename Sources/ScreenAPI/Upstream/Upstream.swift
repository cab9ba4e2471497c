/// The real backend of the app, which gets the requests that nothing here answers.
package protocol Upstream: Sendable {
  /// The pseudonym of this process in `Via` (RFC 9110 §7.6.3).
  var name: String { get }
  /// Scheme, host and port.
  var origin: String { get }
  /// Keeps the entries of a recording; nil for none.
  var recorder: (any UpstreamRecorder)? { get }

  /// Runs work on a thread that may wait for the backend.
  /// - Parameter bytes: the bytes of the request's body, which stay in memory meanwhile.
  /// - Returns: whether the work runs; false if too many requests, or too large ones, wait for the backend.
  func run(holding bytes: Int, _ work: @escaping @Sendable () -> Void) -> Bool

  /// Sends a request and passes the response on while it arrives. Returns after its end.
  /// - Throws: ``UpstreamFailure``, also for a response that ends too early, whose beginning the receiver has.
  func send(_ request: UpstreamRequest, to receiver: some UpstreamReceiver) throws(UpstreamFailure)
}

/// Keeps a recording.
package protocol UpstreamRecorder: Sendable {
  /// Adds an entry of HAR 1.2, one line of JSON.
  func add(_ entry: [UInt8])
}

/// A request for the real backend.
package struct UpstreamRequest: Sendable {
  package let method: String
  /// Path and query, as the client sent them.
  package let target: String
  package let fields: [(name: String, value: String)]
  /// Nil for a request without a body.
  package let body: [UInt8]?
}

/// Receives a response of the real backend. It may block: the backend then waits, too.
package protocol UpstreamReceiver {
  /// - Returns: whether to go on.
  func begin(status: Int, fields: [(name: String, value: String)]) -> Bool
  /// - Returns: whether to go on.
  func receive(_ part: [UInt8]) -> Bool
}

/// The reason why the real backend gave no whole response.
package struct UpstreamFailure: Error {
  package let message: String
  /// Whether a time limit has passed.
  package let isTimeout: Bool

  package init(_ message: String, isTimeout: Bool = false) {
    self.message = message
    self.isTimeout = isTimeout
  }
}

/// The limits of requests that are forwarded.
package enum UpstreamLimits {
  /// Requests that wait for the backend at a time. Each takes a thread. Beyond it: 503.
  package static let requests = 64
  /// Bytes of the bodies of these requests together. Beyond it: 503.
  package static let heldBytes = 256 << 20
  /// Bytes of a body in either direction. Beyond it: 413 for a request, and for a response 502, or a closed connection if the body has begun.
  package static let bodyBytes = 64 << 20
  /// Bytes of a body that is sent, recorded and put into the journal as a whole: if the backend fails meanwhile, the
  /// client gets a problem. A larger one is passed on in pieces.
  package static let wholeBodyBytes = 2 << 20
  /// Seconds until the head of a response is complete, and between two parts of a body. Beyond it: 504.
  package static let stallSeconds = 30
  /// Milliseconds for the whole exchange. Beyond it: 504, or a closed connection if the body has begun.
  package static let milliseconds = 600_000
  /// Bytes of a recording. Nothing is recorded beyond it.
  package static let recordingBytes = 256 << 20
}
