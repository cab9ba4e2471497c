#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads standard input line by line, as bytes, because bytes that are not UTF-8 must reach the JSON parser unchanged.
struct LineReader {
  /// The length limit in bytes, which bounds the memory. Longer lines are skipped.
  static let maximumLength = 64 << 20

  enum Line {
    /// A line without its line feed.
    case text([UInt8])
    case tooLong
  }

  struct ReadError: Error, CustomStringConvertible {
    /// The errno.
    let number: Int32
    var description: String { "standard input cannot be read (errno \(number))" }
  }

  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var unread = 0..<0
  private var isAtEnd = false

  /// The next line, or nil at the end. Bytes after the last line feed are a line, too.
  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if unread.isEmpty {
        try fill()
        guard !isAtEnd else { return isTooLong ? .tooLong : line.isEmpty ? nil : .text(line) }
      }
      let end = chunk[unread].firstIndex(of: 0x0A) ?? unread.upperBound
      if line.count + (end - unread.lowerBound) > Self.maximumLength {
        isTooLong = true
        line = []
      } else if !isTooLong {
        line += chunk[unread.lowerBound..<end]
      }
      guard end < unread.upperBound else {
        unread = end..<end
        continue
      }
      unread = (end + 1)..<unread.upperBound
      return isTooLong ? .tooLong : .text(line)
    }
  }

  /// Reads the next chunk, waiting for input if necessary.
  private mutating func fill() throws {
    guard !isAtEnd else { return }
    while true {
      // SAFETY: pointer and count belong to the same array, and `read` keeps no pointer.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw ReadError(number: errno)
      }
      unread = 0..<count
      isAtEnd = count == 0
      return
    }
  }
}
