import HTTPWire
import ScreenMock
import Screens

extension ScreenAPI {
  /// The label of forwarded requests in the metrics.
  static let upstreamLabel = "(upstream)"

  /// Sends a request to the real backend, and its response to the client.
  /// - Parameters:
  ///   - segments: the decoded path.
  ///   - responder: records the request in the journal, too.
  func forward(
    _ request: borrowing HTTPRequest, _ body: [UInt8], at segments: [String], to upstream: any Upstream,
    _ responder: Responder
  ) {
    let forwarded: UpstreamRequest
    do throws(Problem) {
      forwarded = try upstreamRequest(request, body, at: segments, to: upstream)
    } catch {
      return send(error, responder)
    }
    let isBesideConsole = environment.console != nil
    let original = upstream.recorder == nil ? nil : RecordedUpstreamRequest(request, body)
    let isHead = request.method == .head
    let isTaken = upstream.run(holding: body.count) { [serving] in
      let exchange = UpstreamExchange(forwarded, to: upstream, responder, isBesideConsole: isBesideConsole)
      let recorded: HTTPResponse?
      let status: HTTPStatus
      switch exchange.run() {
      case .failed(let failure):
        return send(.upstream(failure, of: upstream.origin), responder)
      case .whole(let response, let length):
        (recorded, status) = (response, response.status)
        // Only a streamed response can have a length without a body.
        if isHead { _ = responder.stream(response, length: length) } else { responder.respond(response) }
      case .streamed(let response, let isComplete):
        // The body was not kept.
        (recorded, status) = (nil, isComplete ? response.status : 502)
      }
      serving.tally.count(Self.upstreamLabel, status: status.rawValue)
      if let original, let recorded { upstream.recorder?.add(original.entry(recorded, of: upstream.origin)) }
    }
    if !isTaken { send(.upstreamBusy(upstream.origin), responder) }
  }

  private func send(_ problem: Problem, _ responder: Responder) {
    serving.tally.count(Self.upstreamLabel, status: problem.status.rawValue)
    responder.respond(problem.response)
  }

  /// The request for the backend.
  /// - Throws: ``Problem`` for a request that could reach anything else.
  private func upstreamRequest(
    _ request: borrowing HTTPRequest, _ body: [UInt8], at segments: [String], to upstream: any Upstream
  ) throws(Problem) -> UpstreamRequest {
    // In a session, the path of the request has no prefix here.
    if EndpointPath.isReserved(segments) { throw .notFound("/" + RequestPath.joined(segments)) }
    if request.isAbsoluteForm {
      throw Problem(.malformedPath, "a request for the real backend names no host; send the path alone")
    }
    if RequestPath.hasHiddenDotSegment(segments) {
      throw Problem(
        .malformedPath,
        "a path has no segments . and .., encoded or not: resolve them before sending it"
      )
    }
    switch request.method {
    case .connect, .trace:
      throw .methodNotAllowed(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    default: break
    }
    let fields = request.allFields
    if UpstreamFields.hasPassed(upstream.name, fields) {
      throw Problem(
        .upstreamFailed, "the backend \(upstream.origin) leads back to this server; correct --upstream")
    }
    let authorization = request.field(.authorization).map { String(decoding: $0) } ?? ""
    let isForMarquee =
      (try? bearer(request).get()) != nil
      || !SecretRedaction.withoutTokens(authorization).utf8.elementsEqual(authorization.utf8)
    return UpstreamRequest(
      method: String(decoding: request.methodName),
      target: String(decoding: request.path) + (request.query.map { "?" + String(decoding: $0) } ?? ""),
      fields: UpstreamFields.ofRequest(
        fields, via: upstream.name, hidesAuthorization: isForMarquee, decodes: upstream.recorder != nil),
      body: body.isEmpty ? nil : body)
  }
}

extension Problem {
  static func upstream(_ failure: UpstreamFailure, of origin: String) -> Problem {
    Problem(
      failure.isTimeout ? .upstreamTimeout : .upstreamFailed,
      "the backend \(origin) gave no answer: \(failure.message)")
  }

  static func upstreamBusy(_ origin: String) -> Problem {
    var problem = Problem(
      .upstreamBusy,
      "\(UpstreamLimits.requests) requests, or \(UpstreamLimits.heldBytes >> 20) MiB of bodies, wait for the backend \(origin)"
    )
    problem.fields = [HTTPField("Retry-After", "1")]
    return problem
  }
}

extension HTTPRequest {
  /// All fields in their order.
  var allFields: [(name: String, value: String)] {
    (0..<fieldCount).map { (String(decoding: fieldName(at: $0)), String(decoding: fieldValue(at: $0))) }
  }
}
