import HTTPWire

/// Answers a request that was put off, and counts the answer.
struct CountedResponder: Sendable {
  let responder: Responder
  let tally: RequestTally
  /// What the answer is counted under; nil when it has been counted.
  let pattern: String?

  func respond(_ reply: Reply) {
    switch reply {
    case .prepared(let response):
      count(response.status)
      responder.respond(response)
    case .response(let response):
      count(response.status)
      responder.respond(response)
    default:
      // Work that was put off has its answer when it is done: nothing puts it off again.
      responder.respond(HTTPResponse.problem(.internalFault))
    }
  }

  /// Begins a body that is written in pieces; nil when the request has been answered.
  func stream(_ response: HTTPResponse) -> StreamWriter? {
    guard let writer = responder.stream(response) else { return nil }
    count(response.status)
    return writer
  }

  private func count(_ status: HTTPStatus) {
    if let pattern { tally.count(pattern, status: Int(status.rawValue)) }
  }
}
