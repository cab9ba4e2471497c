import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that replaces standard error.
final class LogPipe {
  let writing: Int32
  private let reading: FileHandle
  private var isOpen = true

  struct Failure: Error {}

  init() throws {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Failure() }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = ends[1]
  }

  deinit { closeWriting() }

  func closeWriting() {
    if isOpen { close(writing) }
    isOpen = false
  }

  /// Starts to read. The returned function waits until the writing end is closed and returns the lines.
  func readLater() -> () -> [String] {
    let queue = DispatchQueue(label: "reading")
    let handle = reading
    nonisolated(unsafe) var data = Data()
    queue.async { unsafe data = handle.readDataToEndOfFile() }
    return {
      queue.sync {
        unsafe String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      }
    }
  }

  /// Closes the writing end and returns all lines.
  func finish() -> [String] {
    let lines = readLater()
    closeWriting()
    return lines()
  }
}
