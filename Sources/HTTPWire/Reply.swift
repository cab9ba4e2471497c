/// How a request is answered.
package enum Reply {
  /// A response rendered ahead.
  case prepared(PreparedResponse)
  /// A response rendered ahead, with a few more fields.
  case preparedAdding(PreparedResponse, FieldBlock)
  /// A response made for this request.
  case response(HTTPResponse)
  /// The answer comes later. The closure is called at once, on the loop, and hands the responder to a queue. Until
  /// the answer the connection reads no further request.
  case deferred((Responder) -> Void)
  /// A body that is written in pieces from any queue, for as long as it takes. `length` is its number of bytes when
  /// that is known. The body of the response itself is sent first.
  case stream(HTTPResponse, length: Int?, (StreamWriter) -> Void)
}
