import Foundation

/// Lines for the person at the terminal, apart from the output.
enum StandardError {
  static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// Output that is there at once, also through a pipe.
enum StandardOutput {
  static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
