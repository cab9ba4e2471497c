import AdminModel
import HTTPWire
import JSONText
import ScreenMock
import Screens

/// A request that somebody tries.
struct TriedRequest {
  let method: String
  let path: String
  let fields: [(name: String, value: String)]
  let body: String

  init(_ bytes: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: bytes)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "a request", allowed: ["method", "path", "headers", "body"],
      &diagnostics)
    let method = members?.required("method", of: "a request", hint: "such as \"GET\"", &diagnostics)
    let path = members?.required("path", of: "a request", hint: "such as \"/api/login\"", &diagnostics)
    self.method = method == nil ? "" : members?.string("method", &diagnostics) ?? ""
    self.path = path == nil ? "" : members?.string("path", &diagnostics) ?? ""
    if path?.stringValue.map({ !$0.hasPrefix("/") }) ?? false {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["path"]), "a path begins with \"/\"",
          hint: "leave out the scheme and the host"))
    }
    var fields: [(name: String, value: String)] = []
    if let value = members?.object["headers"] {
      let location = JSONPointer(tokens: ["headers"])
      guard case .object(let object) = value else {
        throw .invalidBody(
          Diagnostics(
            Diagnostic(.wrongType, at: location, "\"headers\" is an object, not \(value.kind.phrase)")))
      }
      for member in object {
        if let text = member.value.stringValue {
          fields.append((member.name, text))
        } else {
          diagnostics.add(
            Diagnostic(
              .wrongType, at: location.appending(member.name),
              "a field is a string, not \(member.value.kind.phrase)"))
        }
      }
    }
    for text in [self.method, self.path] + fields.flatMap({ [$0.name, $0.value] })
    where text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
      diagnostics.add(
        Diagnostic(.invalidValue, at: .root, "\(quoted(text)) has a control character, which no request has"))
    }
    self.fields = fields
    body = members?.string("body", &diagnostics) ?? ""
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
  }

  /// What the endpoints say of it.
  func match(_ api: ScreenAPI) -> EndpointMatch {
    let connection: Set<String> = ["content-length", "transfer-encoding"]
    var message = Array("\(method) \(path) HTTP/1.1\r\n".utf8)
    for (name, value) in fields where !connection.contains(name.lowercased()) {
      message += Array("\(name): \(value)\r\n".utf8)
    }
    if !fields.contains(where: { $0.name.lowercased() == "host" }) {
      message += Array("Host: localhost\r\n".utf8)
    }
    message += Array("Content-Length: \(body.utf8.count)\r\n\r\n".utf8)
    message += Array(body.utf8)
    let input = InputBuffer(capacity: message.count)
    message.withBytes { input.append($0) }
    let parser = RequestParser(limits: .api)
    guard parser.advance(input) == .request else {
      return .refused(400, "The request is not valid in HTTP, or too long.")
    }
    return parser.withRequest(in: input, isFromTrustedProxy: false, peer: nil) { match(api, $0) }
  }

  private func match(_ api: ScreenAPI, _ request: borrowing HTTPRequest) -> EndpointMatch {
    let segments: [String]
    do throws(RequestPath.DecodingError) {
      segments = try RequestPath.segments(of: request.path)
    } catch {
      return .refused(400, ScreenAPI.problem(of: error, in: request.path).detail)
    }
    let isOwn = EndpointTable.standard.match(segments) != nil
    if isOwn || EndpointPath.isReserved(segments) { return .refused(nil, "Marquee itself has this path.") }
    do throws(Problem) {
      let bytes = try Parameter<[UInt8]>.bytes(of: request)
      let body = try BackendBody(
        bytes, contentType: request.field(.contentType).map { String(decoding: $0) })
      return EndpointMatch(
        api.serving.mock.backend.explain(
          BackendRequest(request, at: segments, body, bytes), groups: api.publisher.catalogue.groups,
          hasUpstream: api.environment.upstream != nil))
    } catch {
      return .refused(error.status.rawValue, error.detail)
    }
  }
}

extension EndpointMatch {
  /// A request that no endpoint sees.
  fileprivate static func refused(_ status: Int?, _ note: String) -> EndpointMatch {
    EndpointMatch(answers: nil, status: status, note: note, candidates: [])
  }

  fileprivate init(_ explanation: BackendExplanation) {
    self.init(
      answers: explanation.answering?.name, status: explanation.status, note: nil,
      candidates: explanation.verdicts.map {
        .init(
          name: $0.endpoint.name, methods: $0.endpoint.methods, path: $0.endpoint.path.description,
          verdict: $0.outcome.rawValue, reason: $0.reason)
      })
  }
}
