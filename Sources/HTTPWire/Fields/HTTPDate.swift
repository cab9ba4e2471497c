/// Formats and parses dates in HTTP (RFC 9110 §5.6.7), as seconds since 1970-01-01T00:00:00Z.
package enum HTTPDate {
  /// The length of a formatted date in bytes.
  package static let count = 29
  static let epoch = "Thu, 01 Jan 1970 00:00:00 GMT"

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let fullDays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A formatted date of 29 bytes. It is formatted once a second, not once for each response.
  package struct Text: Sendable, Equatable {
    package let second: Int
    /// The text, padded with zeroes. Stored inline, so that responses need no reference counting.
    private let bytes: SIMD32<UInt8>

    package init(second: Int) {
      self.second = second
      var bytes = SIMD32<UInt8>()
      for (index, byte) in HTTPDate.format(second).utf8.prefix(HTTPDate.count).enumerated() {
        bytes[index] = byte
      }
      self.bytes = bytes
    }

    func withBytes(_ body: (Bytes) -> Void) {
      // SAFETY: the view covers 29 of the 32 bytes, which don't move during the call.
      unsafe withUnsafeBytes(of: bytes) { bytes in
        unsafe body(
          Bytes(start: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, count: HTTPDate.count))
      }
    }
  }

  /// An IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`. Years are clamped to 0…9999.
  package static func format(_ second: Int) -> String {
    let second = min(max(second, -62_167_219_200), 253_402_300_799)
    let day = Int((Double(second) / 86400).rounded(.down))
    let time = second - day * 86400
    let (year, month, dayOfMonth) = civil(fromDay: day)
    let weekday = ((day + 4) % 7 + 7) % 7
    return "\(days[weekday]), \(pad(dayOfMonth, 2)) \(months[month - 1]) \(pad(year, 4)) "
      + "\(pad(time / 3600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2)) GMT"
  }

  /// Parses the three formats that a recipient must accept: IMF-fixdate, RFC 850 and asctime.
  /// - Parameter now: the current time in seconds, which decides the century of a two-digit year: a year more than 50
  ///   years ahead is in the past. The default is the start of 2026.
  package static func parse(_ text: String, now: Int = 1_767_225_600) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    switch parts.count {
    case 6 where parts[0].utf8.count == 4 && parts[0].hasSuffix(",") && text.utf8.count == count:
      guard days.contains(String(parts[0].dropLast())), parts[5] == "GMT", let year = digits(parts[3], 4)
      else {
        return nil
      }
      return second(year, parts[2], digits(parts[1], 2), parts[4])
    case 4 where parts[0].hasSuffix(","):
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard fullDays.contains(String(parts[0].dropLast())), parts[3] == "GMT", date.count == 3,
        let short = digits(date[2], 2)
      else { return nil }
      let thisYear = civil(fromDay: Int((Double(now) / 86400).rounded(.down))).year
      var year = thisYear - thisYear % 100 + short
      if year > thisYear + 50 { year -= 100 }
      return second(year, date[1], digits(date[0], 2), parts[2])
    case 5:
      guard days.contains(parts[0]), let year = digits(parts[4], 4) else { return nil }
      return second(year, parts[1], digits(parts[2], parts[2].utf8.count == 1 ? 1 : 2), parts[3])
    default: return nil
    }
  }

  private static func second(_ year: Int, _ monthName: String, _ day: Int?, _ time: String) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { digits(String($0), 2) }
    guard let month = months.firstIndex(of: monthName).map({ $0 + 1 }), let day, clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60, day >= 1, day <= length(of: month, year)
    else { return nil }
    return self.day(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
  }

  private static func digits(_ text: String, _ count: Int) -> Int? {
    guard text.utf8.count == count, text.utf8.allSatisfy(ByteClass.isDigit) else { return nil }
    return Int(text)
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar. The calculation starts the year in March, so that
  /// the leap day is its last day; 400 years have 146,097 days.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
