/// The decoder of an object, without some of its members.
struct FilteredDecoder: Decoder {
  private let base: any Decoder
  private let hidden: Set<String>
  /// Whether the value was asked for as a single value before.
  private var isSingle = false

  init(_ base: any Decoder, without hidden: Set<String>) {
    self.base = base
    self.hidden = hidden
  }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(base: try base.container(keyedBy: type), hidden: hidden))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    // A string or a number asks for a single value again; the base then refuses the object.
    if isSingle { return try base.singleValueContainer() }
    var decoder = self
    decoder.isSingle = true
    return Single(decoder: decoder)
  }

  /// The members that are not hidden.
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let hidden: Set<String>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys.filter { !hidden.contains($0.stringValue) } }

    func contains(_ key: Key) -> Bool { !hidden.contains(key.stringValue) && base.contains(key) }

    private func container(for key: Key) throws -> KeyedDecodingContainer<Key> {
      if contains(key) { return base }
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "the member is missing"))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try container(for: key).decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try container(for: key).decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try container(for: key).nestedContainer(keyedBy: type, forKey: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try container(for: key).nestedUnkeyedContainer(forKey: key)
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      try container(for: key).superDecoder(forKey: key)
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: FilteredDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder) }
  }
}
