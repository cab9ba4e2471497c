import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Unbuffered standard output.
package enum StandardOutput {
  /// Writes a line. Ends the process if that fails.
  package static func write(_ line: String) { write(Array((line + "\n").utf8)) }

  /// Writes bytes. Ends the process if that fails.
  package static func write(_ bytes: [UInt8]) {
    do throws(OutputError) {
      try put(bytes)
    } catch {
      error.end()
    }
  }

  /// Writes a line.
  package static func put(_ line: String) throws(OutputError) { try put(Array((line + "\n").utf8)) }

  private static func put(_ bytes: [UInt8]) throws(OutputError) {
    guard SystemCall.write(bytes[...], to: STDOUT_FILENO) else { throw OutputError("to standard output") }
  }

  /// Closes standard output. Ends the process if that fails: some file systems report a full disk only then (close(2)).
  package static func finish() {
    guard close(STDOUT_FILENO) != 0, errno != EBADF, errno != EINTR else { return }
    OutputError("to standard output").end()
  }
}
