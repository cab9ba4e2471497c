import HTTPWire
import JSONText

/// Operations on parts of HTTP messages.
enum HTTPOperation {
  static func parseQuery(_ request: LineRequest) throws(LineError) -> JSONValue {
    let pairs = Array(try request.string("input").utf8).withBytes { QueryParameters.parse($0) }
    return ["pairs": .array(pairs.map { [.string($0.name), .string($0.value)] })]
  }

  static func isFresh(_ request: LineRequest) throws(LineError) -> JSONValue {
    let requestFields = try fields("req", of: request)
    let responseFields = try fields("res", of: request)
    return [
      "fresh": .bool(Freshness.isFresh(request: { requestFields[$0] }, response: { responseFields[$0] }))
    ]
  }

  static func negotiate(_ request: LineRequest) throws(LineError) -> JSONValue {
    let fields = try fields("headers", of: request)
    var available: [String]?
    if let offers = try request.optionalArray("available") {
      available = offers.compactMap(\.stringValue)
      guard available?.count == offers.count else {
        throw LineError("\"available\" contains a value that is not a string")
      }
    }
    let preferred: [String]
    switch try request.string("kind") {
    case "encoding": preferred = Negotiation.encodings(fields["accept-encoding"], available: available)
    case "mediaType": preferred = Negotiation.mediaTypes(fields["accept"], available: available)
    default: throw LineError("\"kind\" must be \"encoding\" or \"mediaType\"")
    }
    if try request.flag("many") { return ["result": .array(preferred.map { .string($0) })] }
    return ["result": preferred.first.map { .string($0) } ?? .null]
  }

  /// The fields of an object by their names in lower case. An array is a field with several lines, joined into one list
  /// (RFC 9110 §5.3).
  private static func fields(_ name: String, of request: LineRequest) throws(LineError) -> [String: String] {
    var fields: [String: String] = [:]
    for member in try request.object(name) {
      let lines: [JSONValue]
      switch member.value {
      case .null: continue
      case .array(let elements): lines = elements
      default: lines = [member.value]
      }
      let texts = lines.compactMap(\.stringValue)
      guard texts.count == lines.count else { throw LineError("a field in \"\(name)\" is not a string") }
      let field = member.name.lowercased()
      fields[field] = ((fields[field].map { [$0] } ?? []) + texts).joined(separator: ", ")
    }
    return fields
  }
}
