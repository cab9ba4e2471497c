/// All that a health check asks.
enum HealthProbe {
  /// Seconds to wait for each step.
  private static let patience = 5

  /// The status of `GET /health`.
  static func status(host: String, port: Int) throws(TransportFailure) -> Int {
    let address = ServerAddress(text: "http://\(host):\(port)", host: host, port: port)
    let question = HTTPQuestion(method: "GET", target: "/health")
    return try HTTPExchange.answer(to: question, at: address, patience: patience).status
  }
}
