import ArgumentParser
import ProgramOutput
import Screens

/// Why a command failed. It ends with a line on standard error and the exit code 1.
struct CommandError: Error {
  let text: String

  init(_ text: String) { self.text = text }

  init(_ error: FolderError) { self.init("\(error)") }

  /// A file or folder that cannot be read.
  /// - Parameter name: what it is, with a space at the end.
  static func unreadable(_ path: String, named name: String = "") -> CommandError {
    CommandError("\(name)\(printable(path)) cannot be read: \(FileAccess.reasonItIsUnreadable(path))")
  }

  /// Prints the line, and returns the exit code to throw.
  var exit: ExitCode {
    StandardError.write("marquee: \(text)")
    return ExitCode(1)
  }
}
