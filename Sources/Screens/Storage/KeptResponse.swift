package import JSONText

/// A response that is kept for repetitions of its request.
package struct KeptResponse: Sendable, Equatable {
  package let status: Int
  /// Names and values of the fields, in order.
  package let fields: [[String]]
  package let body: String
  /// Fields and body encrypted, in Base64, if they contain a secret; ``fields`` and ``body`` are then empty.
  package let sealed: String?

  package init(status: Int, fields: [[String]], body: String) {
    self.status = status
    self.fields = fields
    self.body = body
    sealed = nil
  }

  package init(status: Int, sealed: String) {
    self.status = status
    fields = []
    body = ""
    self.sealed = sealed
  }

  /// The response as a JSON object.
  package var json: JSONValue {
    if let sealed { return ["status": .number(JSONNumber(status)), "sealed": .string(sealed)] }
    return [
      "status": .number(JSONNumber(status)),
      "fields": .array(fields.map { .array($0.map { .string($0) }) }), "body": .string(body),
    ]
  }

  package init?(json: JSONValue) {
    if let status = json["status"]?.numberValue?.intValue, let sealed = json["sealed"]?.stringValue {
      self.init(status: status, sealed: sealed)
      return
    }
    guard let status = json["status"]?.numberValue?.intValue, let body = json["body"]?.stringValue,
      let fields = json["fields"]?.arrayValue
    else { return nil }
    let pairs = fields.compactMap { $0.arrayValue?.compactMap(\.stringValue) }
    guard pairs.count == fields.count, pairs.allSatisfy({ $0.count == 2 }) else { return nil }
    self.init(status: status, fields: pairs, body: body)
  }
}
