import BuiltPrograms
import Foundation
import TestFolders

/// A run of the built `marquee` program.
final class Program: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The result of a run.
  struct Outcome {
    /// The exit code, or 128 and the signal's number.
    let status: Int32
    let output: String
    let errors: String

    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The time limit of a run, in seconds. A run that takes longer is ended, and its test fails. A server lives as long as
  /// the test that uses it, and the longest tests drive a browser beside other load.
  private static let timeout = 1200
  private static let readyMark = "Marquee is listening on "

  private let process: ChildProcess
  private let output: Task<String, Never>
  private let ready: Task<String?, Never>
  private let folder: ScreensFolder
  private let errorFile: String

  var processID: Int32 { process.processID }

  /// Starts the program in a folder.
  /// - Parameter executable: the file of the program; nil for the built one.
  init(
    _ arguments: [String], in folder: ScreensFolder, environment: [String: String] = [:],
    executable: URL? = nil
  ) throws {
    let (chunks, chunkFeed) = AsyncStream.makeStream(of: Data.self)
    let (addresses, addressFeed) = AsyncStream.makeStream(of: String.self)
    output = Task {
      var all = Data()
      for await chunk in chunks {
        all += chunk
        if let address = Self.address(in: all) { addressFeed.yield(address) }
      }
      addressFeed.finish()
      return String(decoding: all, as: UTF8.self)
    }
    ready = Task { await addresses.first { _ in true } }
    self.folder = folder
    errorFile = "errors-\(UUID().uuidString)"
    let pipe = Pipe()
    do {
      process = try ChildProcess(
        executable ?? BuiltProgram.url("marquee"), arguments, in: folder.url,
        environment: Self.environment(with: environment),
        output: .descriptor(pipe.fileHandleForWriting.fileDescriptor),
        errors: .file(folder.url.appending(path: errorFile)))
    } catch {
      chunkFeed.finish()
      throw error
    }
    try pipe.fileHandleForWriting.close()
    let reading = pipe.fileHandleForReading
    // A thread of its own reads until all who write are gone.
    Thread.detachNewThread {
      while case let bytes = reading.availableData, !bytes.isEmpty { chunkFeed.yield(bytes) }
      chunkFeed.finish()
    }
    let process = process
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.timeout)) {
      if process.isRunning { print("\(arguments) is ended after the limit of \(Self.timeout) s") }
      process.send(SIGKILL)
    }
  }

  /// The environment of the tests, without the variables that configure `marquee` and its memory, and with others.
  static func environment(with others: [String: String]...) -> [String: String] {
    let memory: Set = ["MALLOC_ARENA_MAX", "GLIBC_TUNABLES"]
    let own = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("MARQUEE") && !memory.contains($0.key)
    }
    return others.reduce(own) { $0.merging($1) { $1 } }
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], in folder: ScreensFolder, environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await Program(arguments, in: folder, environment: environment).outcome()
  }

  /// Waits for the end.
  func outcome() async -> Outcome {
    Outcome(status: await process.exitStatus(), output: await output.value, errors: errors)
  }

  /// Sends a signal, and waits for the end.
  @discardableResult
  func end(_ signal: Int32) async -> Outcome {
    process.send(signal)
    return await outcome()
  }

  /// Whether the programs contain a sanitizer, which needs more memory and time.
  static let isSanitized = ProcessInfo.processInfo.environment.keys
    .contains { $0 == "TSAN_OPTIONS" || $0 == "ASAN_OPTIONS" }

  #if os(Linux)
    /// The resident memory (proc(5), statm).
    func residentBytes() throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(processID)/statm", encoding: .utf8)
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      guard let pages else { throw Failure(description: "statm says \(text)") }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  #endif

  /// The text on standard error so far.
  var errors: String { folder.text(of: errorFile) }

  /// Whether the program has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// The address in the line that says where the server listens.
  /// - Throws: ``Failure`` when the program ends without one.
  func address() async throws -> String {
    if let address = await ready.value { return address }
    let outcome = await outcome()
    throw Failure(description: "marquee ended with \(outcome.status): \(outcome.errors)")
  }

  private static func address(in bytes: Data) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let mark = text.range(of: readyMark),
      let end = text[mark.upperBound...].firstIndex(of: "\n")
    else { return nil }
    return String(text[mark.upperBound..<end])
  }
}
