extension Place {
  /// Goes the way down from a value; nil when it ends before, where a value is absent.
  func follow(from decoder: any Decoder) throws -> (any Decoder)? {
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
      }
    }
    return decoder
  }

  /// The value there; nil when it is absent, and when it is of another type.
  func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) -> Value? {
    guard let target = try? follow(from: decoder) else { return nil }
    return try? target.singleValueContainer().decode(type)
  }
}

/// A JSON Pointer (RFC 6901) from the path that a decoder keeps.
func pointer(_ path: [any CodingKey]) -> String {
  path.map { key in
    let token = key.intValue.map(String.init) ?? key.stringValue
    return "/"
      + token.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }.joined()
}
