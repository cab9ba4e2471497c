import HTTPWire
import JSONText
import Screens

/// Which requests of the journal are meant.
struct JournalMatch: Sendable, Hashable {
  var route: String?
  var user: String?
  var status: Int?
  var variant: String?

  /// What of it is otherwise in a request.
  func differences(from request: DescribedRequest) -> [(name: String, found: JSONValue)] {
    var differences: [(String, JSONValue)] = []
    if let route, route != request.entry.route { differences.append(("route", .string(request.route))) }
    if let user, user != request.user {
      differences.append(("user", request.user.map { .string($0) } ?? .null))
    }
    if let status, status != request.entry.status {
      differences.append(("status", request.entry.status.map { .number(JSONNumber($0)) } ?? .null))
    }
    if let variant, !request.variants.contains(variant) {
      differences.append(("variant", .array(request.variants.map { .string($0) })))
    }
    return differences
  }

  func matches(_ request: DescribedRequest) -> Bool { differences(from: request).isEmpty }
}

/// `{"match": {…}, "atLeast": 1, "atMost": 3}`: how often something must have been asked for.
struct JournalExpectation {
  let match: JournalMatch
  let atLeast: Int
  let atMost: Int?

  /// - Throws: ``ScreensError`` with places in the text.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "an expectation", allowed: ["match", "atLeast", "atMost"],
      &diagnostics)
    let parts = MemberReader(
      members?.object["match"] ?? .object([:]), at: JSONPointer(tokens: ["match"]), named: "a match",
      allowed: ["route", "user", "status", "variant"], &diagnostics)
    match = JournalMatch(
      route: parts?.string("route", &diagnostics), user: parts?.string("user", &diagnostics),
      status: parts?.integer("status", in: 100...999, &diagnostics),
      variant: parts?.string("variant", &diagnostics))
    let least = members?.integer("atLeast", in: 0...Int.max, &diagnostics)
    atMost = members?.integer("atMost", in: 0...Int.max, &diagnostics)
    // Nothing said means that there was such a request at all.
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
