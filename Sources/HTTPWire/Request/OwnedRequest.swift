/// A copy of a request that owns its bytes and can be used on another queue.
///
/// `@unchecked`: the field table is a private copy that never changes.
package struct OwnedRequest: @unchecked Sendable {
  private let head: RequestHead
  private let message: [UInt8]
  private let fields: FieldTable
  package let body: [UInt8]
  private let isFromTrustedProxy: Bool
  private let peer: NumericAddress?

  init(
    head: RequestHead, message: [UInt8], fields: FieldTable, body: [UInt8], isFromTrustedProxy: Bool,
    peer: NumericAddress?
  ) {
    self.isFromTrustedProxy = isFromTrustedProxy
    self.peer = peer
    self.head = head
    self.message = message
    self.fields = fields
    self.body = body
  }

  package var method: HTTPMethod { head.method }

  /// Calls `body` with views of this request.
  package func withRequest<Result>(_ body: (borrowing HTTPRequest) throws -> Result) rethrows -> Result {
    try message.withBytes { message in
      try self.body.withBytes { content in
        try body(
          HTTPRequest(
            head: head, message: message, fields: fields, body: content,
            isFromTrustedProxy: isFromTrustedProxy, peer: peer))
      }
    }
  }
}
