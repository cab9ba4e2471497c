import JSONText

/// Values in the templates of a wire format.
enum FormatText {
  /// The template of a fixed value: a string that begins with `$` gets another `$` in front.
  static func literal(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text) where text.utf8.first == UInt8(ascii: "$"): .string("$" + text)
    case .array(let elements): .array(elements.map { literal($0) })
    case .object(let object): .object(object.reduce(into: JSONObject()) { $0[$1.name] = literal($1.value) })
    default: value
    }
  }
}
