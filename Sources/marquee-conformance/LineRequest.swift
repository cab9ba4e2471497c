import JSONText

/// Typed access to the members of a request.
struct LineRequest {
  let members: JSONObject

  func value(_ name: String) throws(LineError) -> JSONValue {
    guard let value = members[name] else { throw LineError("\"\(name)\" is missing") }
    return value
  }

  /// The member; nil if it is missing or null.
  func optional(_ name: String) -> JSONValue? {
    guard let value = members[name], value.kind != .null else { return Optional.none }
    return value
  }

  func string(_ name: String) throws(LineError) -> String {
    guard let text = try value(name).stringValue else { throw LineError("\"\(name)\" is not a string") }
    return text
  }

  func object(_ name: String) throws(LineError) -> JSONObject {
    guard let object = try value(name).objectValue else { throw LineError("\"\(name)\" is not an object") }
    return object
  }

  func number(_ name: String) throws(LineError) -> Double {
    guard let number = try value(name).numberValue else { throw LineError("\"\(name)\" is not a number") }
    return number.doubleValue
  }

  func optionalNumber(_ name: String) throws(LineError) -> Double? {
    guard let value = optional(name) else { return nil }
    guard let number = value.numberValue else { throw LineError("\"\(name)\" is not a number") }
    return number.doubleValue
  }

  func optionalInteger(_ name: String) throws(LineError) -> Int? {
    guard let value = optional(name) else { return nil }
    guard let number = value.numberValue?.intValue else { throw LineError("\"\(name)\" is not an integer") }
    return number
  }

  func optionalString(_ name: String) throws(LineError) -> String? {
    guard let value = optional(name) else { return nil }
    guard let text = value.stringValue else { throw LineError("\"\(name)\" is not a string") }
    return text
  }

  /// The Boolean member; false if it is missing.
  func flag(_ name: String) throws(LineError) -> Bool {
    guard let value = optional(name) else { return false }
    guard let flag = value.boolValue else { throw LineError("\"\(name)\" is not true or false") }
    return flag
  }

  func optionalArray(_ name: String) throws(LineError) -> [JSONValue]? {
    guard let value = optional(name) else { return nil }
    guard let elements = value.arrayValue else { throw LineError("\"\(name)\" is not an array") }
    return elements
  }
}
