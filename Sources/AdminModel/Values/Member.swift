import JSONText

/// A member of an object: its name, its type, its description, and how to get its value.
package struct Member<Object, Value: APIValue>: Sendable {
  /// One, or those of a flattened object.
  let descriptions: [MemberDescription]
  let append: @Sendable (Object, inout [UInt8]) -> Void
  let add: @Sendable (Object, inout JSONObject) -> Void
  let decode: @Sendable (JSONObject) throws(APIDecodingError) -> Value

  /// A member that every object has. A nil is written as null.
  /// - Parameter type: a narrower type than that of all values of `Value`.
  package init(
    _ name: String, _ value: @escaping @Sendable (Object) -> Value, _ text: String? = nil,
    as type: ValueType = Value.apiType
  ) {
    descriptions = [MemberDescription(name: name, type: type, description: text, isRequired: true)]
    append = { object, bytes in
      Self.append(name, value(object), to: &bytes)
    }
    add = { object, json in json[name] = value(object).jsonValue }
    decode = { (object) throws(APIDecodingError) in
      guard let json = object[name] else { throw .missing(name) }
      return try Self.decode(name, Value.self, json)
    }
  }

  /// A member that is left out if its value is nil.
  package init<Wrapped: APIValue>(
    optional name: String, _ value: @escaping @Sendable (Object) -> Wrapped?, _ text: String? = nil,
    as type: ValueType = Wrapped.apiType
  ) where Value == Wrapped? {
    descriptions = [MemberDescription(name: name, type: type, description: text, isRequired: false)]
    append = { object, bytes in
      if let value = value(object) { Self.append(name, value, to: &bytes) }
    }
    add = { object, json in
      if let value = value(object) { json[name] = value.jsonValue }
    }
    decode = { (object) throws(APIDecodingError) in
      guard let json = object[name] else { return nil }
      return try Self.decode(name, Wrapped.self, json)
    }
  }

  /// The members of another object, in place of a member with that object.
  package init(flattening value: @escaping @Sendable (Object) -> Value) where Value: APIObject {
    descriptions = Value.members.descriptions
    append = { object, bytes in Value.members.append(value(object), &bytes) }
    add = { object, json in Value.members.add(value(object), &json) }
    decode = Value.members.decode
  }

  private static func append(_ name: String, _ value: some APIValue, to bytes: inout [UInt8]) {
    // No value ends with an opening brace, so one before the member is that of its object.
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    JSONWriter.append(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    value.appendJSON(to: &bytes)
  }

  private static func decode<Decoded: APIValue>(
    _ name: String, _ type: Decoded.Type, _ json: JSONValue
  ) throws(APIDecodingError) -> Decoded {
    do throws(APIDecodingError) {
      return try Decoded(decoding: json)
    } catch {
      throw error.inside(name)
    }
  }
}
