#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input, line by line, as bytes: what is not UTF-8 must reach the JSON parser as it is.
struct LineReader {
  /// Longer lines are skipped, so that memory stays bounded.
  static let maximumLength = 64 << 20

  enum Line {
    /// Without its line feed.
    case text([UInt8])
    case tooLong
  }

  /// The system's error number.
  struct ReadError: Error, CustomStringConvertible {
    let number: Int32
    var description: String { "standard input cannot be read (errno \(number))" }
  }

  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var unread = 0..<0
  private var isAtEnd = false

  /// The next line, or nil at the end. What follows the last line feed is a line if it is not empty.
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

  /// Reads what there is, and waits when there is nothing.
  private mutating func fill() throws {
    guard !isAtEnd else { return }
    while true {
      // SAFETY: `read` writes at most `count` bytes from the array's base on, and keeps no pointer.
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
