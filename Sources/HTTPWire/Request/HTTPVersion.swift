/// The version of a message (RFC 9112 §2.3). HTTP/1.2 to HTTP/1.9 count as 1.1.
package enum HTTPVersion: UInt8, Sendable {
  case http10, http11
}
