/// Applies the fields that decide where a request ends and whether its connection stays open. Anything that two servers
/// could interpret differently is refused, because it allows request smuggling (RFC 9112 §11.2).
enum FieldRules {
  static func apply(
    _ message: Bytes, fields: FieldTable, limits: WireLimits, to head: inout RequestHead
  ) -> WireError? {
    if let error = checkHost(message, fields: fields, version: head.version) { return error }
    // Authorization is not a list, so it has one line (RFC 9110 §5.3). With two, a proxy could check one and this
    // server the other.
    if fields.isRepeated(.authorization) { return .repeatedAuthorization }
    if let error = readFraming(message, fields: fields, into: &head) { return error }
    readConnection(message, fields: fields, into: &head)
    if head.method == .other || head.method == .trace || head.method == .connect { return .unknownMethod }
    if head.version == .http11 {
      var error: WireError?
      // RFC 9110 §10.1.1: HTTP/1.0 has no expectations.
      forEachElement(of: .expect, quotes: .string, message, fields) { expectation in
        if expectation.equalsIgnoringCase("100-continue") {
          head.expectsContinue = true
        } else if !expectation.isEmpty {
          error = .unknownExpectation
        }
      }
      if let error { return error }
    }
    guard head.framing != .none else { return nil }
    head.bodyLimit = limits.body(of: head, in: message)
    if case .length(let length) = head.framing, length > head.bodyLimit { return .bodyTooLarge }
    return nil
  }

  /// RFC 9112 §3.2: an HTTP/1.1 request has one valid Host field, even if its target is in absolute form.
  private static func checkHost(_ message: Bytes, fields: FieldTable, version: HTTPVersion) -> WireError? {
    guard let index = fields.index(of: .host) else { return version == .http11 ? .missingHost : nil }
    if fields.isRepeated(.host) { return .repeatedHost }
    let value = fields[index].value(in: message)
    return RequestTarget.isAuthority(value, needsPort: false) ? nil : .malformedHost
  }

  /// RFC 9112 §6.3.
  private static func readFraming(_ message: Bytes, fields: FieldTable, into head: inout RequestHead)
    -> WireError?
  {
    let hasLength = fields.index(of: .contentLength) != nil
    if fields.index(of: .transferEncoding) != nil {
      // Checked before the coding: whatever it is, another server could use the length.
      if hasLength || head.version == .http10 { return .ambiguousLength }
      if let error = checkCodings(message, fields: fields) { return error }
      head.framing = .chunked
      return nil
    }
    guard hasLength else { return nil }
    var length: Int?
    var error: WireError?
    forEachElement(of: .contentLength, quotes: .none, message, fields) { element in
      guard let number = decimal(element) else {
        error = error ?? .malformedContentLength
        return
      }
      if let length, length != number { error = error ?? .conflictingContentLength }
      length = number
    }
    if let error { return error }
    if let length, length > 0 { head.framing = .length(length) }
    return nil
  }

  /// RFC 9112 §6.1: the only coding is `chunked`. Other codings are not implemented: 501. A malformed list, and
  /// `chunked` twice, not last or with parameters, leave the end of the body unclear: 400.
  private static func checkCodings(_ message: Bytes, fields: FieldTable) -> WireError? {
    var error: WireError?
    var isChunked = false
    var hasOther = false
    forEachElement(of: .transferEncoding, quotes: .string, message, fields) { coding in
      let name = coding[0..<(coding.firstIndex(of: 0x3B) ?? coding.count)]
      if isChunked || !isToken(name.trimmed) { error = .malformedTransferEncoding }
      if name.trimmed.equalsIgnoringCase("chunked") {
        if name.count < coding.count { error = .malformedTransferEncoding }
        isChunked = true
      } else {
        hasOther = true
      }
    }
    return error ?? (hasOther ? .unknownTransferEncoding : nil)
  }

  private static func isToken(_ text: Bytes) -> Bool {
    !text.isEmpty && text.allSatisfy { ByteClass.token.contains($0) }
  }

  /// RFC 9112 §9.3: `close` takes precedence over `keep-alive`.
  private static func readConnection(_ message: Bytes, fields: FieldTable, into head: inout RequestHead) {
    head.keepsAlive = head.version == .http11
    var close = false
    forEachElement(of: .connection, quotes: .none, message, fields) { option in
      if option.equalsIgnoringCase("close") { close = true }
      if option.equalsIgnoringCase("keep-alive") { head.keepsAlive = true }
    }
    if close { head.keepsAlive = false }
  }

  /// Calls `body` with the elements of all lines of `field`, empty ones included.
  private static func forEachElement(
    of field: KnownField, quotes: FieldList.Quotes, _ message: Bytes, _ fields: FieldTable,
    _ body: (Bytes) -> Void
  ) {
    guard let first = fields.index(of: field) else { return }
    for index in first..<fields.count where fields[index].known == field.rawValue {
      FieldList.forEachElement(of: fields[index].value(in: message), quotes: quotes, body)
    }
  }

  /// Parses `1*DIGIT`; nil if the number doesn't fit an `Int`.
  static func decimal(_ text: Bytes) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text {
      guard ByteClass.isDigit(byte) else { return nil }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, more) = tens.addingReportingOverflow(Int(byte & 0x0F))
      if overflow || more { return nil }
      number = sum
    }
    return number
  }
}
