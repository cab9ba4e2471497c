package import JSONText

/// A version of a screen, or its draft.
package enum VersionReference: APIValue {
  case number(Int)
  case draft

  private static let draftName = "draft"

  package static var apiType: ValueType { .anyOf([.integer, .choice([draftName])]) }

  package func appendJSON(to bytes: inout [UInt8]) { JSONWriter.append(jsonValue, to: &bytes) }

  package var jsonValue: JSONValue {
    switch self {
    case .number(let number): number.jsonValue
    case .draft: .string(Self.draftName)
    }
  }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    self = json.stringValue == Self.draftName ? .draft : .number(try Int(decoding: json))
  }
}
