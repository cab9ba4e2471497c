import BuiltPrograms
import Foundation

/// A process that runs the demo app.
final class DemoProcess {
  private let process: ChildProcess
  private let output = Pipe()
  private(set) var text = ""

  init(_ arguments: [String]) throws {
    let descriptor = output.fileHandleForWriting.fileDescriptor
    process = try ChildProcess(
      BuiltProgram.url("marquee-demo-app"), arguments, output: .descriptor(descriptor),
      errors: .descriptor(descriptor))
    try output.fileHandleForWriting.close()
  }

  /// Reads output until it contains a text, or until the process ends.
  func read(until expected: String) {
    while !text.contains(expected) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Reads the rest of the output and waits for the process.
  /// - Returns: The exit code.
  func finish() -> Int32 {
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return process.waitUntilExit()
  }

  func kill() {
    process.send(SIGKILL)
    process.waitUntilExit()
  }

  deinit { process.send(SIGTERM) }
}
