import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Passwords on the command line, which every user of the machine can read in the list of processes.
enum CommandLineSecrets {
  /// Overwrites the passwords of connection strings in this process's arguments. Does nothing where the system does not
  /// show where they are: there, a password belongs in `MARQUEE_STORE`, a service file or `~/.pgpass`.
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

  /// The positions of passwords: between `:` and `@` in the authority of a URI, and after `password=`.
  static func passwords(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for argument in bytes.indices.split(whereSeparator: { bytes[$0] == 0 }) {
      guard let first = argument.first, let last = argument.last else { continue }
      let text = Array(bytes[first...last])
      if let scheme = text.firstRange(of: Array("://".utf8)) {
        let authority = text[scheme.upperBound...].prefix {
          $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")),
          let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
        {
          found.append(first + colon + 1..<first + at)
        }
      }
      var rest = text[...]
      while let word = rest.firstRange(of: Array("password=".utf8)) {
        let isURI = text.starts(with: "postgres".utf8)
        let end =
          text[word.upperBound...].firstIndex { byte in
            isURI ? byte == UInt8(ascii: "&") : byte == UInt8(ascii: " ")
          } ?? text.count
        found.append(first + word.upperBound..<first + end)
        rest = text[end...]
      }
    }
    return found
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
