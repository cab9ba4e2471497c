import JSONText

/// `json-pointer` (RFC 6901 §5) and `relative-json-pointer` (draft-bhutton-relative-json-pointer-00 §3).
enum JSONPointerFormat {
  static func isPointer(_ text: String) -> Bool { JSONPointer(text) != nil }

  /// A number without leading zeros, an optional index offset, and a pointer or `#`.
  static func isRelativePointer(_ text: String) -> Bool {
    var cursor = ByteCursor(text)
    guard takeNumber(&cursor, isPositive: false) else { return false }
    if cursor.take("+") || cursor.take("-"), !takeNumber(&cursor, isPositive: true) { return false }
    if cursor.take("#") { return cursor.isAtEnd }
    return isPointer(String(text[cursor.position...]))
  }

  private static func takeNumber(_ cursor: inout ByteCursor, isPositive: Bool) -> Bool {
    if cursor.take("0") { return !isPositive && cursor.next?.isASCIIDigit != true }
    return cursor.take(where: \.isASCIIDigit) > 0
  }
}
