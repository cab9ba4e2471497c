package import HTTPWire

/// The parts of a request that the access log contains.
package struct LoggedRequest: Sendable {
  package let method: String
  /// Path and query as sent.
  package let target: String
  package let userAgent: String?
  /// The trace that the client has begun; nil without a valid `traceparent`.
  package let trace: TraceContext?
  /// The client according to trusted proxies; nil if none names it.
  let forwardedClient: String?

  init(_ request: borrowing HTTPRequest, through proxies: TrustedProxies) {
    forwardedClient = Forwarding(request, proxies)?.client
    method = String(decoding: request.methodName)
    let path = String(decoding: request.path)
    target = request.query.map { path + "?" + String(decoding: $0) } ?? path
    trace = request.field(.traceparent).flatMap { TraceContext($0) }
    userAgent = request.field(.userAgent).map { String(decoding: $0) }
  }
}
