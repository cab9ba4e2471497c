import Dispatch
import Foundation
import JSONText
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes lines to a descriptor on its own queue, so that logging never waits for the reader of the log.
///
/// Drops lines while ``maximumBytes`` wait to be written, then writes a line with their number.
package final class LineSink: Sendable {
  /// The largest number of bytes that wait to be written.
  package static let maximumBytes = 1 << 20

  private struct Buffer {
    var bytes: [UInt8] = []
    var dropped = 0
    var isWriting = false
  }

  private let descriptor: Int32
  private let format: LogFormat
  private let queue = DispatchQueue(label: "marquee.log")
  private let buffer = Mutex(Buffer())

  /// - Parameters:
  ///   - descriptor: the descriptor to write to. The sink doesn't close it.
  ///   - format: the format of the line that reports dropped lines.
  package init(descriptor: Int32, format: LogFormat) {
    self.descriptor = descriptor
    self.format = format
  }

  /// A sink that writes to standard error.
  package static func standardError(_ format: LogFormat) -> LineSink {
    LineSink(descriptor: STDERR_FILENO, format: format)
  }

  /// Queues a line, given without a line break.
  package func write(_ line: [UInt8]) {
    let startsWriting = buffer.withLock { buffer in
      guard buffer.bytes.count + line.count < Self.maximumBytes else {
        buffer.dropped += 1
        return false
      }
      buffer.bytes += line
      buffer.bytes.append(UInt8(ascii: "\n"))
      defer { buffer.isWriting = true }
      return !buffer.isWriting
    }
    if startsWriting { queue.async { self.drain() } }
  }

  /// Waits until all queued lines are written, at most `seconds`.
  package func flush(within seconds: Double) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + seconds)
  }

  private func drain() {
    while true {
      let (bytes, dropped) = buffer.withLock { buffer in
        let taken = (buffer.bytes, buffer.dropped)
        buffer.bytes = []
        buffer.dropped = 0
        if taken.0.isEmpty, taken.1 == 0 { buffer.isWriting = false }
        return taken
      }
      if bytes.isEmpty, dropped == 0 { return }
      writeAll(bytes)
      if dropped > 0 {
        let note = LogLine(
          time: Date().timeIntervalSince1970, level: "warning", label: "marquee",
          message: "log lines were dropped because the log's reader is too slow",
          members: [("lines", .number(JSONNumber(dropped)))])
        writeAll(note.bytes(format) + [UInt8(ascii: "\n")])
      }
    }
  }

  /// Writes bytes to the descriptor. On a write error the bytes are lost, because the error can't be logged.
  private func writeAll(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: pointer and count belong to the same slice.
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process has made the shared descriptor non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, 1000)
      } else if errno != EINTR {
        return
      }
    }
  }
}

#if canImport(Glibc)
  @unsafe private let systemWrite = unsafe Glibc.write
#elseif canImport(Darwin)
  @unsafe private let systemWrite = unsafe Darwin.write
#endif
