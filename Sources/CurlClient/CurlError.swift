import CCurl

/// The reason why a request has no response.
package struct CurlError: Error, Equatable, Sendable {
  package enum Code: Sendable, Equatable {
    /// The URL, the method or a field of the request is invalid.
    case invalidRequest
    case cannotResolve
    case cannotConnect
    case timedOut
    /// The connection ended before the whole response was received.
    case connectionLost
    /// The response is not valid HTTP.
    case malformedResponse
    /// The fields or the body of the response are larger than the limit.
    case tooLarge
    case other
  }

  package let code: Code
  /// The message, one line.
  package let text: String
  /// The CURLcode; 0 if the error does not come from libcurl.
  package let number: Int

  init(_ code: Code, _ text: String, number: Int = 0) {
    self.code = code
    self.text = text
    self.number = number
  }
}

extension CurlError: CustomStringConvertible {
  package var description: String { text }
}

extension CurlError {
  /// Converts a CURLcode other than CURLE_OK (libcurl-errors(3)).
  init(_ result: CURLcode) {
    let code: Code =
      switch result {
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT: .invalidRequest
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotResolve
      case CURLE_COULDNT_CONNECT: .cannotConnect
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .connectionLost
      case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformedResponse
      case CURLE_FILESIZE_EXCEEDED: .tooLarge
      default: .other
      }
    self.init(code, unsafe message(curl_easy_strerror(result)), number: Int(result.rawValue))
  }

  init(_ result: CURLMcode) {
    self.init(.other, unsafe message(curl_multi_strerror(result)), number: Int(result.rawValue))
  }
}

/// SAFETY: both strerror functions return a static, zero-terminated string.
private func message(_ text: UnsafePointer<CChar>?) -> String {
  guard let text = unsafe text else { return "unknown error" }
  return unsafe String(cString: text)
}
