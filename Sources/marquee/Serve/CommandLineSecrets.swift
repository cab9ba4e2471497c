import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Passwords on the command line, which every user of the machine can read in the list of processes.
enum CommandLineSecrets {
  /// Overwrites the passwords of connection strings in this process's arguments. Works on Linux only; on other systems,
  /// a password belongs in `MARQUEE_STORE`, a service file or `~/.pgpass`.
  static func hide() {
    #if os(Linux)
      guard let arguments = argumentRange,
        let start = unsafe UnsafeMutablePointer<UInt8>(bitPattern: arguments.start)
      else { return }
      // SAFETY: the kernel placed the arguments there, in memory of this process that is writable.
      let bytes = unsafe UnsafeMutableBufferPointer(start: start, count: arguments.count)
      for range in unsafe passwords(in: Array(bytes)) {
        for index in range { unsafe bytes[index] = UInt8(ascii: "*") }
      }
    #endif
  }

  /// The positions of passwords: between `:` and `@` in the authority of a URI, and the values of `password`.
  static func passwords(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for argument in bytes.indices.split(whereSeparator: { bytes[$0] == 0 }) {
      guard let first = argument.first, let last = argument.last else { continue }
      let text = Array(bytes[first...last])
      let scheme = text.firstRange(of: Array("://".utf8))
      if let scheme {
        // Only `/` ends the authority here, because a password may contain `?`.
        let authority = text[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")),
          let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
        {
          found.append(first + colon + 1..<first + at)
        }
      }
      var rest = text[...]
      while let word = rest.firstRange(of: Array("password".utf8)) {
        let value =
          scheme == nil ? Self.value(after: word.upperBound, in: text) : query(word.upperBound, text)
        if let value, !value.isEmpty { found.append(first + value.lowerBound..<first + value.upperBound) }
        rest = text[max(word.upperBound, value?.upperBound ?? 0)...]
      }
    }
    return found
  }

  /// The value of a parameter in the query of a URI.
  private static func query(_ start: Int, _ text: [UInt8]) -> Range<Int>? {
    guard text.indices.contains(start), text[start] == UInt8(ascii: "=") else { return nil }
    let end = text[start...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
    return start + 1..<end
  }

  /// The value of `keyword = value`: up to a blank, or to the closing quote with `\` escapes
  /// (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-KEYWORD-VALUE>).
  private static func value(after start: Int, in text: [UInt8]) -> Range<Int>? {
    func skippingBlanks(_ index: Int) -> Int {
      text[index...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.count
    }
    let sign = skippingBlanks(start)
    guard text.indices.contains(sign), text[sign] == UInt8(ascii: "=") else { return nil }
    let begin = skippingBlanks(sign + 1)
    guard text.indices.contains(begin) else { return nil }
    let isQuoted = text[begin] == UInt8(ascii: "'")
    let end = isQuoted ? UInt8(ascii: "'") : UInt8(ascii: " ")
    var index = isQuoted ? begin + 1 : begin
    while index < text.count, text[index] != end { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return begin..<min(index, text.count)
  }

  #if os(Linux)
    /// Where the kernel placed the arguments (proc(5), `/proc/self/stat`: `arg_start`, `arg_end`).
    private static var argumentRange: (start: UInt, count: Int)? {
      guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
        // The second field is the name of the program, which may contain spaces and parentheses.
        let end = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 46, let start = UInt(fields[45]), let stop = UInt(fields[46]), stop > start else {
        return nil
      }
      return (start, Int(stop - start))
    }
  #endif
}
