import ArgumentParser
import FileSystem
import Foundation
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failure to write the output.
struct OutputError: Error {
  /// `EX_IOERR` of sysexits.h.
  static let exitCode = ExitCode(74)

  /// The place, for the message: a path, or "to standard output".
  let place: String
  /// The value of `errno`.
  let number: Int32

  init(_ place: String, number: Int32 = errno) {
    self.place = place
    self.number = number
  }

  /// Whether the reader of the output has exited.
  var isClosedPipe: Bool { number == EPIPE }

  var text: String {
    // SAFETY: the C string of strerror is valid until the next call on this thread.
    "cannot write \(place): \(unsafe String(cString: strerror(number)))"
  }

  /// Ends the process with a line on standard error, or without one if the reader has exited.
  func end() -> Never {
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
    StandardError.write("marquee: \(text)")
    Foundation.exit(Self.exitCode.rawValue)
  }
}

/// The descriptors 0, 1 and 2.
enum StandardStreams {
  /// Reserves the descriptors that the parent process has closed. Otherwise the next opened file could get the number
  /// of standard output and be overwritten. Reading and writing them fails, as with closed descriptors.
  static func reserve() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = SystemCall.open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
