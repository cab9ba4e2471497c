import HTTPWire
import JSONText
import ScreenMock
import Screens

/// Screens at addresses of the app's own.
extension ScreenAPI {
  /// The fields of the request that a screen's response still depends on: conditions, codings, and the server's address.
  private static let kept: [KnownField] = [.host, .acceptEncoding, .ifNoneMatch, .ifMatch]
  private static let keptUnknown: [StaticString] = [
    "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto",
  ]

  /// The reply with a screen, as at `/screens/{route}`: the mapped values take the place of its parameters.
  /// - Parameter path: the requested path, for the rules of the mock.
  func screen(
    at address: ScreenAddress, path: String, _ values: EndpointValues, _ request: borrowing HTTPRequest
  ) -> Reply {
    var limits = WireLimits()
    limits.requestLine = 1 << 18
    let message = Self.message(address, values, request)
    let input = InputBuffer(capacity: message.count)
    message.withBytes { input.append($0) }
    let parser = RequestParser(limits: limits)
    guard parser.advance(input) == .request else {
      return counted(
        Problem(.badParameter, "the values for the screen are too long, or have a control character"),
        of: address.route)
    }
    let loop = serving.snapshot(stripe: 0)
    let reply = parser.withRequest(
      in: input, isFromTrustedProxy: request.isFromTrustedProxy, peer: request.peer
    ) { screen in
      Array(address.route.utf8).withBytes { route -> Reply in
        guard let entry = loop.screens.entry(route: route) else {
          let known = publisher.screens.all.map(\.route.name)
          return refused(
            Self.problem(of: address.route) {
              .unknownRoute($0, nearest: NearestName.to(address.route, among: known))
            }, of: ScreenEndpoints.get.path.description)
        }
        return !serving.mock.isOff && serving.mock.isActive
          ? mocked(entry, route: route, screen, loop, at: path)
          : serveScreen(entry, route: route, screen, loop)
      }
    }
    return varying(reply, by: address.fields)
  }

  private static func message(
    _ address: ScreenAddress, _ values: EndpointValues, _ request: borrowing HTTPRequest
  ) -> [UInt8] {
    var parameters: [(String, String)] = []
    func add(_ name: String, _ path: ValuePath?) {
      guard let value = path.flatMap({ values[$0] }) else { return }
      let text = value.stringValue ?? value.text
      if !text.isEmpty { parameters.append((name, text)) }
    }
    add("user", address.user)
    for attribute in address.attributes { add(attribute.name, attribute.path) }
    if let format = address.format { parameters.append(("format", format)) }
    let query = parameters.map { "\(PercentEncoding.encoded($0.0))=\(PercentEncoding.encoded($0.1))" }
    var message = Array(
      "\(request.method == .head ? "HEAD" : "GET") /screens/\(address.route)".utf8)
    if !query.isEmpty { message += Array("?\(query.joined(separator: "&"))".utf8) }
    message += Array(" HTTP/1.1\r\n".utf8)
    var hasHost = false
    for field in kept {
      request.forEachValue(of: field) { value in
        message += Array("\(field.name): ".utf8) + Array(value) + [0x0D, 0x0A]
        hasHost = hasHost || field == .host
      }
    }
    // HTTP/1.0 knows no Host.
    if !hasHost { message += Array("Host: localhost\r\n".utf8) }
    for name in keptUnknown {
      if let value = request.list(named: name) { message += Array("\(name): \(value)\r\n".utf8) }
    }
    return message + [0x0D, 0x0A]
  }

  /// The reply whose `Vary` names the mapped fields in place of those of `/screens/{route}`.
  private func varying(_ reply: Reply, by fields: [String]) -> Reply {
    switch reply {
    case .prepared(let response): .response(response.whole.varying(by: fields))
    case .response(let response): .response(response.varying(by: fields))
    case .deferred(let work):
      .deferred { outer in
        work(
          Responder(insteadOf: outer) { outcome in
            switch outcome {
            case .prepared(let response): outer.respond(response.whole.varying(by: fields))
            case .response(let response): outer.respond(response.varying(by: fields))
            case .stream, .none, .reset, .raw: outer.forward(outcome)
            }
          })
      }
    case .stream: reply
    }
  }
}

extension PreparedResponse {
  fileprivate var whole: HTTPResponse {
    var response = head
    response.body = Array(body)
    return response
  }
}

extension HTTPResponse {
  /// The fields of requests for `/screens/{route}` that decide nothing at another address.
  private static let ofScreens: Set<String> = [
    "accept", "screen-user", "accept-view-types", "client-release", "prefer", "a-im",
  ]

  fileprivate func varying(by fields: [String]) -> HTTPResponse {
    let names = self.fields.filter { $0.isNamed("vary") }.flatMap { FieldList.elements(of: $0.value) }
    var response = self
    response.fields.removeAll { $0.isNamed("vary") }
    let varying = names.filter { !Self.ofScreens.contains($0.lowercased()) } + fields
    if !varying.isEmpty { response.add("Vary", varying.joined(separator: ", ")) }
    return response
  }
}
