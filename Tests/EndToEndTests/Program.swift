import Foundation
import Synchronization

/// A run of the built `marquee` program.
final class Program: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a run that has ended leaves.
  struct Outcome {
    /// The exit code, or 128 and the signal's number.
    let status: Int32
    let output: String
    let errors: String

    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// No run may take longer: one that hangs is ended, and so fails its test.
  private static let patience = DispatchTimeInterval.seconds(120)
  private static let readyMark = "Marquee is listening on "

  private let processID: Int32
  private let hasEnded: Flag
  private let status: Task<Int32, Never>
  private let output: Task<String, Never>
  private let ready: Task<String?, Never>
  private let folder: TestFolder
  private let errorFile: String

  /// Starts the program in a folder.
  init(_ arguments: [String], in folder: TestFolder, environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = try Self.executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("MARQUEE_") }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    errorFile = "errors-\(UUID().uuidString)"
    try folder.write("", to: errorFile)
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: errorFile))
    let pipe = Pipe()
    process.standardOutput = pipe

    let (chunks, chunkFeed) = AsyncStream.makeStream(of: Data.self)
    // A thread of its own holds the pipe until its end: a readability handler goes with the process object,
    // which may be before the end has been seen.
    let reading = pipe.fileHandleForReading
    let reader = DispatchQueue(label: "marquee.output")
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

    let (statuses, statusFeed) = AsyncStream.makeStream(of: Int32.self)
    let hasEnded = Flag()
    process.terminationHandler = {
      hasEnded.set()
      statusFeed.yield($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
      statusFeed.finish()
    }
    status = Task { await statuses.first { _ in true } ?? -1 }
    self.folder = folder
    self.hasEnded = hasEnded
    try process.run()
    reader.async {
      while case let bytes = reading.availableData, !bytes.isEmpty { chunkFeed.yield(bytes) }
      chunkFeed.finish()
    }
    let processID = process.processIdentifier
    self.processID = processID
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
      if !hasEnded.isSet { kill(processID, SIGKILL) }
    }
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], in folder: TestFolder, environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await Program(arguments, in: folder, environment: environment).outcome()
  }

  /// Waits for the end.
  func outcome() async -> Outcome {
    Outcome(status: await status.value, output: await output.value, errors: errors)
  }

  /// Sends a signal, and waits for the end.
  @discardableResult
  func end(_ signal: Int32) async -> Outcome {
    // The number of a process that has ended may be another's by now.
    if !hasEnded.isSet { kill(processID, signal) }
    return await outcome()
  }

  /// Whether the programs of this run have a sanitizer in them, which takes memory of its own, and much time.
  static let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil

  #if os(Linux)
    /// Memory that is resident now (proc(5), statm).
    func residentBytes() throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(processID)/statm", encoding: .utf8)
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      guard let pages else { throw Failure(description: "statm says \(text)") }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  #endif

  /// What has been written to standard error so far.
  var errors: String { folder.text(of: errorFile) }

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

  /// The program stands beside the test bundle, or beside a folder around it, wherever the build folder is.
  static func executable() throws -> URL {
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
    let starts = bundles + [Bundle.main.executableURL].compactMap(\.self)
    for start in starts {
      var folder = start.deletingLastPathComponent()
      for _ in 0..<5 {
        let file = folder.appending(path: "marquee", directoryHint: .notDirectory)
        var isFolder = false
        if let values = try? file.resourceValues(forKeys: [.isDirectoryKey]) {
          isFolder = values.isDirectory ?? false
        }
        if !isFolder, FileManager.default.isExecutableFile(atPath: file.path(percentEncoded: false)) {
          return file
        }
        folder.deleteLastPathComponent()
      }
    }
    let usual = TestFolder.package.appending(path: ".build/debug/marquee")
    guard FileManager.default.isExecutableFile(atPath: usual.path(percentEncoded: false)) else {
      throw Failure(description: "there is no built marquee beside \(starts.map(\.path))")
    }
    return usual
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  func set() { value.store(true, ordering: .releasing) }
  var isSet: Bool { value.load(ordering: .acquiring) }
}
