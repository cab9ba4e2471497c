/// `duration`: RFC 3339 appendix A. Units come in order, without gaps.
enum DurationFormat {
  static func matches(_ text: String) -> Bool {
    var cursor = ByteCursor(text)
    guard cursor.take("P") else { return false }
    if cursor.take("T") { return takeUnits("HMS", &cursor) && cursor.isAtEnd }
    var weeks = cursor
    if takeUnits("W", &weeks), weeks.isAtEnd { return true }
    guard takeUnits("YMD", &cursor) else { return false }
    if cursor.take("T"), !takeUnits("HMS", &cursor) { return false }
    return cursor.isAtEnd
  }

  /// Takes one or more numbers, each with a unit; the units are consecutive in the list.
  private static func takeUnits(_ units: String, _ cursor: inout ByteCursor) -> Bool {
    var rest = Substring(units).unicodeScalars
    var isFirst = true
    while let next = cursor.next, next.isASCIIDigit {
      _ = cursor.take(where: \.isASCIIDigit)
      if isFirst {
        rest = rest.drop { UInt32(cursor.next ?? 0) != $0.value }
        isFirst = false
      }
      guard let unit = rest.popFirst(), cursor.take(unit) else { return false }
    }
    return !isFirst
  }
}
