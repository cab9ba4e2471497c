/// The version of a message (RFC 9112 §2.3). A higher minor version is read as 1.1, the highest known here.
package enum HTTPVersion: UInt8, Sendable {
  case http10, http11
}
