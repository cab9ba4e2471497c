import HTTPWire
import JSONText
import ScreenMock

/// A recorded request without a screen, with a response that an endpoint can send.
package struct RecordedExchange: Sendable {
  enum Body: Sendable, Equatable {
    case none
    case json(JSONValue)
    case text(String, type: String)
  }

  var url: RecordedURL
  let status: Int
  /// The fields of the response that an app reads.
  var fields: [(name: String, value: String)]
  var body: Body
  /// The values of the request by their names in conditions, such as `query.page` and `body.name`.
  var values: [String: JSONValue]
  /// The names of the values that a redaction has replaced.
  var replacedNames: Set<String> = []

  /// The methods of endpoints.
  private static let methods: Set<String> = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  private static let fieldNames: Set<String> = ["link", "location", "retry-after", "www-authenticate"]
  /// The statuses without a body (RFC 9110 §15). 304 depends on what the app had before.
  private static let bodiless = [204, 205]

  /// Reads an entry of a recording.
  /// - Throws: ``Omission`` if no endpoint can answer like that.
  init(_ entry: JSONValue, method: String, url: String) throws(Omission) {
    guard Self.methods.contains(method) else {
      throw Omission("an endpoint answers GET, POST, PUT, PATCH or DELETE", in: "request", "method")
    }
    guard let response = entry["response"], let status = response["status"]?.numberValue?.intValue
    else {
      throw Omission("there is no response with a status", in: "response", "status")
    }
    guard 200...599 ~= status else {
      throw Omission("the status is \(status)", in: "response", "status")
    }
    guard status != 304 else {
      throw Omission(
        "the app had the response of status 304 already; record the first one", in: "response",
        "status")
    }
    let recorded = try RecordedURL(url)
    self.url = recorded
    self.status = status
    fields = (response["headers"]?.arrayValue ?? []).compactMap { field in
      guard let name = field["name"]?.stringValue, let value = field["value"]?.stringValue,
        Self.fieldNames.contains(name.lowercased())
      else { return nil }
      return (name, value)
    }
    body =
      Self.bodiless.contains(status) || RecordedBody.isEmpty(response)
      ? .none : try RecordedBody.content(of: response)
    var values: [String: JSONValue] = [:]
    for pair in recorded.query.reversed() { values["query." + pair.name] = .string(pair.value) }
    Self.addBody(of: entry["request"]?["postData"], to: &values)
    self.values = values.filter { name, _ in Self.isCondition(name.drop { $0 != "." }.dropFirst()) }
  }

  /// Whether a condition can name a parameter or a member. A dot divides the names of values, and a secret has no place
  /// in a file.
  static func isCondition(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && !name.contains(".") && !SecretName.isSecret(Substring(name))
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
