/// A request as it lies in the buffer of its connection: views, no copies. Valid only during the call that it is
/// handed to; `owned()` is a copy that lasts.
package struct HTTPRequest: ~Copyable {
  private let head: RequestHead
  private let message: Bytes
  private let table: FieldTable
  /// The content, without its transfer coding.
  package let body: Bytes

  init(head: RequestHead, message: Bytes, fields: FieldTable, body: Bytes) {
    self.head = head
    self.message = message
    self.table = fields
    self.body = body
  }

  package var method: HTTPMethod { head.method }
  package var methodName: Bytes { message[head.methodStart..<head.methodStart + head.methodCount] }
  package var version: HTTPVersion { head.version }
  /// The path as it was sent, percent-encoded; `*` for `OPTIONS *`.
  package var path: Bytes { message[head.path] }
  /// What stands behind `?` as it was sent; nil without a `?`.
  package var query: Bytes? { head.query.map { message[$0] } }
  /// Host and port: of the target when that is in absolute form, else of the Host field.
  package var authority: Bytes? { head.authority.map { message[$0] } ?? field(.host) }
  /// Whether the connection stays open after this request as far as the client is concerned.
  package var keepsAlive: Bool { head.keepsAlive }

  /// The value of the first line of `field`, without blanks around it.
  package func field(_ field: KnownField) -> Bytes? {
    table.index(of: field).map { table[$0].value(in: message) }
  }

  /// Whether `field` stands on more than one line.
  package func isRepeated(_ field: KnownField) -> Bool { table.isRepeated(field) }

  /// Calls `body` with the value of each line of `field`, in order.
  package func forEachValue(of field: KnownField, _ body: (Bytes) -> Void) {
    guard let first = table.index(of: field) else { return }
    for index in first..<table.count where table[index].known == field.rawValue {
      body(table[index].value(in: message))
    }
  }

  /// The values of all lines of `field` as one list (RFC 9110 §5.3); nil without one.
  package func list(_ field: KnownField) -> String? {
    guard let first = self.field(field) else { return nil }
    guard isRepeated(field) else { return String(decoding: first) }
    var values: [String] = []
    forEachValue(of: field) { values.append(String(decoding: $0)) }
    return values.joined(separator: field == .cookie ? "; " : ", ")
  }

  package var fieldCount: Int { table.count }
  package func fieldName(at index: Int) -> Bytes { table[index].name(in: message) }
  package func fieldValue(at index: Int) -> Bytes { table[index].value(in: message) }

  /// The value of the first line of a field by its name, which is in lower case.
  package func field(named name: StaticString) -> Bytes? {
    for index in 0..<table.count where table[index].name(in: message).equalsIgnoringCase(name) {
      return table[index].value(in: message)
    }
    return nil
  }

  /// The same request with a path that begins so many bytes later.
  package func droppingFromPath(_ count: Int) -> HTTPRequest {
    var head = head
    head.path = min(head.path.lowerBound + max(count, 0), head.path.upperBound)..<head.path.upperBound
    return HTTPRequest(head: head, message: message, fields: table, body: body)
  }

  /// A copy that lasts and may go to another queue.
  package func owned() -> OwnedRequest {
    OwnedRequest(head: head, message: Array(message), fields: FieldTable(copying: table), body: Array(body))
  }
}
