import Foundation

/// The lines of a file, one at a time.
struct LineReader {
  /// A line is longer than the limit.
  struct TooLong: Error {}

  private let handle: FileHandle
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// - Parameter limit: bytes of the longest line.
  init(_ handle: FileHandle, limit: Int) {
    self.handle = handle
    self.limit = limit
  }

  /// The next line without its end; nil after the last one.
  /// - Throws: ``TooLong``, and what reading throws.
  mutating func next() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      guard buffer.count - start <= limit else { throw TooLong() }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Array(buffer[start...])
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      if let chunk = try handle.read(upToCount: 1 << 16), !chunk.isEmpty {
        buffer += chunk
      } else {
        isAtEnd = true
      }
    }
  }
}
