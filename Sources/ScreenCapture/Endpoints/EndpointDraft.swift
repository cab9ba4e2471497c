import JSONText
import ScreenMock
import Screens

/// The recorded exchanges of one method and path, which become an endpoint.
struct EndpointDraft {
  struct Exchange {
    let request: RecordedRequest
    let exchange: RecordedExchange
    /// What tells the request apart from those of the screen at the same address; nil without such a screen.
    fileprivate(set) var condition: JSONValue?

    init(request: RecordedRequest, exchange: RecordedExchange) {
      self.request = request
      self.exchange = exchange
    }
  }

  /// The values in which the recorded requests differ.
  private struct Differences {
    var names: [String] = []
    /// The names whose values are not only texts. A text as a condition holds for the number that is written like it, too.
    var mixed: Set<String> = []

    init(_ exchanges: [Exchange]) {
      guard exchanges.count > 1 else { return }
      var found: [String: (first: JSONValue, count: Int, differs: Bool)] = [:]
      for (name, value) in exchanges.lazy.flatMap(\.exchange.values) {
        if value.stringValue == nil { mixed.insert(name) }
        let known = found[name] ?? (first: value, count: 0, differs: false)
        found[name] = (known.first, known.count + 1, known.differs || known.first != value)
      }
      let differing = found.filter { $0.value.differs || $0.value.count < exchanges.count }.keys
      names = Array(differing.sorted().prefix(CaptureLimits.queryNames))
    }

    /// Equal for requests that no condition tells apart.
    func key(_ exchange: RecordedExchange) -> String {
      JSONValue.array(
        names.map { name -> JSONValue in
          switch exchange.values[name] {
          case nil: .array([])
          // Conditions compare numbers as doubles.
          case .number(let number)?: .array([.array([.string(String(number.doubleValue))])])
          case let value?: .array([value])
          }
        }
      ).text
    }

    func condition(_ exchange: RecordedExchange) -> JSONValue {
      var condition = JSONObject()
      var required: [JSONValue] = []
      for name in names {
        switch exchange.values[name] {
        case nil: condition[name] = ["$exists": false]
        case .null?:
          // Holds for a missing value, too.
          condition[name] = JSONValue.null
          required.append(.string(String(name.drop { $0 != "." }.dropFirst())))
        case .string(let text)? where !mixed.contains(name): condition[name] = .string(text)
        case let value?: condition[name] = ["$eq": value]
        }
      }
      if !required.isEmpty { condition["body"] = ["$schema": ["required": .array(required)]] }
      return .object(condition)
    }
  }

  let method: String
  let path: String
  private(set) var exchanges: [Exchange] = []
  /// Requests that no condition tells apart from later ones.
  private(set) var superseded: [RecordedRequest] = []
  /// Requests whose responses are more than an endpoint can have.
  private(set) var surplus: [RecordedRequest] = []
  /// Whether a condition names a replaced value.
  private(set) var hasReplacements = false

  init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  mutating func add(_ exchange: Exchange) { exchanges.append(exchange) }

  /// Leaves the requests of a screen at the same address to it.
  /// - Returns: the requests that the screen's queries do not differ from, which the endpoint loses.
  mutating func exclude(_ queries: ScreenQueries) -> [RecordedRequest] {
    var excluded: [RecordedRequest] = []
    exchanges = exchanges.compactMap { exchange in
      let prefix = "query."
      let query = exchange.exchange.values.reduce(into: [String: String]()) { query, value in
        if value.key.hasPrefix(prefix) {
          query[String(value.key.dropFirst(prefix.count))] = value.value.stringValue
        }
      }
      guard let condition = queries.condition(of: query) else {
        excluded.append(exchange.request)
        return nil
      }
      var own = exchange
      own.condition = condition
      return own
    }
    return excluded
  }

  /// The document. Of requests that differ in nothing that a condition can name, the last response answers, as the
  /// recorded server did last.
  mutating func document() -> JSONValue {
    let differences = Differences(exchanges)
    let keys = exchanges.map { differences.key($0.exchange) }
    var last: [String: Int] = [:]
    for (index, key) in keys.enumerated() { last[key] = index }
    superseded = exchanges.indices.filter { index in
      guard let other = last[keys[index]], other != index else { return false }
      return !exchanges[other].exchange.isEqual(to: exchanges[index].exchange)
    }.map { exchanges[$0].request }
    let all = last.values.sorted()
    let counts = all.map { index in
      differences.names.count { exchanges[index].exchange.values[$0] != nil }
    }
    // What is asked for otherwise gets the response that asks for least: a successful one, if there is one.
    let ranks = all.indices.sorted { one, other in
      counts[one] == counts[other] ? one < other : counts[one] > counts[other]
    }.map { all[$0] }
    let isSuccess = { [exchanges] (index: Int) in 200...299 ~= exchanges[index].exchange.status }
    guard let fallback = ranks.last(where: isSuccess) ?? ranks.last else { return .null }
    let kept = Set(all.filter { $0 != fallback }.prefix(MockEndpoint.maximumResponses - 1))
    let isLost = { [exchanges] (key: String) in
      guard let index = last[key], index != fallback, !kept.contains(index) else { return false }
      // The endpoint gets only what its condition names.
      return exchanges[index].condition != nil
        || !exchanges[index].exchange.isEqual(to: exchanges[fallback].exchange)
    }
    surplus = exchanges.indices.filter { isLost(keys[$0]) }.map { exchanges[$0].request }
    let conditional = ranks.filter { kept.contains($0) }
    var request: JSONObject = ["method": .string(method), "path": .string(path)]
    let conditions = (conditional + [fallback]).compactMap { exchanges[$0].condition }
    request["when"] = Self.anyOf(conditions)
    let replaced = exchanges.reduce(into: Set<String>()) { $0.formUnion($1.exchange.replacedNames) }
    hasReplacements =
      !replaced.isDisjoint(with: differences.names)
      || !conditions.isEmpty && replaced.contains { $0.hasPrefix("query.") }
    let responses =
      conditional.map { index in
        Self.response(
          exchanges[index].exchange, when: differences.condition(exchanges[index].exchange))
      } + [Self.response(exchanges[fallback].exchange, when: .none)]
    return ["request": .object(request), "responses": .array(responses)]
  }

  /// A condition that holds if one of several does; nil if there is none.
  private static func anyOf(_ conditions: [JSONValue]) -> JSONValue? {
    var known: Set<String> = []
    let different = conditions.sorted { $0.text < $1.text }.filter {
      known.insert($0.text).inserted
    }
    return different.count > 1 ? ["$or": .array(different)] : different.first
  }

  private static func response(_ exchange: RecordedExchange, when condition: JSONValue?) -> JSONValue {
    var response = JSONObject()
    response["when"] = condition
    if exchange.status != 200 { response["status"] = .number(JSONNumber(exchange.status)) }
    var fields = fields(exchange)
    switch exchange.body {
    case .none: break
    case .json(let json): response["body"] = ConvertedEndpoints.escaped(json)
    case .text(let text, let type):
      if !type.isEmpty { fields["Content-Type"] = .string(type) }
      response["text"] = .string(ConvertedEndpoints.escaped(text))
    }
    if !fields.isEmpty { response["headers"] = .object(fields) }
    return .object(response)
  }

  /// The fields of a response. Those of one name, whatever its case, are one member.
  private static func fields(_ exchange: RecordedExchange) -> JSONObject {
    var names: [String: String] = [:]
    return exchange.fields.reduce(into: JSONObject()) { fields, field in
      let name = names[field.name.lowercased(), default: field.name]
      names[field.name.lowercased()] = name
      let value = JSONValue.string(ConvertedEndpoints.escaped(field.value))
      fields[name] = fields[name].map { .array(($0.arrayValue ?? [$0]) + [value]) } ?? value
    }
  }
}

extension RecordedExchange {
  fileprivate func isEqual(to other: RecordedExchange) -> Bool {
    status == other.status && body == other.body
      && fields.elementsEqual(other.fields) { $0.name == $1.name && $0.value == $1.value }
  }
}
