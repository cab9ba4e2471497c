/// `date-time`, `date` and `time`: RFC 3339 §5.6, with the restrictions of §5.7.
enum DateTimeFormat {
  static func isDateTime(_ text: String) -> Bool {
    var cursor = ByteCursor(text)
    guard takeDate(&cursor), cursor.take("T") || cursor.take("t") else { return false }
    return takeTime(&cursor) && cursor.isAtEnd
  }

  static func isDate(_ text: String) -> Bool {
    var cursor = ByteCursor(text)
    return takeDate(&cursor) && cursor.isAtEnd
  }

  static func isTime(_ text: String) -> Bool {
    var cursor = ByteCursor(text)
    return takeTime(&cursor) && cursor.isAtEnd
  }

  /// full-date
  private static func takeDate(_ cursor: inout ByteCursor) -> Bool {
    guard let year = cursor.takeDigits(4), cursor.take("-"), let month = cursor.takeDigits(2),
      cursor.take("-"),
      let day = cursor.takeDigits(2)
    else { return false }
    return (1...12).contains(month) && (1...days(in: month, of: year)).contains(day)
  }

  /// RFC 3339 appendix C.
  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// full-time
  private static func takeTime(_ cursor: inout ByteCursor) -> Bool {
    guard let hour = cursor.takeDigits(2), cursor.take(":"), let minute = cursor.takeDigits(2),
      cursor.take(":"), let second = cursor.takeDigits(2), hour <= 23, minute <= 59, second <= 60
    else { return false }
    if cursor.take("."), cursor.take(where: \.isASCIIDigit) == 0 { return false }
    guard let offset = takeOffset(&cursor) else { return false }
    // A leap second is inserted at the end of a day of UTC (§5.7).
    let day = 24 * 60
    let minuteOfDay = ((hour * 60 + minute - offset) % day + day) % day
    return second < 60 || minuteOfDay == day - 1
  }

  /// time-offset, in minutes.
  private static func takeOffset(_ cursor: inout ByteCursor) -> Int? {
    if cursor.take("Z") || cursor.take("z") { return 0 }
    let isWest = cursor.take("-")
    guard isWest || cursor.take("+"), let hours = cursor.takeDigits(2), cursor.take(":"),
      let minutes = cursor.takeDigits(2), hours <= 23, minutes <= 59
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }
}
