import JSONText

/// A member of an object: its name, its type, its description, and how to get its value.
package struct Member<Object, Value: APIValue>: Sendable {
  /// One, or those of a flattened object.
  let descriptions: [MemberDescription]
  let encoded: EncodedMember<Object>
  let decode: @Sendable (JSONObject) throws(APIDecodingError) -> Value

  /// A member that every object has. A nil is written as null.
  /// - Parameter type: a narrower type than that of all values of `Value`.
  package init(
    _ name: String, _ value: @escaping @Sendable (Object) -> Value, _ text: String? = nil,
    as type: ValueType = Value.apiType
  ) {
    descriptions = [MemberDescription(name: name, type: type, description: text, isRequired: true)]
    encoded = .one(name, value)
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
    encoded = .one(name, value)
    decode = { (object) throws(APIDecodingError) in
      guard let json = object[name] else { return nil }
      return try Self.decode(name, Wrapped.self, json)
    }
  }

  /// The members of another object, in place of a member with that object.
  package init(flattening value: @escaping @Sendable (Object) -> Value) where Value: APIObject {
    descriptions = Value.members.descriptions
    encoded = .flattened(value)
    decode = Value.members.decode
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
