import ArgumentParser
import ProgramOutput
import Screens

/// Why a command failed. It ends with a line on standard error and the exit code 1.
struct CommandError: Error {
  let text: String

  init(_ text: String) { self.text = text }

  init(_ error: FolderError) {
    self.init("the screens folder \(printable(error.path)) cannot be read")
  }

  /// Prints the line, and returns the exit code to throw.
  var exit: ExitCode {
    StandardError.write("marquee: \(text)")
    return ExitCode(1)
  }
}
