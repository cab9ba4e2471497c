import JSONText
import Screens

/// The number of matching requests that a test expects: `{"match": {…}, "atLeast": 1, "atMost": 3}`.
struct JournalExpectation {
  let match: JournalMatch
  let atLeast: Int
  let atMost: Int?

  static let schema = Schema.named(
    "RequestExpectation",
    .closedObject(
      .optional(
        "match",
        .named(
          "RequestMatch",
          .closedObject(
            .optional("route", .string), .optional("user", .string),
            .optional("status", .integer(from: 100, through: 999)), .optional("variant", .string),
            .optional("path", .string, "The path without the query."), .optional("method", .string)))),
      .optional("atLeast", .integer(from: 0), "1 by default, 0 with atMost."),
      .optional("atMost", .integer(from: 0))))

  /// - Throws: ``ScreensError/invalidBody(_:)`` with lines and columns.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "an expectation", allowed: ["match", "atLeast", "atMost"],
      &diagnostics)
    let parts = MemberReader(
      members?.object["match"] ?? .object([:]), at: JSONPointer(tokens: ["match"]), named: "a match",
      allowed: ["route", "user", "status", "variant", "path", "method"], &diagnostics)
    match = JournalMatch(
      route: parts?.string("route", &diagnostics), user: parts?.string("user", &diagnostics),
      status: parts?.integer("status", in: 100...999, &diagnostics),
      variant: parts?.string("variant", &diagnostics), path: parts?.string("path", &diagnostics),
      method: parts?.string("method", &diagnostics))
    let least = members?.integer("atLeast", in: 0...Int.max, &diagnostics)
    atMost = members?.integer("atMost", in: 0...Int.max, &diagnostics)
    // Without bounds, at least one request must match.
    atLeast = least ?? (atMost == nil ? 1 : 0)
    if let atMost, let least, least > atMost {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["atMost"]), "\"atMost\" cannot be less than \"atLeast\"",
          hint: "\(least) or more"))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
  }

  func isMet(by count: Int) -> Bool { count >= atLeast && atMost.map { count <= $0 } ?? true }

  /// `at least 1`, `at most 3`, `1 to 3`.
  var text: String {
    guard let atMost else { return "at least \(atLeast)" }
    return atLeast == 0 ? "at most \(atMost)" : "\(atLeast) to \(atMost)"
  }
}
