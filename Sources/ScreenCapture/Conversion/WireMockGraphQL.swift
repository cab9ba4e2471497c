import Assignment
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
    condition.add(WireMockSubject.json("body.query").passes(["$regex": .string(try pattern(of: query))]))
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

  /// A regular expression of the same tokens with other spaces between them. A comma is a space, too (GraphQL §2.1.5), but
  /// the expression allows one only where the query has it, to stay short.
  private func pattern(of query: String) throws(NoCounterpart) -> String {
    let tokens = query.matches(
      of: #/"(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_][A-Za-z0-9_]*|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|\S/#
    ).map(\.output)
    guard !tokens.contains("#"), !query.contains("\"\"\"") else {
      throw unusable("write the query without comments and block strings")
    }
    var pattern = "^"
    var space = "\\s"
    var isAfterWord = false
    for token in tokens {
      if token == "," {
        space = "[\\s,]"
        continue
      }
      let count = isAfterWord && Self.isOfWord(token.first) ? "+" : "*"
      pattern += space + count + WireMockPattern.escaped(String(token))
      isAfterWord = Self.isOfWord(token.last)
      space = "\\s"
    }
    pattern += space + "*$"
    let limit = ConditionLimits().patternBytes
    guard pattern.utf8.count <= limit else {
      throw unusable("its regular expression has \(pattern.utf8.count) bytes, and may have \(limit)")
    }
    return pattern
  }

  /// Whether a space must divide a character from another one of this kind.
  private static func isOfWord(_ character: Character?) -> Bool {
    character.map { $0 == "_" || $0.isLetter || $0.isNumber } ?? false
  }

  private func unusable(_ reason: String) -> NoCounterpart {
    NoCounterpart(tokens: place + ["query"], reason: reason)
  }
}
