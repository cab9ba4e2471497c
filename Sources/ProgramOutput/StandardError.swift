import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Messages on standard error.
package enum StandardError {
  /// Writes a line. Ignores errors, because there is no other place to report them.
  package static func write(_ line: String) {
    _ = SystemCall.write(Array((line + "\n").utf8)[...], to: STDERR_FILENO)
  }
}
