/// The reasons to refuse a request before a handler sees it, and `internalFault` for a handler without a response.
/// After a refusal the start of the next request is unknown or can't be trusted, so the response is the last one of
/// its connection.
package enum WireError: String, Error, CaseIterable, Sendable {
  case malformedRequestLine = "malformed-request-line"
  case malformedTarget = "malformed-target"
  case malformedField = "malformed-field"
  case foldedField = "folded-field"
  case missingHost = "missing-host"
  case repeatedHost = "repeated-host"
  case malformedHost = "malformed-host"
  case repeatedAuthorization = "repeated-authorization"
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
      .malformedHost, .repeatedAuthorization, .malformedContentLength, .conflictingContentLength,
      .ambiguousLength, .malformedTransferEncoding, .malformedChunk:
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
    case .repeatedAuthorization: "The Authorization field is repeated"
    case .malformedContentLength: "The Content-Length field is malformed"
    case .conflictingContentLength: "The Content-Length fields differ"
    case .ambiguousLength: "The length of the body is ambiguous"
    case .malformedTransferEncoding: "The Transfer-Encoding field is malformed"
    case .malformedChunk: "The chunked body is malformed"
    case .requestTimeout: "The request took too long"
    case .bodyTooLarge: "The body is too large"
    case .targetTooLong: "The request line is too long"
    case .unknownExpectation: "The expectation is not supported"
    case .fieldsTooLarge: "The header fields are too large"
    case .tooManyFields: "There are too many header fields"
    case .unknownMethod: "The method is not implemented"
    case .unknownTransferEncoding: "The transfer coding is not implemented"
    case .unsupportedVersion: "The HTTP version is not supported"
    case .overloaded: "The server has too many connections"
    case .internalFault: "The server failed to respond"
    }
  }

  /// The cause and the remedy. It contains no part of the request, so it is safe to print anywhere.
  package var detail: String {
    switch self {
    case .malformedRequestLine:
      "A request line is a method, a target and HTTP/1.1 with one space between, ended by CR LF."
    case .malformedTarget:
      "The target has an invalid form or character; encode characters that are not allowed as %XX."
    case .malformedField:
      "A field line is a name, a colon and a value without control characters, ended by CR LF."
    case .foldedField: "A field line may not begin with a space or a tab."
    case .missingHost: "An HTTP/1.1 request must have a Host field."
    case .repeatedHost: "A request must have one Host field with one host."
    case .malformedHost: "Host must be a name or an address with an optional port."
    case .repeatedAuthorization: "Send one Authorization field; it is not defined which of several applies."
    case .malformedContentLength: "Content-Length must be a number of bytes in decimal digits."
    case .conflictingContentLength: "The request has several Content-Length values that differ; send one."
    case .ambiguousLength:
      "Send either Content-Length or Transfer-Encoding; HTTP/1.0 has no Transfer-Encoding."
    case .malformedTransferEncoding: "The value of Transfer-Encoding must be chunked."
    case .malformedChunk: "A chunk is its size in hexadecimal digits, CR LF, its bytes, and CR LF."
    case .requestTimeout: "The request did not arrive within the time limit."
    case .bodyTooLarge: "The body has more bytes than the server accepts."
    case .targetTooLong: "The request line has more bytes than the server accepts."
    case .unknownExpectation: "The only supported expectation is 100-continue."
    case .fieldsTooLarge: "The header fields have more bytes than the server accepts."
    case .tooManyFields: "The request has more header fields than the server accepts."
    case .unknownMethod: "Methods are GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS, in upper case."
    case .unknownTransferEncoding: "The only supported transfer coding is chunked."
    case .unsupportedVersion: "The server supports HTTP/1.1 and HTTP/1.0."
    case .overloaded: "Try again in a moment."
    case .internalFault: "The server read the request but produced no response."
    }
  }
}
