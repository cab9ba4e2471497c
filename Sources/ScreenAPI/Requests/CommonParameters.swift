import HTTPWire
import JSONText
import Screens

// Parameters of several endpoints. Those of one noun are in the file of its endpoints.

extension Parameter where Value == Route {
  /// The route of a request that reads. An invalid one is an unknown screen.
  static var route: Self {
    route(.unknownScreen)
  }

  /// The route of a request that writes. An invalid one is refused as such.
  static var routeToChange: Self {
    route(.badRoute)
  }

  private static func route(_ type: ProblemType) -> Self {
    Parameter([.route], problems: [type]) { (_, arguments, _) throws(Problem) in
      do throws(Route.NameError) {
        return try Route(arguments.placeholders["route"] ?? "")
      } catch {
        var problem = Problem(type, error.message)
        if let hint = error.hint { problem.members = [("hint", .string(hint))] }
        throw problem
      }
    }
  }
}

extension ParameterDeclaration {
  /// The route of a screen.
  static var route: ParameterDeclaration {
    ParameterDeclaration(
      "route", in: .path,
      """
      The route of a screen. A route may have several segments, such as menu/noodles. Do not percent-encode \
      its slashes: %2F gives 404, although OpenAPI cannot describe a path parameter with slashes.
      """,
      .routeSegment, isRequired: true)
  }
}

extension Parameter where Value == Bool {
  static var dryRun: Self { flag("dryRun", "Checks the request and changes nothing.") }

  static var allowsReassignment: Self {
    flag("allowReassignment", "Publishes although units move between variants of a running experiment.")
  }
}

extension Parameter where Value == Int? {
  static var before: Self { integer("before", "Lists only entries older than the one with this number.") }
}

extension Parameter where Value == Int {
  /// The number of entries of a page, if the request does not set it.
  private static var defaultLimit: Int { 50 }
  private static var maximumLimit: Int { 500 }

  /// The placeholder `id` of a path.
  /// - Parameter noun: what it identifies, with its article.
  static func id(of noun: String) -> Self {
    path("id", "The id of \(noun).", .integer(from: 1)) { text in
      Int(text).flatMap { $0 > 0 && String($0) == text ? $0 : nil }
    }
  }

  static var limit: Self {
    let declared = Parameter<Int?>.integer(
      "limit", "The length of the list. More than \(maximumLimit) means \(maximumLimit).")
    return Parameter(
      declared.declarations.map { $0.defaulting(to: .number(JSONNumber(defaultLimit))) },
      problems: declared.problems
    ) { (request, arguments, api) throws(Problem) in
      min(try declared.read(request, arguments, api) ?? defaultLimit, maximumLimit)
    }
  }
}

extension Parameter where Value == Author {
  /// The length of `Screen-Message` that is kept, in bytes.
  private static var maximumMessageBytes: Int { 1000 }

  /// The text of `Screen-Message`, cut between two characters.
  private static func message(_ bytes: [UInt8]) -> String {
    var end = min(bytes.count, maximumMessageBytes)
    // A byte 10xxxxxx continues a character.
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The author of a change, with the reason for it.
  static var author: Self {
    Parameter(
      [
        ParameterDeclaration(
          "Screen-Message", in: .header,
          "Why the change is made, for the history. Cut after \(maximumMessageBytes) bytes.", .string),
        ParameterDeclaration(
          "Idempotency-Key", in: .header,
          """
          An id of the request. If a client sends the same request with it again within 24 hours, to any \
          node, the server changes nothing and returns the first response.
          """, .string(pattern: "^[!-~]{1,255}$")),
      ], problems: [.badParameter]
    ) { (request, arguments, _) throws(Problem) in
      guard let bearer = arguments.bearer else { throw Bearer.Refusal.missing.problem }
      return Author(
        name: bearer.name,
        message: request.field(.screenMessage).map { message(Array($0)) }, request: arguments.write,
        trace: request.field(.traceparent).flatMap { TraceContext($0) }?.text)
    }
  }
}

extension Parameter where Value == AdminPrecondition {
  /// `If-Match` and `If-None-Match` of a write.
  static var precondition: Self {
    let ifMatch = Parameter<String?>.header(
      .ifMatch, as: "If-Match", "Changes only what still has one of these entity tags."
    ) { $0 }
    let ifNoneMatch = Parameter<String?>.header(
      .ifNoneMatch, as: "If-None-Match", "With *, changes only what does not exist yet."
    ) { $0 }
    return Parameter(ifMatch, ifNoneMatch, problems: [.preconditionFailed]) {
      AdminPrecondition(ifMatch: $0, ifNoneMatch: $1)
    }
  }
}

extension Parameter where Value == Int? {
  /// The number of the event that a client of Server-Sent Events received last.
  static var lastEventID: Self {
    header(
      .lastEventID, as: "Last-Event-ID", "The id of the event that was received last: newer ones follow.",
      .integer(from: 0)
    ) { $0.flatMap { Int($0) } }
  }
}

extension Parameter where Value == String? {
  /// The unit, for a request without `user` in its query.
  static var screenUser: Self {
    header(.screenUser, as: "Screen-User", "The unit, when the query has no user.") { $0 }
  }
}

extension Parameter where Value == String {
  /// The address by which the client reached the server.
  static var publicAddress: Self {
    Parameter([]) { request, _, api in api.serving.address.url(for: request) ?? "" }
  }
}
