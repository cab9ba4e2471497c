/// What a handler returns for a request: a response now, or a way to produce it later.
package enum Reply {
  /// A response that was rendered in advance.
  case prepared(PreparedResponse)
  /// A response made for this request.
  case response(HTTPResponse)
  /// A response that comes later. The closure is called immediately, on the loop, and passes the responder to another
  /// queue. The connection reads no further request until the response.
  case deferred((Responder) -> Void)
  /// A body that is written in pieces, from any queue. `length` is the number of its bytes, if known. The response's
  /// own `body` is sent first. Indirect, because it is large and rare: all other replies pass in registers.
  indirect case stream(HTTPResponse, length: Int?, (StreamWriter) -> Void)

  /// The status; nil for a response that comes later.
  package var status: HTTPStatus? {
    switch self {
    case .prepared(let response): response.status
    case .response(let response), .stream(let response, _, _): response.status
    case .deferred: nil
    }
  }
}
