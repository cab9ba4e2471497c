#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An error that explains in one line why a request got no response.
package struct OutgoingError: Error, Sendable {
  package enum Cause: Sendable {
    /// The client was cancelled.
    case cancelled
    /// There is no connection to the server.
    case unreachable
    case other
  }

  package let message: String
  package let cause: Cause
  /// Whether a time limit has passed.
  package let isTimeout: Bool

  init(_ message: String, cause: Cause = .other, isTimeout: Bool = false) {
    self.message = message
    self.cause = cause
    self.isTimeout = isTimeout
  }

  static let cancelled = OutgoingError("the server is shutting down", cause: .cancelled)
  static let unreachable = OutgoingError("no server answers", cause: .unreachable)
  static let malformed = OutgoingError("the response is not HTTP")
  static let incomplete = OutgoingError("the response is incomplete")

  /// The error for a result of libcurl (<https://curl.se/libcurl/c/libcurl-errors.html>).
  /// - Parameters:
  ///   - detail: the explanation of libcurl.
  ///   - timeout: the error for a response that does not come in time.
  init(code: Int32, detail: String, timeout: OutgoingError, of easy: LoadedCurl.Easy, _ curl: LoadedCurl) {
    self =
      switch code {
      case 6: OutgoingError("the host is unknown")
      case 7: .unreachable
      case 28:
        unsafe curl.info(.connectTime, of: easy) == 0
          ? OutgoingError(Self.unreachable.message, cause: .unreachable, isTimeout: true) : timeout
      case 52: OutgoingError("the server sent no response")
      case 18: .incomplete
      // CURLE_RECV_ERROR stands for a lost connection, and for malformed chunks.
      case 56 where unsafe curl.info(.systemError, of: easy) != 0, 55: OutgoingError("the connection failed")
      case 1, 8, 56, 61: .malformed
      case 35:
        OutgoingError("the TLS handshake failed (\(detail)); if the server has no TLS, use an http:// URL")
      case 60:
        .untrusted(detail, check: unsafe curl.info(.certificateCheck, of: easy))
      case 77 where TrustedCertificates.file != nil:
        OutgoingError(
          "the certificates cannot be read: \(TrustedCertificates.file?.description ?? "")")
      default: OutgoingError(detail)
      }
  }

  /// - Parameter check: the result of OpenSSL's check.
  private static func untrusted(_ detail: String, check: Int) -> OutgoingError {
    // X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT to X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: the authority is unknown.
    let variable =
      TrustedCertificates.file.map { "\($0.variable), which names \($0.path)" } ?? "SSL_CERT_FILE"
    let advice =
      (18...21).contains(check)
      ? "; if its authority is your own, name the file of the authority's certificate in \(variable)" : ""
    return OutgoingError("the server's certificate is not trusted (\(detail))\(advice)")
  }
}

/// Certificate authorities to trust instead of the system's, as the variables of curl and OpenSSL name them.
enum TrustedCertificates {
  /// A file or folder, and the variable that names it.
  struct Place: Sendable, CustomStringConvertible {
    let variable: String
    let path: String
    var description: String { "\(path) (\(variable))" }
  }

  /// A file with certificates. libcurl itself does not read these variables; its command does.
  static let file = place("CURL_CA_BUNDLE") ?? place("SSL_CERT_FILE")
  /// A folder with certificates by their hashes.
  static let folder = place("SSL_CERT_DIR")

  private static func place(_ variable: String) -> Place? {
    // SAFETY: the text is copied at once, and this program does not change its environment.
    guard let value = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !value.isEmpty else {
      return nil
    }
    return Place(variable: variable, path: value)
  }
}
