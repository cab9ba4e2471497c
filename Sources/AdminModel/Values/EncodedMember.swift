import JSONText

/// What a member of an object adds to its JSON. The type of the value is erased: with generics, the code that writes a
/// member would be compiled for each of the hundreds of members.
enum EncodedMember<Object>: Sendable {
  /// A name and how to get its value. A nil is left out, but a value that is an Optional without a value is null.
  case one(String, @Sendable (Object) -> (any APIValue)?)
  /// The members of another object.
  case flattened(@Sendable (Object) -> any APIObject)

  func append(_ object: Object, to bytes: inout [UInt8]) {
    switch self {
    case .one(let name, let value):
      guard let value = value(object) else { return }
      // No value ends with an opening brace, so one before the member is that of its object.
      if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      value.appendJSON(to: &bytes)
    case .flattened(let value): value(object).appendMembers(to: &bytes)
    }
  }

  func add(_ object: Object, to json: inout JSONObject) {
    switch self {
    case .one(let name, let value):
      if let value = value(object) { json[name] = value.jsonValue }
    case .flattened(let value): value(object).addMembers(to: &json)
    }
  }
}
