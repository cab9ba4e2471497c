/// The fields that decide where a request ends and what becomes of its connection. Whatever two servers could read
/// in two ways is refused (RFC 9112 §11.2).
enum FieldRules {
  static func apply(
    _ message: Bytes, fields: FieldTable, limits: WireLimits, to head: inout RequestHead
  ) -> WireError? {
    if let error = checkHost(message, fields: fields, version: head.version) { return error }
    if let error = readFraming(message, fields: fields, into: &head) { return error }
    readConnection(message, fields: fields, into: &head)
    if head.method == .other || head.method == .trace || head.method == .connect { return .unknownMethod }
    if head.version == .http11 {
      var error: WireError?
      forEachLine(of: .expect, message, fields) { value in
        // RFC 9110 §10.1.1; a list with anything else in it is another expectation.
        if value.equalsIgnoringCase("100-continue") {
          head.expectsContinue = true
        } else {
          error = .unknownExpectation
        }
      }
      if let error { return error }
    }
    if case .length(let length) = head.framing, length > limits.body { return .bodyTooLarge }
    return nil
  }

  /// RFC 9112 §3.2: one Host field in every HTTP/1.1 request, valid, also beside a target in absolute form.
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
    if let index = fields.index(of: .transferEncoding) {
      if let error = checkCoding(
        fields[index].value(in: message), repeated: fields.isRepeated(.transferEncoding))
      {
        return error
      }
      if hasLength || head.version == .http10 { return .ambiguousLength }
      head.framing = .chunked
      return nil
    }
    guard hasLength else { return nil }
    var length: Int?
    var error: WireError?
    forEachLine(of: .contentLength, message, fields) { value in
      var start = 0
      while start <= value.count {
        let comma = value.firstIndex(of: 0x2C, from: start) ?? value.count
        guard let number = decimal(value[start..<comma].trimmed) else {
          error = error ?? .malformedContentLength
          return
        }
        if let length, length != number { error = error ?? .conflictingContentLength }
        length = number
        start = comma + 1
      }
    }
    if let error { return error }
    if let length, length > 0 { head.framing = .length(length) }
    return nil
  }

  /// RFC 9112 §6.1: `chunked`, once, alone.
  private static func checkCoding(_ value: Bytes, repeated: Bool) -> WireError? {
    if value.equalsIgnoringCase("chunked") { return repeated ? .malformedTransferEncoding : nil }
    if value.isEmpty { return .malformedTransferEncoding }
    var start = 0
    var chunked = 0
    var others = 0
    while start <= value.count {
      let comma = value.firstIndex(of: 0x2C, from: start) ?? value.count
      let coding = value[start..<comma].trimmed
      guard !coding.isEmpty else { return .malformedTransferEncoding }
      for byte in coding where !ByteClass.token.contains(byte) { return .malformedTransferEncoding }
      if coding.equalsIgnoringCase("chunked") {
        chunked += 1
        if comma < value.count { return .malformedTransferEncoding }
      } else {
        others += 1
      }
      start = comma + 1
    }
    return others > 0 && chunked <= 1 ? .unknownTransferEncoding : .malformedTransferEncoding
  }

  /// RFC 9112 §9.3. `close` wins.
  private static func readConnection(_ message: Bytes, fields: FieldTable, into head: inout RequestHead) {
    head.keepsAlive = head.version == .http11
    guard fields.index(of: .connection) != nil else { return }
    var close = false
    forEachLine(of: .connection, message, fields) { value in
      var start = 0
      while start <= value.count {
        let comma = value.firstIndex(of: 0x2C, from: start) ?? value.count
        let option = value[start..<comma].trimmed
        if option.equalsIgnoringCase("close") { close = true }
        if option.equalsIgnoringCase("keep-alive") { head.keepsAlive = true }
        start = comma + 1
      }
    }
    if close { head.keepsAlive = false }
  }

  private static func forEachLine(
    of field: KnownField, _ message: Bytes, _ fields: FieldTable, _ body: (Bytes) -> Void
  ) {
    guard let first = fields.index(of: field) else { return }
    for index in first..<fields.count where fields[index].known == field.rawValue {
      body(fields[index].value(in: message))
    }
  }

  /// `1*DIGIT` that fits an Int.
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
