package import JSONText

/// A change that a change set holds: what the subject becomes, and what it was when the set first changed it.
///
/// Contents are kept as JSON text, which takes a tenth of the memory of parsed values.
package struct ProposedChange: Sendable, Equatable {
  /// The content in the set; nil for a deletion.
  let content: [UInt8]?
  /// The content outside of the set when the set first changed the subject; nil if there was none.
  let base: [UInt8]?
  /// The newest version of a screen at that time; 0 if there was none.
  package let baseVersion: Int
  /// The number of writes in the set. Each gets a version of its own under the set's path.
  package let edits: Int
  /// The time of the last write, in seconds since 1970 UTC.
  package let at: Double
  /// The name of the last author's token.
  package let by: String
  package let message: String?

  /// The bytes of the contents.
  var bytes: Int { (content?.count ?? 0) + (base?.count ?? 0) }

  package var contentValue: JSONValue? { Self.value(content) }
  package var baseValue: JSONValue? { Self.value(base) }

  /// The change with another content and base.
  /// - Parameter edit: the number of this write; nil for the same one.
  func with(
    content: JSONValue?, base: JSONValue?, baseVersion: Int, edit: Int? = nil
  ) -> ProposedChange {
    ProposedChange(
      content: content?.serialized(), base: base?.serialized(), baseVersion: baseVersion,
      edits: edit ?? edits,
      at: at,
      by: by, message: message)
  }

  private static func value(_ text: [UInt8]?) -> JSONValue? { text.flatMap { try? JSONDocument($0).value } }
}

// MARK: Stored form

extension ProposedChange {
  init?(_ json: JSONValue) {
    guard let at = json["at"]?.numberValue?.doubleValue, let by = json["by"]?.stringValue else { return nil }
    self.init(
      content: json["content"]?.stringValue.map { Array($0.utf8) },
      base: json["base"]?.stringValue.map { Array($0.utf8) },
      baseVersion: json["baseVersion"]?.numberValue?.intValue ?? 0,
      edits: max(json["edits"]?.numberValue?.intValue ?? 1, 1), at: at, by: by,
      message: json["message"]?.stringValue)
  }

  var json: JSONValue {
    var object: JSONObject = ["at": .double(at), "by": .string(by), "edits": .number(JSONNumber(edits))]
    if let message { object["message"] = .string(message) }
    if baseVersion > 0 { object["baseVersion"] = .number(JSONNumber(baseVersion)) }
    // As text: a definition of the maximum depth, nested in this document, would exceed the parser's limit.
    object["base"] = base.map { .string(String(decoding: $0, as: UTF8.self)) }
    object["content"] = content.map { .string(String(decoding: $0, as: UTF8.self)) }
    return .object(object)
  }
}
