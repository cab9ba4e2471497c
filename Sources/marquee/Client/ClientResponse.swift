import JSONText

/// A complete response.
struct ClientResponse {
  let status: Int
  let fields: [(name: String, value: String)]
  var body: [UInt8] = []

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The first value of a field. Names are case-insensitive (RFC 9110 §5.1).
  func value(of name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The body as JSON; nil if it is not valid JSON.
  var json: JSONValue? { try? JSONParser.parse(body) }

  /// The version in an `ETag` such as `"7"`.
  var version: Int? {
    guard let tag = value(of: "ETag"), tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else {
      return nil
    }
    return Int(tag.dropFirst().dropLast())
  }
}
