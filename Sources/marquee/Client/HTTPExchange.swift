/// One request and its response, over a new connection.
enum HTTPExchange {
  /// - Parameter timeout: the longest wait for a byte, in seconds.
  static func response(
    to request: ClientRequest, at address: ServerAddress, timeout: Int
  ) throws(TransportError) -> ClientResponse {
    let socket = try ClientSocket(host: address.host, port: address.port, timeout: timeout)
    do throws(TransportError) {
      try socket.send(request.bytes(to: address))
    } catch {
      // A server can refuse a request before it has read the body (RFC 9112 §9.6), and its response tells why.
      do throws(TransportError) { return try ResponseReader.response(from: socket) } catch _ { throw error }
    }
    return try ResponseReader.response(from: socket)
  }
}
