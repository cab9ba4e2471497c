/// Times as RFC 3339 writes them, in UTC.
enum Timestamp {
  /// - Parameter seconds: since 1970 UTC.
  static func text(_ seconds: Double) -> String {
    let milliseconds = Int(min(max(seconds, 0), 253_402_300_799) * 1000)
    let (days, rest) = (milliseconds / 86_400_000, milliseconds % 86_400_000)
    // Civil date from days, in eras of 400 years that begin on 1 March.
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

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
