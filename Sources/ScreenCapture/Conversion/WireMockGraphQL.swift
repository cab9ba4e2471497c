import JSONText

/// The matcher of WireMock's extension for GraphQL: the members `query`, `variables` and `operationName` of a body
/// (GraphQL over HTTP, "Request Parameters").
struct WireMockGraphQL {
  static let name = "graphql-body-matcher"
  /// What differs: the extension sorts a query first.
  static let note = "the parts of a query are compared in their order"

  private let parameters: JSONValue
  private let place: [String]

  init(_ matcher: JSONValue, _ place: [String]) {
    parameters = matcher["parameters"] ?? .null
    self.place = place + ["parameters"]
  }

  func add(to condition: inout WireMockCondition) throws(NoCounterpart) {
    guard let query = parameters["query"]?.stringValue else {
      throw NoCounterpart(tokens: place, reason: "\(Self.name) takes a \"query\"")
    }
    let pattern = try pattern(of: query)
    condition.add(WireMockSubject.json("body.query").passes(["$regex": .string("^\(pattern)$")]))
    condition.add(try test("variables", "equalToJson"))
    condition.add(try test("operationName", "equalTo"))
  }

  /// The condition on a member, which is missing in requests if it is missing here.
  private func test(_ name: String, _ matcher: String) throws(NoCounterpart) -> WireMockCondition {
    let subject = WireMockSubject.json("body.\(name)")
    guard let value = parameters[name], value != .null else { return subject.exists(false) }
    do throws(NoCounterpart) {
      return try WireMockMatcher(.object([matcher: value]), []).condition(on: subject)
    } catch {
      throw NoCounterpart(tokens: place + [name], reason: error.reason)
    }
  }

  /// A regular expression of the same tokens with other spaces between them. Commas mean nothing (GraphQL §2.1.5).
  private func pattern(of query: String) throws(NoCounterpart) -> String {
    guard !query.contains("#"), !query.contains("\"\"\"") else {
      throw NoCounterpart(
        tokens: place + ["query"], reason: "write the query without comments and block strings")
    }
    var pattern = ""
    var isAfterWord = false
    let tokens = query.matches(of: #/"(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?[0-9][0-9.eE+-]*|[^\s,]/#)
    for token in tokens.map(\.output) {
      let isWord = token.first.map { $0 == "_" || $0.isLetter || $0.isNumber } ?? false
      pattern += (isWord && isAfterWord ? "[\\s,]+" : "[\\s,]*") + WireMockPattern.escaped(String(token))
      isAfterWord = isWord
    }
    return pattern + "[\\s,]*"
  }
}
