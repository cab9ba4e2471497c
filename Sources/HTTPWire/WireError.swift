/// Why a request can't be read: a closed list. After any of these the place of the next request is not known or
/// not to be trusted, so the answer is the last one on its connection.
package enum WireError: String, Error, CaseIterable, Sendable {
  case malformedRequestLine = "malformed-request-line"
  case malformedTarget = "malformed-target"
  case malformedField = "malformed-field"
  case foldedField = "folded-field"
  case missingHost = "missing-host"
  case repeatedHost = "repeated-host"
  case malformedHost = "malformed-host"
  case malformedContentLength = "malformed-content-length"
  case conflictingContentLength = "conflicting-content-length"
  case ambiguousLength = "ambiguous-length"
  case malformedTransferEncoding = "malformed-transfer-encoding"
  case malformedChunk = "malformed-chunk"
  case requestTimeout = "request-timeout"
  case bodyTooLarge = "body-too-large"
  case targetTooLong = "target-too-long"
  case unknownExpectation = "unknown-expectation"
  case fieldsTooLarge = "fields-too-large"
  case tooManyFields = "too-many-fields"
  case unknownMethod = "unknown-method"
  case unknownTransferEncoding = "unknown-transfer-encoding"
  case unsupportedVersion = "unsupported-version"
  case overloaded = "overloaded"
  case internalFault = "internal-fault"

  package var code: String { rawValue }

  package var status: HTTPStatus {
    switch self {
    case .malformedRequestLine, .malformedTarget, .malformedField, .foldedField, .missingHost, .repeatedHost,
      .malformedHost, .malformedContentLength, .conflictingContentLength, .ambiguousLength,
      .malformedTransferEncoding, .malformedChunk:
      400
    case .requestTimeout: 408
    case .bodyTooLarge: 413
    case .targetTooLong: 414
    case .unknownExpectation: 417
    case .fieldsTooLarge, .tooManyFields: 431
    case .internalFault: 500
    case .unknownMethod, .unknownTransferEncoding: 501
    case .overloaded: 503
    case .unsupportedVersion: 505
    }
  }

  package var title: String {
    switch self {
    case .malformedRequestLine: "The request line is malformed"
    case .malformedTarget: "The request target is malformed"
    case .malformedField: "A header field is malformed"
    case .foldedField: "A header field is continued on a second line"
    case .missingHost: "The Host field is missing"
    case .repeatedHost: "The Host field is repeated"
    case .malformedHost: "The Host field is malformed"
    case .malformedContentLength: "The Content-Length field is malformed"
    case .conflictingContentLength: "The Content-Length fields differ"
    case .ambiguousLength: "The length of the body is ambiguous"
    case .malformedTransferEncoding: "The Transfer-Encoding field is malformed"
    case .malformedChunk: "The chunked body is malformed"
    case .requestTimeout: "The request took too long"
    case .bodyTooLarge: "The body is too large"
    case .targetTooLong: "The request line is too long"
    case .unknownExpectation: "The expectation is not known"
    case .fieldsTooLarge: "The header fields are too large"
    case .tooManyFields: "There are too many header fields"
    case .unknownMethod: "The method is not implemented"
    case .unknownTransferEncoding: "The transfer coding is not implemented"
    case .unsupportedVersion: "The HTTP version is not supported"
    case .overloaded: "The server has too many connections"
    case .internalFault: "The server failed to answer"
    }
  }

  /// What to do about it; holds nothing of the request, so it is safe to print anywhere.
  package var detail: String {
    switch self {
    case .malformedRequestLine:
      "A request line is a method, a target and HTTP/1.1 with one space between, ended by CR LF."
    case .malformedTarget: "The target holds a character or has a form that is not allowed; encode it as %XX."
    case .malformedField:
      "A field line is a name, a colon and a value without control characters, ended by CR LF."
    case .foldedField: "A field line may not begin with a space or a tab."
    case .missingHost: "An HTTP/1.1 request names the host."
    case .repeatedHost: "A request names one host, in one Host field."
    case .malformedHost: "Host is a name or an address, and optionally a port."
    case .malformedContentLength: "Content-Length is a number of bytes in decimal digits."
    case .conflictingContentLength: "Content-Length was given more than once with different numbers."
    case .ambiguousLength:
      "Content-Length and Transfer-Encoding exclude each other, and HTTP/1.0 has no Transfer-Encoding."
    case .malformedTransferEncoding: "Transfer-Encoding is the one word chunked."
    case .malformedChunk: "A chunk is its size in hexadecimal digits, CR LF, its bytes, and CR LF."
    case .requestTimeout: "The request did not arrive in the time allowed."
    case .bodyTooLarge: "The body has more bytes than the server takes."
    case .targetTooLong: "The request line has more bytes than the server takes."
    case .unknownExpectation: "The only expectation known is 100-continue."
    case .fieldsTooLarge: "The header fields have more bytes than the server takes."
    case .tooManyFields: "The request has more header fields than the server takes."
    case .unknownMethod: "Methods are GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS, in upper case."
    case .unknownTransferEncoding: "The only transfer coding known is chunked."
    case .unsupportedVersion: "The server speaks HTTP/1.1 and HTTP/1.0."
    case .overloaded: "Try again in a moment."
    case .internalFault: "The request was read, but no answer was made."
    }
  }
}
