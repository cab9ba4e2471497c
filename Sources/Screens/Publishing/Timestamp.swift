/// Times in the format of RFC 3339, in UTC.
package enum Timestamp {
  /// The text of a time, with milliseconds.
  /// - Parameter seconds: seconds since 1970 UTC.
  package static func text(_ seconds: Double) -> String {
    let milliseconds = Int(min(max(seconds, 0), 253_402_300_799) * 1000)
    let (days, rest) = (milliseconds / 86_400_000, milliseconds % 86_400_000)
    // The civil date from the number of days. Eras of 400 years begin on 1 March.
    let shifted = days + 719_468
    let (era, day) = (shifted / 146_097, shifted % 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
    return "\(padded(civilYear, 4))-\(padded(civilMonth, 2))-\(padded(date, 2))T"
      + time.joined(separator: ":") + "." + padded(rest % 1000, 3) + "Z"
  }

  /// The time of a text in the format of RFC 3339 §5.6, in seconds since 1970 UTC. Nil for any other text, and for a
  /// day that does not exist. Leap seconds are not supported.
  package static func seconds(_ text: String) -> Double? {
    let form =
      #/(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?(?:[Zz]|([+-])(\d\d):(\d\d))/#
      .asciiOnlyDigits()
    guard let match = text.wholeMatch(of: form)?.output, let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6),
      (1...12).contains(month), day >= 1, day <= days(of: month, year), hour < 24, minute < 60, second < 60
    else { return nil }
    let fraction = match.7.flatMap { Double("0" + $0) } ?? 0
    var offset = 0
    if let sign = match.8, let hours = match.9.flatMap({ Int($0) }),
      let minutes = match.10.flatMap({ Int($0) })
    {
      guard hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
    }
    // Days from 1 March of the year 0, of which 719,468 are before 1970.
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let count = 365 * y + floor(y, 4) - floor(y, 100) + floor(y, 400) + (153 * m + 2) / 5 + day - 1 - 719_468
    return Double(count * 86_400 + hour * 3600 + minute * 60 + second - offset) + fraction
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// A division that rounds down, for years before the year 0.
  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    (number - (number < 0 ? divisor - 1 : 0)) / divisor
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
