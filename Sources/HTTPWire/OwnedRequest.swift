/// A request that owns its bytes, for work away from the loop that read it.
///
/// `@unchecked`: the field table is a copy of this request's own and is never changed again.
package struct OwnedRequest: @unchecked Sendable {
  private let head: RequestHead
  private let message: [UInt8]
  private let fields: FieldTable
  package let body: [UInt8]

  init(head: RequestHead, message: [UInt8], fields: FieldTable, body: [UInt8]) {
    self.head = head
    self.message = message
    self.fields = fields
    self.body = body
  }

  package var method: HTTPMethod { head.method }

  /// Calls `body` with the request as if it were in the buffer of a connection.
  package func withRequest<Result>(_ body: (borrowing HTTPRequest) throws -> Result) rethrows -> Result {
    try message.withBytes { message in
      try self.body.withBytes { content in
        try body(HTTPRequest(head: head, message: message, fields: fields, body: content))
      }
    }
  }
}
