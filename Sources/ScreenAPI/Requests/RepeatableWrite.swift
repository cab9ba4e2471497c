import HTTPWire
import JSONText
import MessageDigest
import Screens

/// Writes that answer with the revision of their change, and that may be sent again with their `Idempotency-Key`
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
extension ScreenAPI {
  /// How long a repetition waits for the first request, which may still be running, in milliseconds.
  private static let repetitionTime = 5000
  /// The longest key, in bytes.
  private static let maximumKeyBytes = 255

  /// Reads the parameters of a write, and checks its scope.
  /// - Parameters:
  ///   - place: where it writes.
  ///   - prefix: the prefix of its path there.
  func pending(
    _ call: EndpointCall, _ respond: @escaping Endpoint.Respond, at place: ServingState.Place,
    below prefix: String
  ) throws(Problem) -> PendingWrite {
    try call.request.withRequest { (request) -> Result<PendingWrite, Problem> in
      do throws(Problem) {
        let arguments = try self.arguments(of: call, request, at: place)
        let identity = try identity(of: request, arguments, below: prefix)
        return .success(
          PendingWrite(
            call: call, respond: respond, arguments: arguments, identity: identity,
            seal: call.endpoint.isSecret ? try seal(of: request) : nil))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Runs a write when no request with its key runs, and no write of the same change set.
  /// - Parameter responder: gets the problem of a repetition that has waited too long for the first request.
  func takingTurn(
    _ write: PendingWrite, in changeSet: String? = nil, on queue: @escaping APIEnvironment.Offload,
    _ responder: CountedResponder, _ work: @escaping @Sendable () -> Void
  ) {
    let keys = [
      write.identity.map { Turns.Key.request(id: $0.id) }, changeSet.map { .changeSet($0) },
    ].compactMap(\.self)
    let turns = serving.turns
    guard let waiting = turns.run(keys, on: queue, work), write.identity != nil else { return }
    _ = environment.later(Self.repetitionTime) {
      guard turns.giveUp(waiting) else { return }
      var problem = Problem(
        .requestInProgress, "a request with this Idempotency-Key is not answered yet; send it again later")
      problem.fields = [HTTPField("Retry-After", "1")]
      responder.respond(.response(refused(problem, write.call)))
    }
  }

  /// Runs a write on this thread, or finds the response that it had the first time.
  func attempt(_ write: PendingWrite) -> WriteOutcome {
    write.call.request.withRequest { request in
      do throws(Problem) {
        let response = try response(to: write, request)
        return .settled(finished(response, write.call.endpoint, request))
      } catch {
        let response = finished(error.response, write.call.endpoint, request)
        return error.isOutdated ? .outdated(response) : .settled(response)
      }
    }
  }

  private func response(
    to write: PendingWrite, _ request: borrowing HTTPRequest
  ) throws(Problem) -> HTTPResponse {
    let identity = write.identity
    if let identity, let response = try repeated(identity, write.seal) { return response }
    let change = WriteRequest(identity: identity)
    var arguments = write.arguments
    arguments.write = change
    var response: HTTPResponse
    do throws(Problem) {
      response = try write.respond(self, request, arguments)
    } catch {
      // The same request was stored meanwhile by another node or connection, and its change made this one fail.
      if let identity, change.revision == nil, let response = try? repeated(identity, write.seal) {
        return response
      }
      throw error
    }
    if let identity, change.revision == nil, let response = try repeated(identity, write.seal) {
      return response
    }
    guard response.status.rawValue < 400 else { return response }
    let revision = change.revision ?? publisher.revision
    if let identity { keep(response, to: identity, by: write) }
    response.add("Marquee-Revision", String(revision))
    return response
  }

  /// The identity of a request with an `Idempotency-Key`; nil for one without.
  /// - Throws: ``Problem`` for a key that is empty, too long or not visible ASCII.
  private func identity(
    of request: borrowing HTTPRequest, _ arguments: EndpointArguments, below prefix: String
  ) throws(Problem) -> RequestIdentity? {
    guard let key = try Self.idempotencyKey(of: request) else { return nil }
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
        Array(request.methodName), Array(prefix.utf8) + Array(request.path),
        Array(request.query ?? .empty), Array(request.body),
      ]))
  }

  /// - Throws: ``Problem`` for a key that is empty, too long or not visible ASCII.
  private static func idempotencyKey(of request: borrowing HTTPRequest) throws(Problem) -> [UInt8]? {
    guard let field = request.field(.idempotencyKey) else { return nil }
    let key = Array(field)
    guard !key.isEmpty, key.count <= maximumKeyBytes, key.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !request.isRepeated(.idempotencyKey)
    else {
      throw .badParameter(
        "Idempotency-Key",
        "an Idempotency-Key is one text of 1 to \(maximumKeyBytes) visible ASCII characters")
    }
    // The draft standard requires a quoted string (RFC 9651), but most clients send the text without quotes.
    let isQuoted = key.count > 2 && key.first == UInt8(ascii: "\"") && key.last == UInt8(ascii: "\"")
    return isQuoted ? Array(key.dropFirst().dropLast()) : key
  }

  private func seal(of request: borrowing HTTPRequest) throws(Problem) -> ResponseSeal? {
    guard let key = try Self.idempotencyKey(of: request), let field = request.field(.authorization),
      let token = BearerCredentials.token(in: field)
    else { return nil }
    return ResponseSeal(token: Array(token), idempotencyKey: key)
  }

  /// The response to a request that was sent before; nil for a new one.
  private func repeated(_ identity: RequestIdentity, _ seal: ResponseSeal?) throws(Problem) -> HTTPResponse? {
    let known: RepeatableRequest?
    do throws(StoreError) {
      known = try publisher.requests.repeatable(identity.id)
    } catch {
      throw Problem(forAdministrator: .store(error))
    }
    guard let known else { return nil }
    guard known.content == identity.content else {
      throw Problem(
        .idempotencyKeyReused,
        "this Idempotency-Key was used for another request within 24 hours; a new request needs a new key")
    }
    let kept = known.response.flatMap { $0.sealed == nil ? $0 : seal?.opened($0) }
    var response = kept.map { Self.response($0) } ?? Self.response(to: known)
    response.add("Idempotency-Replayed", "true")
    response.add("Marquee-Revision", String(known.revision))
    return response
  }

  private func keep(_ response: HTTPResponse, to identity: RequestIdentity, by write: PendingWrite) {
    var kept = KeptResponse(
      status: Int(response.status.rawValue),
      fields: response.fields.map { [$0.name, $0.value] },
      body: String(decoding: response.body, as: UTF8.self))
    if write.call.endpoint.isSecret {
      guard let seal = write.seal else { return }
      kept = seal.sealed(kept)
    }
    do throws(StoreError) {
      try publisher.requests.keep(kept, to: identity)
    } catch {
      // The change itself is stored with its key. A repetition is answered from what the change did.
    }
  }

  private static func response(_ kept: KeptResponse) -> HTTPResponse {
    let fields = kept.fields.compactMap { $0.count == 2 ? HTTPField($0[0], $0[1]) : nil }
    return HTTPResponse(
      HTTPStatus(rawValue: kept.status), fields: fields, body: Array(kept.body.utf8))
  }

  /// The response to a repeated request whose change is stored, but whose response is not: it could not be stored, or it
  /// contains a secret and was sent with another token or none.
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
