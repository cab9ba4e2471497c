import HTTPWire

/// A type-erased request handler, so that loops need no type parameter. It costs one virtual call per request.
class RequestDispatcher {
  func handle(_ request: borrowing HTTPRequest) -> Reply { .response(.problem(.internalFault)) }
  func malformed(_ error: WireError) -> HTTPResponse { .problem(error) }
}

final class HandlerDispatcher<Handler: RequestHandler>: RequestDispatcher {
  private let handler: Handler
  private var loop: Handler.Loop

  init(_ handler: Handler) {
    self.handler = handler
    loop = handler.makeLoop()
  }

  override func handle(_ request: borrowing HTTPRequest) -> Reply { handler.handle(request, loop: &loop) }
  override func malformed(_ error: WireError) -> HTTPResponse { handler.malformed(error) }
}
