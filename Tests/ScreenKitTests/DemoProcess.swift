import BuiltPrograms
import Foundation

/// The demo app, running.
final class DemoProcess {
  private let process = Process()
  private let output = Pipe()
  private(set) var text = ""

  init(_ arguments: [String]) throws {
    process.executableURL = try BuiltProgram.url("marquee-demo-app")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// Reads until a text is there, or the program has ended.
  func read(until expected: String) {
    while !text.contains(expected) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Reads to the end.
  func finish() -> Int32 {
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus
  }

  func kill() throws {
    _ = try Program.run(["kill", "-KILL", String(process.processIdentifier)])
    process.waitUntilExit()
  }

  deinit { if process.isRunning { process.terminate() } }
}
