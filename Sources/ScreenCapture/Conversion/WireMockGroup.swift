import JSONText
import ScreenMock

/// The stubs of one method that answer at the paths of one endpoint.
struct WireMockGroup {
  private struct Entry {
    let stub: PlacedStub
    let isOwn: Bool
    let condition: JSONObject?
    let response: JSONObject
  }

  let method: String
  let places: WireMockPlaces
  private let own: Set<Int>
  /// Whether the paths of its stubs differ in the slash at the end.
  private let tellsSlashes: Bool
  private var entries: [Entry] = []

  /// - Parameter stubs: those with the path of the endpoint, in order.
  init(method: String, stubs: [PlacedStub]) {
    self.method = method
    places = WireMockPlaces(stubs.map(\.stub.path))
    own = Set(stubs.map(\.number))
    tellsSlashes = Set(stubs.compactMap(\.stub.path.endsWithSlash)).count > 1
  }

  /// The stubs whose own endpoint this is and that answer requests.
  var answering: Set<Int> { Set(entries.filter(\.isOwn).map(\.stub.number)) }

  /// Whether its stubs answer all requests.
  var isFull: Bool { entries.last.map { $0.condition == nil } ?? false }

  /// Adds a stub, which answers after those before it.
  mutating func add(_ stub: PlacedStub) throws(NoCounterpart) {
    let values = stub.stub.values(at: places, method)
    guard var condition = try stub.stub.condition(at: values) else { return }
    let isOwn = own.contains(stub.number)
    if isOwn, tellsSlashes, let endsWithSlash = stub.stub.path.endsWithSlash {
      let expression: JSONValue = endsWithSlash ? "^[^?]*/(\\?|$)" : "^[^?]*[^/?](\\?|$)"
      condition.add(WireMockCondition(["url": ["$regex": expression]]))
    }
    if let last = entries.last, last.stub.stub.response.proxy != nil {
      throw NoCounterpart(
        tokens: [],
        reason: "a stub before it forwards some requests to the real backend, and an endpoint forwards last")
    }
    guard entries.count < MockEndpoint.maximumResponses else {
      throw NoCounterpart(
        tokens: [], reason: "an endpoint has at most \(MockEndpoint.maximumResponses) responses")
    }
    let response = try stub.stub.response(at: values, asset: stub.asset)
    entries.append(Entry(stub: stub, isOwn: isOwn, condition: condition.object, response: response))
  }

  /// The endpoint; nil if stubs of other paths answer all of its requests.
  var json: JSONValue? {
    guard entries.contains(where: \.isOwn) else { return nil }
    var request: JSONObject = ["method": .string(method), "path": .string(places.path)]
    var entries = entries
    // A request that does not meet the condition of an endpoint is for the next one, where the others answer.
    if let first = entries.first, first.isOwn, first.condition != nil,
      !entries.dropFirst().contains(where: \.isOwn)
    {
      request["when"] = first.condition.map { .object($0) }
      entries = [Entry(stub: first.stub, isOwn: true, condition: nil, response: first.response)]
    }
    var isForwarded = false
    if let last = entries.last, last.stub.stub.response.proxy != nil {
      if last.condition != nil {
        // Without it, all other requests would be forwarded, too.
        request["when"] = .object(["$or": .array(entries.compactMap { $0.condition.map { .object($0) } })])
      }
      entries.removeLast()
      isForwarded = true
    }
    var json: JSONObject = ["request": .object(request)]
    if !entries.isEmpty { json["responses"] = .array(entries.map { Self.response($0) }) }
    if isForwarded { json["proxy"] = true }
    return .object(json)
  }

  private static func response(_ entry: Entry) -> JSONValue {
    var json = JSONObject()
    if let condition = entry.condition { json["when"] = .object(condition) }
    for member in entry.response { json[member.name] = member.value }
    return .object(json)
  }
}
