import Foundation

/// Reads a file line by line.
struct LineReader {
  /// The error for a line beyond the limit.
  struct TooLong: Error {}

  private let handle: FileHandle
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// - Parameter limit: the longest line, in bytes.
  init(_ handle: FileHandle, limit: Int) {
    self.handle = handle
    self.limit = limit
  }

  /// Reads the next line, without its line end; nil after the last one.
  /// - Throws: ``TooLong``, and errors of reading.
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
