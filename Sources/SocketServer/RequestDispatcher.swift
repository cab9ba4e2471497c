import HTTPWire

/// The handler as a loop sees it: the one place where the handler's type is known is below it, so that a loop needs
/// no type parameter and an answer costs one call through a table.
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
