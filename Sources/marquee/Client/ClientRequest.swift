import JSONText
import OutgoingHTTP

/// A request to a server.
struct ClientRequest {
  let method: String
  /// The path relative to the server's address, with the query.
  let target: String
  var fields: [(name: String, value: String)] = []
  var body: [UInt8]?

  /// Makes a request target from a path and parameters, percent-encoded (RFC 3986 §2.1).
  static func target(_ path: String, _ parameters: [(name: String, value: String)] = []) -> String {
    let query = parameters.map {
      PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
    }.joined(separator: "&")
    return PercentEncoding.encoded(path, keeping: "/") + (query.isEmpty ? "" : "?" + query)
  }

  /// The largest body of a response, in bytes.
  private static let maximumBodyBytes = 64 << 20

  /// Sends the request over a new connection, and waits for the response.
  /// - Parameter timeout: the longest wait for a byte, in seconds.
  func send(to address: ServerAddress, timeout: Int) throws(TransportError) -> ClientResponse {
    let client = OutgoingClient(maximumBytes: Self.maximumBodyBytes, idleTimeout: timeout)
    do throws(OutgoingError) {
      let response = try client.send(
        OutgoingRequest(method: method, url: address.text + target, fields: fields, body: body))
      return ClientResponse(status: response.status, fields: response.fields, body: response.body)
    } catch {
      let advice =
        error.cause == .unreachable
        ? "; start one with marquee serve, or name it with --server or MARQUEE_SERVER" : ""
      throw TransportError(error.message + advice)
    }
  }
}
