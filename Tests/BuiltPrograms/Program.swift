import Foundation

/// A program that runs to its end.
package enum Program {
  /// Its exit code, and what it printed.
  package static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let pipe = Pipe()
    let child = try ChildProcess(
      URL(filePath: "/usr/bin/env"), arguments,
      output: .descriptor(pipe.fileHandleForWriting.fileDescriptor),
      errors: .descriptor(pipe.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    return (child.waitUntilExit(), String(decoding: output, as: UTF8.self))
  }
}
