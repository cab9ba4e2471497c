/// The request of a health check.
enum HealthProbe {
  /// The longest wait for connecting, sending or receiving, in seconds.
  private static let timeout = 5

  /// The status of `GET /health`.
  /// - Parameter path: the path of the server behind a proxy; empty for none.
  static func status(host: String, port: Int, below path: String) throws(TransportError) -> Int {
    let address = ServerAddress(text: "http://\(host):\(port)", host: host, port: port)
    let request = ClientRequest(method: "GET", target: path + "/health")
    return try HTTPExchange.response(to: request, at: address, timeout: timeout).status
  }
}
