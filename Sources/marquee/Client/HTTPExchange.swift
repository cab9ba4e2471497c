/// One request over a connection of its own, and its answer.
enum HTTPExchange {
  /// - Parameter patience: seconds without a byte after which it is given up.
  static func answer(
    to question: HTTPQuestion, at address: ServerAddress, patience: Int
  ) throws(TransportFailure) -> HTTPAnswer {
    let socket = try ClientSocket(host: address.host, port: address.port, patience: patience)
    do throws(TransportFailure) {
      try socket.send(question.bytes(to: address))
    } catch {
      // A server may refuse a request before it has read all of it (RFC 9112 §9.6): its answer says why.
      do throws(TransportFailure) { return try AnswerReader.answer(from: socket) } catch _ { throw error }
    }
    return try AnswerReader.answer(from: socket)
  }
}
