import BuiltPrograms
import Eventually
import Foundation
import TestFolders

/// A program that runs to its end, with a time limit.
enum ProgramRun {
  /// The upper bound of a run, and of each wait for a server, in seconds.
  static let timeout = 60

  /// Runs a program to its end.
  /// - Parameters:
  ///   - folder: the working directory. PostgreSQL's programs need one that their user can read.
  ///   - variables: variables besides those of ``environment``.
  ///   - input: the text on standard input.
  /// - Returns: the text on standard output.
  /// - Throws: ``ProgramFailure`` with the text on standard error, if the exit code is not 0.
  @discardableResult
  static func output(
    of program: URL, _ arguments: [String], in folder: URL, variables: [String: String] = [:],
    input: String? = nil
  ) throws -> String {
    let files = try TemporaryFolder()
    let errors = files.url.appending(path: "errors")
    let pipe = Pipe()
    let process = try ChildProcess(
      program, arguments, in: folder, environment: environment.merging(variables) { $1 },
      input: input.map { .file(URL(filePath: try files.write($0, to: "input"))) } ?? .null,
      output: .descriptor(pipe.fileHandleForWriting.fileDescriptor), errors: .file(errors))
    try pipe.fileHandleForWriting.close()
    let limit = process.killTimer(after: timeout)
    defer { limit.cancel() }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    let status = process.waitUntilExit()
    guard status == 0 else {
      let message = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
      throw ProgramFailure(
        description:
          "\(program.lastPathComponent) \(arguments.joined(separator: " ")): exit \(status): \(message)")
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The variables of the tests, without those that configure PostgreSQL's clients. Messages are in English.
  static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    // initdb compares hundreds of files to find the time zone, unless TZ is set.
    .merging(["LC_ALL": "C", "TZ": "UTC"]) { $1 }

  /// Repeats until a condition holds.
  /// - Throws: ``ProgramFailure`` after ``timeout``.
  static func wait(for what: String, until condition: () throws -> Bool) throws {
    guard try eventually(within: .seconds(timeout), condition) else {
      throw ProgramFailure(description: "no \(what) came")
    }
  }
}
