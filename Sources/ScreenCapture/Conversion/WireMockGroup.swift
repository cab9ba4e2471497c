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
  /// An upper bound of the bytes of its file, which has a condition twice if the real backend answers.
  private var estimatedBytes = Self.headBytes

  /// The bytes of a file without its responses.
  private static let headBytes = 4096

  /// - Parameter stubs: those with the path of the endpoint, in order.
  init(method: String, stubs: [PlacedStub]) {
    self.method = method
    places = WireMockPlaces(stubs.map(\.stub.path))
    own = Set(stubs.map(\.number))
    tellsSlashes = Set(stubs.compactMap(\.stub.path.endsWithSlash)).count > 1
  }

  /// The stubs that answer requests here.
  var answering: Set<Int> {
    guard entries.contains(where: \.isOwn) else { return [] }
    return Set(entries.filter { $0.isOwn || !hasOnlyFirst }.map(\.stub.number))
  }

  /// Whether the endpoint is only for requests that its first stub answers. The others have the next endpoint.
  var hasOnlyFirst: Bool {
    guard let first = entries.first, first.isOwn, first.condition != nil else { return false }
    return !entries.dropFirst().contains(where: \.isOwn)
  }

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
      // Requests that are not forwarded are for the next endpoint, where the others answer.
      guard isOwn else { return }
      throw NoCounterpart(
        tokens: [],
        reason: "a stub before it forwards some requests to the real backend, and an endpoint forwards last")
    }
    guard entries.count < MockEndpoint.maximumResponses else {
      throw NoCounterpart(
        tokens: [], reason: "an endpoint has at most \(MockEndpoint.maximumResponses) responses")
    }
    let response = try stub.stub.response(at: values, asset: stub.asset)
    let conditionBytes = condition.object.map { JSONValue.object($0).serialized().count } ?? 0
    let bytes = JSONValue.object(response).serialized().count + 2 * (conditionBytes + 16)
    guard estimatedBytes + bytes <= CaptureLimits.fileBytes else {
      throw NoCounterpart(
        tokens: [], reason: "the file of an endpoint has at most \(CaptureLimits.fileBytes) bytes")
    }
    estimatedBytes += bytes
    entries.append(Entry(stub: stub, isOwn: isOwn, condition: condition.object, response: response))
  }

  /// The endpoint; nil if stubs of other paths answer all of its requests.
  var json: JSONValue? {
    guard entries.contains(where: \.isOwn) else { return nil }
    var request: JSONObject = ["method": .string(method), "path": .string(places.path)]
    var entries = entries
    // A request that does not meet the condition of an endpoint is for the next one, where the others answer.
    if hasOnlyFirst, let first = entries.first {
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
