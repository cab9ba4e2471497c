import HTTPWire

/// The responder of a deferred request, which also counts the response.
struct CountedResponder: Sendable {
  let responder: Responder
  let tally: RequestTally
  /// The label under which the response is counted; nil if it was counted already.
  let pattern: String?

  func respond(_ reply: Reply) {
    if let status = reply.status { count(status) }
    responder.respond(reply)
  }

  /// Begins a response whose body is written in pieces; nil if the request already has a response.
  func stream(_ response: HTTPResponse) -> StreamWriter? {
    guard let writer = responder.stream(response) else { return nil }
    count(response.status)
    return writer
  }

  private func count(_ status: HTTPStatus) {
    if let pattern { tally.count(pattern, status: Int(status.rawValue)) }
  }
}
