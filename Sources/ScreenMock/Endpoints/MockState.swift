import JSONText

/// What endpoints have stored: an object, and the items of collections. It is bounded.
package struct MockState: Sendable {
  /// The limit of the object and of what requests have added to the collections, in bytes of JSON.
  static let maximumBytes = 1 << 20
  /// The largest number of items of all collections.
  package static let maximumItems = 10_000

  /// Why a change is refused.
  package enum Refusal: Error {
    case tooManyBytes
    case tooDeep
    case tooManyItems
  }

  private struct Items: Sendable {
    var items: [JSONObject]
    /// The size of the items, less that of the seed.
    var bytes = 0
  }

  private(set) var object = JSONObject()
  private var objectBytes = 2
  /// The items by the name of the collection.
  private var collections: [String: Items] = [:]

  init() {}

  /// The state of a session: the object of the server, and the seeds.
  init(forking other: MockState) {
    object = other.object
    objectBytes = other.objectBytes
  }

  private var bytes: Int { collections.values.reduce(objectBytes) { $0 + max(0, $1.bytes) } }

  /// Forgets everything, so that the collections have their seeds again.
  mutating func reset() { self = MockState() }

  /// Forgets the items of a collection.
  mutating func reset(_ name: String) { collections[name] = nil }

  // MARK: The object

  /// Merges a JSON Merge Patch into the object.
  mutating func merge(_ patch: JSONValue) throws(Refusal) {
    guard case .object(let merged) = JSONMergePatch.apply(patch, to: .object(object)) else { return }
    try replace(merged)
  }

  mutating func replace(_ object: JSONObject) throws(Refusal) {
    // A response can put the state into itself again and again. What reads a value by recursion has this limit, too.
    guard JSONExtent(of: .object(object)).depth <= JSONParser.defaultDepth else { throw .tooDeep }
    let bytes = JSONValue.object(object).serialized().count
    guard self.bytes - objectBytes + bytes <= Self.maximumBytes else { throw .tooManyBytes }
    self.object = object
    objectBytes = bytes
  }

  // MARK: Collections

  func items(of endpoint: MockEndpoint) -> [JSONObject] {
    collections[endpoint.name]?.items ?? endpoint.collection?.seed ?? []
  }

  /// The items, which are the seed until the first change.
  private func contents(of endpoint: MockEndpoint) -> Items {
    collections[endpoint.name] ?? Items(items: endpoint.collection?.seed ?? [])
  }

  /// Adds an item.
  /// - Parameter count: the number of items of all collections.
  mutating func append(_ item: JSONObject, to endpoint: MockEndpoint, count: Int) throws(Refusal) {
    guard count < Self.maximumItems else { throw .tooManyItems }
    var items = contents(of: endpoint)
    items.items.append(item)
    items.bytes += MockCollection.bytes(of: item)
    try keep(items, of: endpoint)
  }

  mutating func replace(
    _ index: Int, with item: JSONObject, in endpoint: MockEndpoint
  ) throws(Refusal) {
    var items = contents(of: endpoint)
    items.bytes += MockCollection.bytes(of: item) - MockCollection.bytes(of: items.items[index])
    items.items[index] = item
    try keep(items, of: endpoint)
  }

  /// Replaces all items of a collection.
  mutating func replace(_ items: [JSONObject], of endpoint: MockEndpoint) throws(Refusal) {
    let bytes = items.reduce(0) { $0 + MockCollection.bytes(of: $1) }
    try keep(Items(items: items, bytes: bytes - (endpoint.collection?.seedBytes ?? 0)), of: endpoint)
  }

  mutating func remove(_ index: Int, from endpoint: MockEndpoint) {
    var items = contents(of: endpoint)
    items.bytes -= MockCollection.bytes(of: items.items.remove(at: index))
    collections[endpoint.name] = items
  }

  private mutating func keep(_ items: Items, of endpoint: MockEndpoint) throws(Refusal) {
    let others = bytes - max(0, collections[endpoint.name]?.bytes ?? 0)
    guard others + max(0, items.bytes) <= Self.maximumBytes else { throw .tooManyBytes }
    collections[endpoint.name] = items
  }
}
