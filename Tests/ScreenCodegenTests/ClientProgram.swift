import BuiltPrograms
import Foundation
import Testing

/// A program of a generated client: it reads commands, and prints what the client gives.
final class ClientProgram {
  enum Kind: CaseIterable {
    case typeScript, kotlin, kotlinForAndroid
  }

  /// What the client does beside fetching screens.
  enum Reporting {
    case on, off
    /// It learns of crashes by a file.
    case withCrashes(file: String)

    fileprivate var argument: String {
      switch self {
      case .on: "on"
      case .off: "off"
      case .withCrashes(let file): file
      }
    }
  }

  private let process: ChildProcess
  private let input = Pipe()
  private let output = Pipe()
  private var text = ""

  /// Starts a program; nil if it could not be compiled here.
  /// - Parameters:
  ///   - languages: the languages of the user, with commas between them.
  ///   - timeout: the timeout of the client's requests, in milliseconds.
  init?(
    _ kind: Kind, server: URL, languages: String = "ko", timeout: Int = 30_000, reporting: Reporting = .on
  ) throws {
    let command: [String]? =
      switch kind {
      case .typeScript: try TypeScriptTests.program.get()?.command("/client.js")
      case .kotlin: try KotlinTests.program.get().map { $0.command("test.ClientKt") + ["jvm"] }
      case .kotlinForAndroid: try KotlinTests.program.get().map { $0.command("test.ClientKt") + ["android"] }
      }
    guard let command else {
      print("left out: a client of \(kind); its compiler is not installed")
      return nil
    }
    let written = output.fileHandleForWriting.fileDescriptor
    process = try ChildProcess(
      URL(filePath: "/usr/bin/env"),
      command + [server.absoluteString, languages, String(timeout), reporting.argument],
      input: .descriptor(input.fileHandleForReading.fileDescriptor), output: .descriptor(written),
      errors: .descriptor(written))
    // A program that ends early is a failure of its test, not the end of all tests.
    signal(SIGPIPE, SIG_IGN)
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
  }

  /// Sends a command. To a program that has ended it sends nothing, and ``line()`` returns nil.
  func send(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// Waits for the next line; nil when the program has ended.
  func line() -> String? {
    while true {
      if let end = text.firstIndex(of: "\n") {
        let line = String(text[..<end])
        text = String(text[text.index(after: end)...])
        return line
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Waits for the next line that is another one.
  func line(after repeated: String) -> String? {
    var next = line()
    while next == repeated { next = line() }
    return next
  }

  /// Ends the commands and waits for the program.
  /// - Returns: The exit code.
  func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    return process.waitUntilExit()
  }

  /// Ends the program as a crash would.
  func crash() {
    process.send(SIGKILL)
    process.waitUntilExit()
  }

  /// Sends commands at once, and one by which the program ends itself as in a crash. So however slow the machine is, no
  /// time passes between the last of them and the crash.
  func crash(after commands: [String]) {
    send((commands + ["crash"]).joined(separator: "\n"))
    process.waitUntilExit()
  }

  deinit { process.send(SIGKILL) }
}
