import Dispatch
import HTTPWire

/// One request for the real backend, on its way to the client.
///
/// A small body is collected and sent as a whole, so that a backend that fails in the middle of it costs a problem. A
/// larger one, and a stream of events, is passed on in pieces; a failure then closes the connection.
final class UpstreamExchange: UpstreamReceiver {
  private let request: UpstreamRequest
  private let upstream: any Upstream
  private let responder: Responder
  private let isBesideConsole: Bool

  private var head: HTTPResponse?
  /// The value of `Content-Length`.
  private var length: Int?
  private var body: [UInt8] = []
  private var writer: StreamWriter?
  /// What is wrong with the head of the response.
  private var failure: UpstreamFailure?

  /// The end of an exchange.
  enum Outcome {
    case whole(HTTPResponse, length: Int?)
    /// The body was passed on in pieces; false if it ended too early.
    case streamed(HTTPResponse, isComplete: Bool)
    case failed(UpstreamFailure)
  }

  init(_ request: UpstreamRequest, to upstream: any Upstream, _ responder: Responder, isBesideConsole: Bool) {
    self.request = request
    self.upstream = upstream
    self.responder = responder
    self.isBesideConsole = isBesideConsole
  }

  /// Sends the request, and passes a large body on. The caller sends a whole one.
  func run() -> Outcome {
    var error: UpstreamFailure?
    do throws(UpstreamFailure) {
      try upstream.send(request, to: self)
    } catch let caught {
      error = caught
    }
    if let writer, let head {
      if error == nil { writer.finish() } else { writer.reset() }
      return .streamed(head, isComplete: error == nil)
    }
    if let failure = failure ?? error { return .failed(failure) }
    guard var head else { return .failed(UpstreamFailure("the response is incomplete")) }
    head.body = body
    return .whole(head, length: length)
  }

  func begin(status: Int, fields: [(name: String, value: String)]) -> Bool {
    guard (200...599).contains(status),
      let kept = UpstreamFields.ofResponse(fields, isBesideConsole: isBesideConsole)
    else {
      failure = UpstreamFailure("the response is not HTTP")
      return false
    }
    let lengths = Set(fields.filter { $0.name.lowercased() == "content-length" }.map(\.value))
    // The end of such a response is not known (RFC 9112 §6.3).
    guard lengths.count < 2 else {
      failure = UpstreamFailure("the response has two lengths")
      return false
    }
    let head = HTTPResponse(HTTPStatus(rawValue: status), fields: kept)
    self.head = head
    length = lengths.first.flatMap { Int($0) }
    let type = head.value(of: "content-type").map { FieldParameters($0).value }
    return type == "text/event-stream" && request.method != "HEAD" ? beginStream() : true
  }

  func receive(_ part: [UInt8]) -> Bool {
    if let writer { return pass(part, to: writer) }
    body += part
    return body.count <= UpstreamLimits.wholeBodyBytes || beginStream()
  }

  private func beginStream() -> Bool {
    guard let head, let writer = responder.stream(head, length: length) else { return false }
    self.writer = writer
    defer { body = [] }
    return pass(body, to: writer)
  }

  /// Passes a part on, and waits while too much waits to be sent.
  private func pass(_ part: [UInt8], to writer: StreamWriter) -> Bool {
    while !writer.write(part) {
      guard writer.isOpen else { return false }
      let hasRoom = DispatchSemaphore(value: 0)
      writer.onEmpty { hasRoom.signal() }
      hasRoom.wait()
    }
    return true
  }
}
