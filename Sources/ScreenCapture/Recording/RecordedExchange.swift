import HTTPWire
import JSONText
import ScreenMock

/// A recorded request that is no screen's, with a response that an endpoint can send.
package struct RecordedExchange: Sendable {
  enum Body: Sendable, Equatable {
    case none
    case json(JSONValue)
    case text(String, type: String)
  }

  var url: RecordedURL
  let status: Int
  /// The fields of the response that an app reads.
  let fields: [(name: String, value: String)]
  var body: Body
  /// The values of the request by their names in conditions, such as `query.page` and `body.name`.
  var values: [String: JSONValue]

  /// The methods of endpoints.
  private static let methods: Set<String> = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  private static let fieldNames: Set<String> = ["link", "location", "retry-after", "www-authenticate"]
  /// The statuses without a body (RFC 9110 §15). 304 depends on what the app had before.
  private static let bodiless = [204, 205]

  /// Reads an entry of a recording; nil if no endpoint can answer like that.
  init?(_ entry: JSONValue, method: String, url: String) {
    guard Self.methods.contains(method), let url = try? RecordedURL(url),
      let response = entry["response"], let status = response["status"]?.numberValue?.intValue,
      200...599 ~= status, status != 304
    else { return nil }
    self.url = url
    self.status = status
    fields = (response["headers"]?.arrayValue ?? []).compactMap { field in
      guard let name = field["name"]?.stringValue, let value = field["value"]?.stringValue,
        Self.fieldNames.contains(name.lowercased())
      else { return nil }
      return (name, value)
    }
    if Self.bodiless.contains(status) || RecordedBody.isEmpty(response) {
      body = .none
    } else if let json = try? RecordedBody.json(of: response) {
      body = .json(json)
    } else if let text = RecordedBody.text(of: response) {
      body = .text(text.text, type: text.type)
    } else {
      return nil
    }
    var values: [String: JSONValue] = [:]
    for pair in url.query.reversed() { values["query." + pair.name] = .string(pair.value) }
    Self.addBody(of: entry["request"]?["postData"], to: &values)
    // A dot divides the names of values. A secret has no place in a file.
    self.values = values.filter { name, _ in
      let own = name.drop { $0 != "." }.dropFirst()
      return !own.isEmpty && !own.contains(".") && !SecretName.isSecret(own)
    }
  }

  private static func addBody(of data: JSONValue?, to values: inout [String: JSONValue]) {
    guard let data else { return }
    let type = (data["mimeType"]?.stringValue ?? "").lowercased()
    let text = data["text"]?.stringValue ?? ""
    guard text.utf8.count <= CaptureLimits.bodyBytes else { return }
    if type.hasPrefix("application/x-www-form-urlencoded") {
      let pairs =
        text.isEmpty
        ? (data["params"]?.arrayValue ?? []).map {
          (name: $0["name"]?.stringValue ?? "", value: $0["value"]?.stringValue ?? "")
        }
        : Array(text.utf8).withBytes { QueryParameters.parse($0) }.map { (name: $0.name, value: $0.value) }
      for (name, value) in pairs.reversed() { values["form." + name] = .string(value) }
    } else if case .object(let object)? = try? JSONParser.parse(text) {
      for member in object where member.value.isScalar { values["body." + member.name] = member.value }
    }
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool { arrayValue == nil && objectValue == nil }
}
