import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptors 0, 1 and 2.
package enum StandardStreams {
  /// Reserves the descriptors that the parent process has closed. Otherwise the next opened file could get the number
  /// of standard output and be overwritten. Reading and writing them fails, as with closed descriptors.
  package static func reserve() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = SystemCall.open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
