package import JSONText

/// An object in a response, which states its members once: they give its schema, its JSON text and its decoding.
package protocol APIObject: APIValue {
  static var members: MemberList<Self> { get }
}

/// The members of an object, in the order of the JSON text.
package struct MemberList<Object: Sendable>: Sendable {
  let name: String?
  let descriptions: [MemberDescription]
  let encoded: [EncodedMember<Object>]
  let decode: @Sendable (JSONObject) throws(APIDecodingError) -> Object

  /// - Parameters:
  ///   - name: the name that the description of the API gives the type; nil for a type that has one use.
  ///   - make: makes an object from the values of its members.
  package init<each Value: APIValue>(
    named name: String? = nil, _ make: @escaping @Sendable (repeat each Value) -> Object,
    _ members: repeat Member<Object, each Value>
  ) {
    self.name = name
    var descriptions: [MemberDescription] = []
    var encoded: [EncodedMember<Object>] = []
    for member in repeat each members {
      descriptions += member.descriptions
      encoded.append(member.encoded)
    }
    self.descriptions = descriptions
    self.encoded = encoded
    decode = { (json) throws(APIDecodingError) in make(repeat try (each members).decode(json)) }
  }
}

extension APIObject {
  package static var apiType: ValueType { .object(name: members.name, members.descriptions) }

  package func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    appendMembers(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends the members to the JSON text of an object that has begun.
  func appendMembers(to bytes: inout [UInt8]) {
    for member in Self.members.encoded { member.append(self, to: &bytes) }
  }

  package var jsonValue: JSONValue {
    var object = JSONObject()
    addMembers(to: &object)
    return .object(object)
  }

  /// Adds the members to an object that is not of this module.
  package func addMembers(to object: inout JSONObject) {
    for member in Self.members.encoded { member.add(self, to: &object) }
  }

  /// Decodes an object. Members that it does not know come from a later version of the server, and are left out.
  package init(decoding json: JSONValue) throws(APIDecodingError) {
    guard let object = json.objectValue else { throw APIDecodingError(expected: "an object", found: json) }
    self = try Self.members.decode(object)
  }

  /// The JSON text as UTF-8.
  package func serialized() -> [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return bytes
  }

  /// The JSON text.
  package var text: String { String(decoding: serialized(), as: UTF8.self) }
}
