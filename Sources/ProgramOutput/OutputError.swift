import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failure to write the output.
package struct OutputError: Error {
  /// `EX_IOERR` of sysexits.h.
  package static let exitStatus: Int32 = 74

  /// The place, for the message: a path, or "to standard output".
  package let place: String
  /// The value of `errno`.
  package let number: Int32

  package init(_ place: String, number: Int32 = errno) {
    self.place = place
    self.number = number
  }

  /// Whether the reader of the output has exited.
  package var isClosedPipe: Bool { number == EPIPE }

  package var text: String {
    // SAFETY: the C string of strerror is valid until the next call on this thread.
    "cannot write \(place): \(unsafe String(cString: strerror(number)))"
  }

  /// Ends the process with a line on standard error, or by SIGPIPE and without a line if the reader has exited.
  package func end() -> Never {
    if isClosedPipe {
      // Ends by SIGPIPE, even if the parent process has ignored or blocked it, so that a shell always sees the same
      // status.
      _ = signal(SIGPIPE, SIG_DFL)
      var mask = sigset_t()
      _ = unsafe sigemptyset(&mask)
      _ = unsafe sigaddset(&mask, SIGPIPE)
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      raise(SIGPIPE)
      // The kernel drops signals with the default action in process 1 of a container.
      Foundation.exit(128 + SIGPIPE)
    }
    let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").lastPathComponent
    StandardError.write("\(program): \(text)")
    Foundation.exit(Self.exitStatus)
  }
}
