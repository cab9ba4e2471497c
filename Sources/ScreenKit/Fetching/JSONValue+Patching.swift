/// One step each of a JSON Patch (RFC 6902 §4).
extension JSONValue {
  typealias Path = ArraySlice<String>

  func value(at path: Path) throws(JSONPatch.Failure) -> JSONValue {
    var value = self
    for token in path {
      switch value {
      case .object(let members):
        guard let member = members[token] else { throw .noSuchPlace(token) }
        value = member
      case .array(let elements): value = elements[try Self.index(token, below: elements.count)]
      default: throw .noSuchPlace(token)
      }
    }
    return value
  }

  mutating func add(_ new: JSONValue, at path: Path) throws(JSONPatch.Failure) {
    guard path.first != nil else {
      self = new
      return
    }
    try change(path) { (parent, token) throws(JSONPatch.Failure) in
      switch parent {
      case .object(var members):
        parent = .null
        members[token] = new
        parent = .object(members)
      case .array(var elements):
        let index = token == "-" ? elements.count : try Self.index(token, below: elements.count + 1)
        parent = .null
        elements.insert(new, at: index)
        parent = .array(elements)
      default: throw .noSuchPlace(token)
      }
    }
  }

  mutating func replace(_ new: JSONValue, at path: Path) throws(JSONPatch.Failure) {
    guard path.first != nil else {
      self = new
      return
    }
    try change(path) { (parent, token) throws(JSONPatch.Failure) in
      switch parent {
      case .object(var members):
        guard members[token] != nil else { throw .noSuchPlace(token) }
        parent = .null
        members[token] = new
        parent = .object(members)
      case .array(var elements):
        let index = try Self.index(token, below: elements.count)
        parent = .null
        elements[index] = new
        parent = .array(elements)
      default: throw .noSuchPlace(token)
      }
    }
  }

  /// - Returns: what was there.
  mutating func remove(at path: Path) throws(JSONPatch.Failure) -> JSONValue {
    let removed = try value(at: path)
    guard path.first != nil else {
      self = .null
      return removed
    }
    try change(path) { (parent, token) throws(JSONPatch.Failure) in
      switch parent {
      case .object(var members):
        parent = .null
        members[token] = nil
        parent = .object(members)
      case .array(var elements):
        let index = try Self.index(token, below: elements.count)
        parent = .null
        elements.remove(at: index)
        parent = .array(elements)
      default: throw .noSuchPlace(token)
      }
    }
    return removed
  }

  /// Changes the value in which the path's last token leads on. On the way down each value is taken out of its parent, so
  /// that none is copied.
  private mutating func change(
    _ path: Path, _ body: (inout JSONValue, String) throws(JSONPatch.Failure) -> Void
  ) throws(JSONPatch.Failure) {
    guard let token = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty { return try body(&self, token) }
    switch self {
    case .object(var members):
      guard var member = members[token] else { throw .noSuchPlace(token) }
      self = .null
      members[token] = .null
      try member.change(rest, body)
      members[token] = member
      self = .object(members)
    case .array(var elements):
      let index = try Self.index(token, below: elements.count)
      self = .null
      var element = elements[index]
      elements[index] = .null
      try element.change(rest, body)
      elements[index] = element
      self = .array(elements)
    default: throw .noSuchPlace(token)
    }
  }

  /// An array index of RFC 6901 §4: digits without a zero before them.
  private static func index(_ token: String, below count: Int) throws(JSONPatch.Failure) -> Int {
    guard token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      token == "0" || token.utf8.first != UInt8(ascii: "0"), let index = Int(token), index < count
    else { throw .noSuchPlace(token) }
    return index
  }

  /// How many values there are in this one, with it; counting ends beyond a limit.
  func count(upTo limit: Int) -> Int {
    var count = 1
    switch self {
    case .array(let elements):
      for element in elements where count <= limit { count += element.count(upTo: limit - count) }
    case .object(let members):
      for member in members.values where count <= limit { count += member.count(upTo: limit - count) }
    default: break
    }
    return count
  }
}
