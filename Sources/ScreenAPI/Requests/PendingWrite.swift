import HTTPWire
import Screens

/// A write whose parameters are read, so that it can run, more than once if necessary.
struct PendingWrite: Sendable {
  let call: EndpointCall
  let respond: Endpoint.Respond
  let arguments: EndpointArguments
  /// Nil without an `Idempotency-Key`.
  let identity: RequestIdentity?
  /// Encrypts a response with a secret; nil if the endpoint has none in its responses, and without an
  /// `Idempotency-Key` or a token.
  let seal: ResponseSeal?
}

/// The outcome of one attempt to run a write.
enum WriteOutcome {
  /// The write is done or refused. A further attempt would change nothing.
  case settled(HTTPResponse)
  /// Another node has changed the store meanwhile, and nothing is stored. A further attempt begins from the newer state.
  case outdated(HTTPResponse)

  var response: HTTPResponse {
    switch self {
    case .settled(let response), .outdated(let response): response
    }
  }
}
