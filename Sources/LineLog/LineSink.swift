import Dispatch
import Foundation
import JSONText
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes lines to a descriptor from a queue of its own: who logs never waits for the reader of the log.
///
/// What the reader does not take in time is dropped beyond ``maximumBytes``, and a line says how much that was.
package final class LineSink: Sendable {
  /// Bytes that wait to be written. A reader that stands still costs this much memory and no more.
  package static let maximumBytes = 1 << 20

  private struct Waiting {
    var bytes: [UInt8] = []
    var dropped = 0
    var isWriting = false
  }

  private let descriptor: Int32
  private let format: LogFormat
  private let queue = DispatchQueue(label: "marquee.log")
  private let waiting = Mutex(Waiting())

  /// - Parameters:
  ///   - descriptor: where to; it stays its owner's.
  ///   - format: how the line is written that tells of dropped ones.
  package init(descriptor: Int32, format: LogFormat) {
    self.descriptor = descriptor
    self.format = format
  }

  /// Lines on standard error.
  package static func standardError(_ format: LogFormat) -> LineSink {
    LineSink(descriptor: STDERR_FILENO, format: format)
  }

  /// Takes a line, given without its end.
  package func write(_ line: [UInt8]) {
    let begins = waiting.withLock { waiting in
      guard waiting.bytes.count + line.count < Self.maximumBytes else {
        waiting.dropped += 1
        return false
      }
      waiting.bytes += line
      waiting.bytes.append(UInt8(ascii: "\n"))
      defer { waiting.isWriting = true }
      return !waiting.isWriting
    }
    if begins { queue.async { self.drain() } }
  }

  /// Waits until everything taken so far is written, or `seconds` have passed.
  package func flush(within seconds: Double) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + seconds)
  }

  private func drain() {
    while true {
      let (bytes, dropped) = waiting.withLock { waiting in
        let taken = (waiting.bytes, waiting.dropped)
        waiting.bytes = []
        waiting.dropped = 0
        if taken.0.isEmpty, taken.1 == 0 { waiting.isWriting = false }
        return taken
      }
      if bytes.isEmpty, dropped == 0 { return }
      put(bytes)
      if dropped > 0 {
        let note = LogLine(
          time: Date().timeIntervalSince1970, level: "warning", label: "marquee",
          message: "log lines were dropped, for nobody read them in time",
          members: [("lines", .number(JSONNumber(dropped)))])
        put(note.bytes(format) + [UInt8(ascii: "\n")])
      }
    }
  }

  /// A descriptor that can't be written to loses the lines: there is nobody left to tell.
  private func put(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the call reads the bytes that it is given the number of.
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process made the shared descriptor non-blocking.
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
