package import JSONText

/// Texts for the columns of a database. Refuses texts that a database would not return unchanged.
package enum StoredText {
  /// A plain text.
  /// - Throws: ``StoreError/unavailable(_:)`` for a text with U+0000, which ends a C string and which PostgreSQL does
  ///   not allow in a `text`.
  package static func plain(_ text: String) throws(StoreError) -> String {
    guard !text.utf8.contains(0) else {
      throw .unavailable("\(quoted(text)) cannot be stored: it contains the character U+0000")
    }
    return text
  }

  /// A message of an author as a JSON string, which can contain any character.
  package static func message(_ text: String?) -> String? { text.map { JSONValue.string($0).text } }

  /// A JSON document.
  /// - Throws: ``StoreError/unavailable(_:)`` for a document nested more deeply than the parser's limit. An edit can
  ///   produce one. Once stored, it would prevent the store from opening.
  package static func json(_ value: JSONValue, named name: String) throws(StoreError) -> String {
    let text = value.text
    guard depth(of: text) <= JSONParser.defaultDepth else {
      throw .unavailable(
        "\(quoted(name)) cannot be stored: it is nested more than \(JSONParser.defaultDepth) deep")
    }
    return text
  }

  /// The maximum depth of arrays and objects of a JSON text.
  private static func depth(of text: String) -> Int {
    var open = 0
    var deepest = 0
    var isInString = false
    var isEscaped = false
    for byte in text.utf8 {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += 1
        deepest = max(deepest, open)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        open -= 1
      default:
        break
      }
    }
    return deepest
  }
}
