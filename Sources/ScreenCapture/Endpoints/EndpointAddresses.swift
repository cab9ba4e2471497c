import JSONText
import ScreenMock
import Screens

/// The endpoints of a folder by what the server compares: the methods, the shape of the path, and the conditions.
struct EndpointAddresses {
  struct Owner {
    let name: String
    let json: JSONValue
    /// Whether this capture has written it.
    let isWritten: Bool
    fileprivate let entry: MockEndpointTable.Entry
  }

  private var owners: [String: [Owner]] = [:]

  /// - Parameter endpoints: the documents by name; nil for a file that is not JSON.
  init(_ endpoints: [String: JSONValue?]) {
    for (name, json) in endpoints.sorted(by: { $0.key < $1.key }) {
      guard let json else { continue }
      let action: JSONObject =
        json["collection"] == nil ? ["responses": [.object([:])]] : ["collection": ["seed": []]]
      guard let endpoint = Self.endpoint(json["request"] ?? .null, action) else { continue }
      add(endpoint, name: name, json: json, isWritten: false)
    }
  }

  /// An endpoint with other contents than its document has: those can name files and formats that capture does not read.
  private static func endpoint(_ request: JSONValue, _ action: JSONObject) -> MockEndpoint? {
    var json = action
    json["request"] = request
    guard let document = try? JSONDocument(JSONValue.object(json).serialized()) else { return nil }
    return try? MockEndpoint.read(document, name: "captured", catalogue: Catalogue(), routes: [])
  }

  /// Adds an endpoint that this capture writes, in place of one that the folder has.
  mutating func add(_ endpoint: MockEndpoint, name: String, json: JSONValue) {
    add(endpoint, name: name, json: json, isWritten: true)
  }

  private mutating func add(
    _ endpoint: MockEndpoint, name: String, json: JSONValue, isWritten: Bool
  ) {
    for entry in MockEndpointTable.entries(of: endpoint) {
      let owner = Owner(name: name, json: json, isWritten: isWritten, entry: entry)
      owners[entry.key, default: []].removeAll { $0.name == name }
      owners[entry.key, default: []].append(owner)
    }
  }

  /// The endpoint that the server cannot tell apart from another one.
  func owner(of endpoint: MockEndpoint) -> Owner? {
    for entry in MockEndpointTable.entries(of: endpoint) {
      if let owner = owners[entry.key]?.first(where: { $0.entry.isSame(as: entry) }) {
        return owner
      }
    }
    return nil
  }

  /// The endpoint that answers all requests of a method at a path.
  func owner(of method: String, at path: String) -> Owner? {
    let request: JSONValue = ["method": .string(method), "path": .string(path)]
    return Self.endpoint(request, ["responses": [.object([:])]]).flatMap { owner(of: $0) }
  }
}
