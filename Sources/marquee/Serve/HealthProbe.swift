/// The request of a health check.
enum HealthProbe {
  /// The longest wait for connecting, sending or receiving, in seconds.
  private static let timeout = 5

  /// The status of `GET /health`.
  static func status(host: String, port: Int) throws(TransportError) -> Int {
    let address = ServerAddress(text: "http://\(host):\(port)", host: host, port: port)
    let request = ClientRequest(method: "GET", target: "/health")
    return try HTTPExchange.response(to: request, at: address, timeout: timeout).status
  }
}
