import JSONText
import ScreenMock
import Screens

/// The recorded exchanges of one method and path, which become an endpoint.
struct EndpointDraft {
  struct Exchange {
    let request: RecordedRequest
    let exchange: RecordedExchange
  }

  let method: String
  let path: String
  let origin: String
  private(set) var exchanges: [Exchange] = []
  /// Requests that no condition tells apart from later ones.
  private(set) var superseded: [RecordedRequest] = []

  init(method: String, path: String, origin: String) {
    self.method = method
    self.path = path
    self.origin = origin
  }

  mutating func add(_ exchange: Exchange) { exchanges.append(exchange) }

  /// The document. Of requests that differ in nothing that a condition can name, the last response answers, as the
  /// recorded server did last.
  mutating func document() -> JSONValue {
    let names = differingNames
    var last: [String: Int] = [:]
    for (index, exchange) in exchanges.enumerated() { last[Self.key(exchange, names)] = index }
    superseded = exchanges.enumerated().filter { index, exchange in
      guard let other = last[Self.key(exchange, names)], other != index else { return false }
      return !exchanges[other].exchange.isEqual(to: exchange.exchange)
    }.map(\.element.request)
    let kept = last.values.sorted().map { exchanges[$0].exchange }
    // What is asked for otherwise gets the response that asks for least: a successful one, if there is one.
    let ranks = kept.indices.sorted { one, other in
      let counts = [one, other].map { kept[$0].values.keys.count { names.contains($0) } }
      return counts[0] == counts[1] ? one < other : counts[0] > counts[1]
    }
    let isSuccess = { (index: Int) in 200...299 ~= kept[index].status }
    let fallback = ranks.last(where: isSuccess) ?? ranks.last
    let conditional = ranks.filter { $0 != fallback }
    let responses =
      conditional.map { Self.response(kept[$0], when: Self.condition(kept[$0], names)) }
      + [fallback].compactMap(\.self).map { Self.response(kept[$0], when: .none) }
    return [
      "request": ["method": .string(method), "path": .string(path)], "responses": .array(responses),
    ]
  }

  /// The names of values in which the requests differ.
  private var differingNames: [String] {
    guard exchanges.count > 1, let first = exchanges.first?.exchange.values else { return [] }
    let names = Set(exchanges.flatMap(\.exchange.values.keys))
    let differing = names.filter { name in exchanges.contains { $0.exchange.values[name] != first[name] } }
    return Array(differing.sorted().prefix(CaptureLimits.queryNames))
  }

  private static func key(_ exchange: Exchange, _ names: [String]) -> String {
    JSONValue.array(names.map { .array(exchange.exchange.values[$0].map { [$0] } ?? []) }).text
  }

  private static func condition(_ exchange: RecordedExchange, _ names: [String]) -> JSONValue {
    .object(
      names.reduce(into: JSONObject()) { condition, name in
        condition[name] = exchange.values[name] ?? ["$exists": false]
      })
  }

  private static func response(_ exchange: RecordedExchange, when condition: JSONValue?) -> JSONValue {
    var response = JSONObject()
    response["when"] = condition
    if exchange.status != 200 { response["status"] = .number(JSONNumber(exchange.status)) }
    var fields = exchange.fields.reduce(into: JSONObject()) {
      $0[$1.name] = .string(ConvertedEndpoints.escaped($1.value))
    }
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
}

extension RecordedExchange {
  fileprivate func isEqual(to other: RecordedExchange) -> Bool {
    status == other.status && body == other.body
      && fields.elementsEqual(other.fields) { $0.name == $1.name && $0.value == $1.value }
  }
}
