import Dispatch
import HTTPWire
import JSONText
import MessageDigest
import Screens

/// Writes that answer with the revision of their change, and that may be sent again with their `Idempotency-Key`
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
extension ScreenAPI {
  /// How long a repetition waits for the first request, which may still be running.
  private static let repetitionTime = DispatchTimeInterval.seconds(5)
  /// The longest key, in bytes.
  private static let maximumKeyBytes = 255

  /// Runs a write, or returns the response that it had the first time.
  /// - Parameter respond: runs the write.
  func write(
    _ request: borrowing HTTPRequest, _ endpoint: Endpoint, _ arguments: EndpointArguments,
    _ respond: (EndpointArguments) throws(Problem) -> HTTPResponse?
  ) throws(Problem) -> HTTPResponse? {
    guard let identity = try identity(of: request, arguments) else {
      return try write(nil, endpoint, arguments, respond)
    }
    guard serving.keys.begin(identity.id, waitingFor: Self.repetitionTime) else {
      var problem = Problem(
        .requestInProgress, "a request with this Idempotency-Key is not answered yet; send it again later")
      problem.fields = [HTTPField("Retry-After", "1")]
      throw problem
    }
    defer { serving.keys.end(identity.id) }
    if let response = try repeated(identity) { return response }
    return try write(identity, endpoint, arguments, respond)
  }

  private func write(
    _ identity: RequestIdentity?, _ endpoint: Endpoint, _ arguments: EndpointArguments,
    _ respond: (EndpointArguments) throws(Problem) -> HTTPResponse?
  ) throws(Problem) -> HTTPResponse? {
    let write = WriteRequest(identity: identity)
    var arguments = arguments
    arguments.write = write
    var response: HTTPResponse?
    do throws(Problem) {
      response = try respond(arguments)
    } catch {
      // The same request was stored meanwhile by another node or connection, and its change made this one fail.
      if let identity, write.revision == nil, let response = try? repeated(identity) { return response }
      throw error
    }
    if let identity, write.revision == nil, let response = try repeated(identity) { return response }
    guard var response, response.status.rawValue < 400 else { return response }
    let revision = write.revision ?? publisher.revision
    if let identity, !endpoint.isSecret { try keep(response, to: identity) }
    response.add("Marquee-Revision", String(revision))
    return response
  }

  /// The identity of a request with an `Idempotency-Key`; nil for one without.
  /// - Throws: ``Problem`` for a key that is empty, too long or not visible ASCII.
  private func identity(
    of request: borrowing HTTPRequest, _ arguments: EndpointArguments
  ) throws(Problem) -> RequestIdentity? {
    guard let field = request.field(.idempotencyKey) else { return nil }
    var key = Array(field)
    guard !key.isEmpty, key.count <= Self.maximumKeyBytes, key.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !request.isRepeated(.idempotencyKey)
    else {
      throw .badParameter(
        "Idempotency-Key",
        "an Idempotency-Key is one text of 1 to \(Self.maximumKeyBytes) visible ASCII characters")
    }
    // The draft standard requires a quoted string (RFC 9651), but most clients send the text without quotes.
    if key.count > 2, key.first == UInt8(ascii: "\""), key.last == UInt8(ascii: "\"") {
      key = Array(key.dropFirst().dropLast())
    }
    // A dry run changes nothing, so its repetition runs again.
    if arguments.query["dryRun"] == "true" { return nil }
    // The length before each part keeps different parts from giving the same bytes.
    func digest(_ parts: [[UInt8]]) -> String {
      var bytes: [UInt8] = []
      for part in parts { bytes += Array("\(part.count):".utf8) + part }
      return SHA256Digest(of: bytes).hexadecimal
    }
    // Include the scope, because a token may have the same name as the server's own.
    let sender = Array("\(arguments.bearer?.scope.rawValue ?? "") \(arguments.bearer?.name ?? "")".utf8)
    return RequestIdentity(
      id: digest([sender, key]),
      content: digest([
        Array(request.methodName), Array(serving.path.utf8) + Array(request.path),
        Array(request.query ?? .empty), Array(request.body),
      ]))
  }

  /// The response to a request that was sent before; nil for a new one.
  private func repeated(_ identity: RequestIdentity) throws(Problem) -> HTTPResponse? {
    let known: RepeatableRequest?
    do throws(StoreError) {
      known = try publisher.repeatableRequest(identity.id)
    } catch {
      throw Problem(forAdministrator: .store(error))
    }
    guard let known else { return nil }
    guard known.content == identity.content else {
      throw Problem(
        .idempotencyKeyReused,
        "this Idempotency-Key was used for another request within 24 hours; a new request needs a new key")
    }
    var response = known.response.map { Self.response($0) } ?? Self.response(to: known)
    response.add("Idempotency-Replayed", "true")
    response.add("Marquee-Revision", String(known.revision))
    return response
  }

  private func keep(_ response: HTTPResponse, to identity: RequestIdentity) throws(Problem) {
    let kept = KeptResponse(
      status: Int(response.status.rawValue),
      fields: response.fields.map { [$0.name, $0.value] },
      body: String(decoding: response.body, as: UTF8.self))
    do throws(StoreError) {
      try publisher.keep(kept, to: identity)
    } catch {
      // The change itself is stored with its key. A repetition is answered from what the change did.
    }
  }

  private static func response(_ kept: KeptResponse) -> HTTPResponse {
    let fields = kept.fields.compactMap { $0.count == 2 ? HTTPField($0[0], $0[1]) : nil }
    return HTTPResponse(
      HTTPStatus(rawValue: kept.status), fields: fields, body: Array(kept.body.utf8))
  }

  /// The response to a repeated request whose change is stored, but whose response is not: it contains secrets, or it
  /// could not be stored.
  private static func response(to request: RepeatableRequest) -> HTTPResponse {
    guard let effect = request.effect else { return .json([:]) }
    guard effect.action == AuditEntry.Action.publish.rawValue, let version = effect.version else {
      return .json(effect.json)
    }
    var response = HTTPResponse.json([
      "route": .string(effect.subject), "version": .number(JSONNumber(version)),
    ])
    if version == 1 { response.status = 201 }
    response.add("ETag", "\"\(version)\"")
    return response
  }
}
