extension ValuePath {
  /// Returns the decoder of the value at the end of the path; nil when a step leads to an absent value.
  func resolve(from decoder: any Decoder) throws -> (any Decoder)? {
    var decoder = decoder
    for step in steps {
      switch step {
      case .member(let name):
        let container = try decoder.container(keyedBy: MemberName.self)
        guard container.contains(name) else { return nil }
        decoder = try container.superDecoder(forKey: name)
      case .element(let position):
        var container = try decoder.unkeyedContainer()
        guard let index = position.index(among: container.count ?? 0) else { return nil }
        for _ in 0..<index { _ = try container.superDecoder() }
        decoder = try container.superDecoder()
      case .namedMember(let names):
        let container = try decoder.container(keyedBy: MemberName.self)
        guard let name = Self.onlyName(in: container, besides: names) else { return nil }
        decoder = try container.superDecoder(forKey: name)
      case .name: return nil
      }
    }
    return decoder
  }

  /// The text at the end of the path, or the digits of a whole number.
  func name(from decoder: any Decoder) -> String? {
    text(from: decoder) ?? value(Int64.self, from: decoder).map { String($0) }
  }

  /// The text at the end of the path: a string, or the name of a member; nil when it is absent or of another type.
  func text(from decoder: any Decoder) -> String? {
    guard case .name(let names)? = steps.last else { return value(String.self, from: decoder) }
    let object = try? ValuePath(Array(steps.dropLast())).resolve(from: decoder)
    guard let container = try? object?.container(keyedBy: MemberName.self) else { return nil }
    return Self.onlyName(in: container, besides: names)?.stringValue
  }

  /// Returns the name of the only member whose name is not one of the given ones.
  private static func onlyName(
    in container: KeyedDecodingContainer<MemberName>, besides names: Set<String>
  ) -> MemberName? {
    let others = container.allKeys.filter { !names.contains($0.stringValue) }
    return others.count == 1 ? others.first : nil
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
