package import JSONText

/// A value in a response of the admin API. The server encodes it, and clients decode it.
package protocol APIValue: Sendable {
  static var apiType: ValueType { get }

  /// Appends the value as JSON text.
  func appendJSON(to bytes: inout [UInt8])

  /// The same as a JSON value, for objects that are not of this module.
  var jsonValue: JSONValue { get }

  init(decoding json: JSONValue) throws(APIDecodingError)
}

extension JSONValue: APIValue {
  package static var apiType: ValueType { .any }
  package func appendJSON(to bytes: inout [UInt8]) { JSONWriter.append(self, to: &bytes) }
  package var jsonValue: JSONValue { self }
  package init(decoding json: JSONValue) { self = json }
}

extension JSONObject: APIValue {
  package static var apiType: ValueType { .anyObject }
  package func appendJSON(to bytes: inout [UInt8]) { JSONWriter.append(jsonValue, to: &bytes) }
  package var jsonValue: JSONValue { .object(self) }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let object = json.objectValue else { throw APIDecodingError(expected: "an object", found: json) }
    self = object
  }
}

extension Bool: APIValue {
  package static var apiType: ValueType { .boolean }
  package func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (self ? "true" : "false").utf8)
  }

  package var jsonValue: JSONValue { .bool(self) }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let flag = json.boolValue else { throw APIDecodingError(expected: "a boolean", found: json) }
    self = flag
  }
}

extension Int: APIValue {
  package static var apiType: ValueType { .integer }
  package func appendJSON(to bytes: inout [UInt8]) { bytes.append(contentsOf: String(self).utf8) }
  package var jsonValue: JSONValue { .number(JSONNumber(self)) }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let number = json.numberValue?.intValue else {
      throw APIDecodingError(expected: "a whole number of 64 bits", found: json)
    }
    self = number
  }
}

extension Double: APIValue {
  package static var apiType: ValueType { .number }
  package func appendJSON(to bytes: inout [UInt8]) { JSONWriter.append(jsonValue, to: &bytes) }
  /// Null for NaN and the infinities, which JSON cannot express.
  package var jsonValue: JSONValue { .double(self) }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let number = json.numberValue else { throw APIDecodingError(expected: "a number", found: json) }
    self = number.doubleValue
  }
}

extension String: APIValue {
  package static var apiType: ValueType { .string }
  package func appendJSON(to bytes: inout [UInt8]) { JSONWriter.append(self, to: &bytes) }
  package var jsonValue: JSONValue { .string(self) }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let text = json.stringValue else { throw APIDecodingError(expected: "a string", found: json) }
    self = text
  }
}

extension Optional: APIValue where Wrapped: APIValue {
  package static var apiType: ValueType { .orNull(Wrapped.apiType) }

  package func appendJSON(to bytes: inout [UInt8]) {
    if let self { self.appendJSON(to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
  }

  package var jsonValue: JSONValue { self?.jsonValue ?? .null }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    if case .null = json { self = nil } else { self = try Wrapped(decoding: json) }
  }
}

extension Array: APIValue where Element: APIValue {
  package static var apiType: ValueType { .array(Element.apiType) }

  package func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in self {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      element.appendJSON(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  package var jsonValue: JSONValue { .array(map(\.jsonValue)) }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let elements = json.arrayValue else { throw APIDecodingError(expected: "an array", found: json) }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do throws(APIDecodingError) {
        append(try Element(decoding: element))
      } catch {
        throw error.inside(String(index))
      }
    }
  }
}
