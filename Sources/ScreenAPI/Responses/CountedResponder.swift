import HTTPWire
import JSONText

/// The responder of a deferred request, which also counts the response.
struct CountedResponder: Sendable {
  let responder: Responder
  let tally: RequestTally
  /// The label under which the response is counted; nil if it was counted already.
  let pattern: String?

  /// Sends a reply. After the cancellation of the computation on this thread, counts it as abandoned instead.
  func respond(_ reply: Reply) {
    guard !Cancellation.isRequested else { return abandon() }
    if let status = reply.status { count(status) }
    responder.respond(reply)
  }

  /// Counts a request whose client has gone before the response, under the status that nginx logs for it.
  func abandon() { count(499) }

  /// Work that is cancelled when the client has gone, and does not begin after that.
  func whileConnected(_ work: @escaping @Sendable (CountedResponder) -> Void) -> @Sendable () -> Void {
    let cancellation = Cancellation()
    responder.watch.onDisconnect { cancellation.request() }
    return {
      guard !cancellation.isRequested else { return abandon() }
      Cancellation.$current.withValue(cancellation) { work(self) }
    }
  }

  /// Begins a response whose body is written in pieces; nil if the request already has a response.
  func stream(_ response: HTTPResponse) -> StreamWriter? {
    guard let writer = responder.stream(response) else { return nil }
    count(response.status)
    return writer
  }

  func count(_ status: HTTPStatus) {
    if let pattern { tally.count(pattern, status: Int(status.rawValue)) }
  }
}
