import JSONText

/// A value of a JSON text that may be incomplete, with its place.
struct SourceNode {
  enum Content {
    case object([Member])
    case array([SourceNode])
    case string(String)
    /// A number, a boolean or null; nil for a word that is none of them.
    case word(JSONValue?)
    /// Nothing, where a value is expected.
    case missing
  }

  struct Member {
    let name: String
    /// The name with its quotes.
    let nameRange: Range<Int>
    /// The text in which the value stands or is expected; nil before there is a colon.
    let valueRegion: Range<Int>?
    let value: SourceNode
  }

  let content: Content
  let range: Range<Int>

  /// The value as JSON. Members without a value are left out.
  var json: JSONValue? {
    switch content {
    case .object(let members):
      var object = JSONObject()
      for member in members { if let value = member.value.json { object[member.name] = value } }
      return .object(object)
    case .array(let elements): return .array(elements.map { $0.json ?? .null })
    case .string(let text): return .string(text)
    case .word(let value): return value
    case .missing: return nil
    }
  }

  /// The member of an object.
  subscript(name: String) -> SourceNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string.
  var text: String? { if case .string(let text) = content { text } else { nil } }
}
