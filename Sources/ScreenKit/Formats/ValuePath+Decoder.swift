extension ValuePath {
  /// Returns the decoder of the value at the end of the path; nil when a step leads to an absent value.
  /// - Parameter types: The known names of view types on the wire.
  func resolve(from decoder: any Decoder, types: Set<String> = []) throws -> (any Decoder)? {
    var decoder = decoder
    for step in steps {
      guard let next = try Self.resolve(step, from: decoder, types: types) else { return nil }
      decoder = next
    }
    return decoder
  }

  private static func resolve(
    _ step: Step, from decoder: any Decoder, types: Set<String>
  ) throws -> (any Decoder)? {
    switch step {
    case .member(let name):
      let container = try decoder.container(keyedBy: MemberName.self)
      return container.contains(name) ? try container.superDecoder(forKey: name) : nil
    case .element(let position):
      let container = try decoder.unkeyedContainer()
      let count = container.count ?? 0
      // Nothing is absent, so the kinds do not matter.
      if count == position.elements.count { return try element(position.index, of: container) }
      guard count < position.elements.count else { return nil }
      var rest = container
      var kinds: [JSONKinds] = []
      while !rest.isAtEnd { kinds.append(JSONKinds(of: try rest.superDecoder())) }
      return try position.index(among: kinds).flatMap { try element($0, of: container) }
    case .token(let token):
      if let container = try? decoder.container(keyedBy: MemberName.self) {
        let name = MemberName(token)
        return container.contains(name) ? try container.superDecoder(forKey: name) : nil
      }
      return try Int(token).flatMap { try element($0, of: try decoder.unkeyedContainer()) }
    case .namedMember(let place, let placeholder):
      let container = try decoder.container(keyedBy: MemberName.self)
      return try place.name(of: placeholder, in: container, types: types)
        .map { try container.superDecoder(forKey: $0) }
    case .name: return nil
    }
  }

  private static func element(
    _ index: Int, of container: any UnkeyedDecodingContainer
  ) throws -> (any Decoder)? {
    guard index >= 0, index < container.count ?? 0 else { return nil }
    var container = container
    for _ in 0..<index { _ = try container.superDecoder() }
    return try container.superDecoder()
  }

  /// The text or number at the end of the path: a value, or the name of a member; nil when it is absent or of another
  /// type.
  func name(from decoder: any Decoder, types: Set<String> = []) -> SentName? {
    if case .name(let place, let placeholder)? = steps.last {
      let object = try? ValuePath(Array(steps.dropLast())).resolve(from: decoder, types: types)
      guard let container = try? object?.container(keyedBy: MemberName.self) else { return nil }
      return place.name(of: placeholder, in: container, types: types).map { .member($0.stringValue) }
    }
    guard let target = try? resolve(from: decoder, types: types),
      let value = try? target.singleValueContainer()
    else { return nil }
    if let text = try? value.decode(String.self) { return .text(text) }
    return (try? value.decode(JSONNumber.self)).map { .number($0) }
  }

  /// Decodes the value at the end of the path; nil when it is absent or of another type.
  func value<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) -> Value? {
    guard let target = try? resolve(from: decoder) else { return nil }
    return try? target.singleValueContainer().decode(type)
  }
}

/// Returns the JSON Pointer (RFC 6901) of a coding path.
func jsonPointer(_ path: [any CodingKey]) -> String {
  path.map { key in
    let token = key.intValue.map(String.init) ?? key.stringValue
    var escaped = "/"
    // Escape by scalars: a slash followed by a combining character is a single `Character`.
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }.joined()
}
