import HTTPWire
import JSONText
import Screens

/// Which requests of the journal are meant.
struct JournalMatch: Sendable {
  var route: String?
  var user: String?
  var status: Int?
  var variant: String?

  /// What of it is otherwise in a request.
  func differences(from request: DescribedRequest) -> [(name: String, found: JSONValue)] {
    var differences: [(String, JSONValue)] = []
    if let route, route != request.entry.route { differences.append(("route", .string(request.entry.route))) }
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
    func object(_ value: JSONValue, _ place: JSONPointer, _ noun: String, _ allowed: [String]) -> JSONObject {
      MemberReader(value, at: place, named: noun, allowed: allowed, &diagnostics)?.object ?? [:]
    }
    func number(_ object: JSONObject, _ name: String, _ place: JSONPointer) -> Int? {
      guard let value = object[name] else { return nil }
      if let number = value.numberValue?.intValue, number >= 0 { return number }
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: place.appending(name), "\(quoted(name)) is a whole number from 0",
          hint: "not \(value.text.prefix(80))"))
      return nil
    }
    func text(_ object: JSONObject, _ name: String, _ place: JSONPointer) -> String? {
      guard let value = object[name] else { return nil }
      if let text = value.stringValue { return text }
      diagnostics.add(
        Diagnostic(
          .wrongType, at: place.appending(name), "\(quoted(name)) is a string, not \(value.kind.phrase)"))
      return nil
    }
    let whole = object(document.value, .root, "an expectation", ["match", "atLeast", "atMost"])
    let place = JSONPointer(tokens: ["match"])
    let parts = object(
      whole["match"] ?? .object([:]), place, "a match", ["route", "user", "status", "variant"])
    match = JournalMatch(
      route: text(parts, "route", place), user: text(parts, "user", place),
      status: number(parts, "status", place), variant: text(parts, "variant", place))
    let most = number(whole, "atMost", .root)
    atMost = most
    // Nothing said means that there was such a request at all.
    atLeast = number(whole, "atLeast", .root) ?? (most == nil ? 1 : 0)
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
