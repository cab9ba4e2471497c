/// A request as views into its connection's buffer, without copies. It is valid only during the call that passes it;
/// `owned()` makes a copy to keep. What is `public` is so for the reason that ``Bytes`` gives.
@safe
public struct HTTPRequest: ~Copyable {
  private let head: RequestHead
  private let message: Bytes
  private let table: FieldTable
  /// The content with the transfer coding removed.
  package let body: Bytes
  /// Whether the peer is a proxy whose `Forwarded` and `X-Forwarded-*` fields the server trusts.
  package let isFromTrustedProxy: Bool
  /// The address of the peer; nil for GET and HEAD, because asking the system for it costs time.
  package let peer: NumericAddress?
  /// Unretained, because counting the reference would cost each request.
  @usableFromInline let unretainedStorage: Unmanaged<ConnectionStorage>?

  init(
    head: RequestHead, message: Bytes, fields: FieldTable, body: Bytes, isFromTrustedProxy: Bool,
    peer: NumericAddress?, storage: ConnectionStorage? = nil
  ) {
    unsafe unretainedStorage = storage.map { unsafe .passUnretained($0) }
    self.isFromTrustedProxy = isFromTrustedProxy
    self.peer = peer
    self.head = head
    self.message = message
    self.table = fields
    self.body = body
  }

  /// Calls `body` with the object that the handler keeps for the connection; made if there is none of this class. Outside of
  /// the connection's loop, as for a copy of the request, it is made for each call. `body` must not ask for one of another
  /// class.
  @inlinable @inline(__always)
  public func withKept<Object: AnyObject, Result>(
    orKeep make: () -> Object, _ body: (Object) -> Result
  ) -> Result {
    guard let storage = unsafe unretainedStorage else { return body(make()) }
    // SAFETY: the connection outlives the call that passes the request.
    return unsafe storage._withUnsafeGuaranteedRef { $0.withValue(orKeep: make, body) }
  }

  package var method: HTTPMethod { head.method }
  package var methodName: Bytes { message[head.methodStart..<head.methodStart + head.methodCount] }
  package var version: HTTPVersion { head.version }
  /// The percent-encoded path as sent; `*` for `OPTIONS *`.
  package var path: Bytes { message[head.path] }
  /// The percent-encoded query after `?`; nil without a `?`.
  package var query: Bytes? { head.query.map { message[$0] } }
  /// Whether the target names a host, as for a proxy (RFC 9112 §3.2.2).
  package var isAbsoluteForm: Bool { head.authority != nil }
  /// Host and port of a target in absolute form, else of the Host field.
  package var authority: Bytes? { head.authority.map { message[$0] } ?? field(.host) }
  /// Whether the client wants to keep the connection open after this request.
  package var keepsAlive: Bool { head.keepsAlive }

  /// The value of the first line of `field`, without surrounding whitespace.
  package func field(_ field: KnownField) -> Bytes? {
    table.index(of: field).map { table[$0].value(in: message) }
  }

  /// Whether `field` occurs on more than one line.
  package func isRepeated(_ field: KnownField) -> Bool { table.isRepeated(field) }

  /// Calls `body` with the value of each line of `field`, in order.
  package func forEachValue(of field: KnownField, _ body: (Bytes) -> Void) {
    guard let first = table.index(of: field) else { return }
    for index in first..<table.count where table[index].known == field.rawValue {
      body(table[index].value(in: message))
    }
  }

  /// The values of all lines of `field` as one list (RFC 9110 §5.3); nil if there is no such line.
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

  /// The values of all lines of a field as one list; nil if there is no such line. `name` must be in lower case.
  package func list(named name: StaticString) -> String? {
    var values: [String] = []
    for index in 0..<table.count where table[index].name(in: message).equalsIgnoringCase(name) {
      values.append(String(decoding: table[index].value(in: message)))
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The request without the first `count` bytes of its path.
  package func droppingFromPath(_ count: Int) -> HTTPRequest {
    var head = head
    head.path = min(head.path.lowerBound + max(count, 0), head.path.upperBound)..<head.path.upperBound
    return HTTPRequest(
      head: head, message: message, fields: table, body: body, isFromTrustedProxy: isFromTrustedProxy,
      peer: peer, storage: unsafe unretainedStorage?.takeUnretainedValue())
  }

  /// A copy that owns its bytes and can be used on another queue.
  package func owned() -> OwnedRequest {
    OwnedRequest(
      head: head, message: Array(message), fields: FieldTable(copying: table), body: Array(body),
      isFromTrustedProxy: isFromTrustedProxy, peer: peer)
  }
}
