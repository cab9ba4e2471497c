/// The operations of a JSON Patch (RFC 6902 §4) on a value.
extension JSONValue {
  typealias Path = ArraySlice<String>

  /// Returns the value at a path.
  func value(at path: Path) throws(JSONPatch.PatchError) -> JSONValue {
    var value = self
    for token in path {
      switch value {
      case .object(let members):
        guard let member = members[token] else { throw .noSuchLocation(token) }
        value = member
      case .array(let elements): value = elements[try Self.index(token, below: elements.count)]
      default: throw .noSuchLocation(token)
      }
    }
    return value
  }

  /// Adds a value: a member, or an element before the index at the path's end.
  mutating func add(_ new: JSONValue, at path: Path) throws(JSONPatch.PatchError) {
    guard path.first != nil else {
      self = new
      return
    }
    try change(path) { (parent, token) throws(JSONPatch.PatchError) in
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
      default: throw .noSuchLocation(token)
      }
    }
  }

  /// Replaces the value at a path.
  mutating func replace(_ new: JSONValue, at path: Path) throws(JSONPatch.PatchError) {
    guard path.first != nil else {
      self = new
      return
    }
    try change(path) { (parent, token) throws(JSONPatch.PatchError) in
      switch parent {
      case .object(var members):
        guard members[token] != nil else { throw .noSuchLocation(token) }
        parent = .null
        members[token] = new
        parent = .object(members)
      case .array(var elements):
        let index = try Self.index(token, below: elements.count)
        parent = .null
        elements[index] = new
        parent = .array(elements)
      default: throw .noSuchLocation(token)
      }
    }
  }

  /// Removes the value at a path.
  /// - Returns: The removed value.
  mutating func remove(at path: Path) throws(JSONPatch.PatchError) -> JSONValue {
    let removed = try value(at: path)
    guard path.first != nil else {
      self = .null
      return removed
    }
    try change(path) { (parent, token) throws(JSONPatch.PatchError) in
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
      default: throw .noSuchLocation(token)
      }
    }
    return removed
  }

  /// Calls `body` with the parent of the path's last token.
  ///
  /// Each value on the way is taken out of its parent first, so that changing it copies nothing.
  private mutating func change(
    _ path: Path, _ body: (inout JSONValue, String) throws(JSONPatch.PatchError) -> Void
  ) throws(JSONPatch.PatchError) {
    guard let token = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty { return try body(&self, token) }
    switch self {
    case .object(var members):
      guard var member = members[token] else { throw .noSuchLocation(token) }
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
    default: throw .noSuchLocation(token)
    }
  }

  /// Parses an array index (RFC 6901 §4): digits without a leading zero.
  private static func index(_ token: String, below count: Int) throws(JSONPatch.PatchError) -> Int {
    guard token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      token == "0" || token.utf8.first != UInt8(ascii: "0"), let index = Int(token), index < count
    else { throw .noSuchLocation(token) }
    return index
  }

  /// Returns the number of values in this one, itself included. Stops counting above the limit.
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
