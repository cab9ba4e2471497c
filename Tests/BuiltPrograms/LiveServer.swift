package import Foundation
import TestFolders

/// A running server on a free port, with the shipped screens.
package final class LiveServer {
  package let url: URL
  private var process: ChildProcess
  private let screens: String
  private let folder: TemporaryFolder
  /// The data folder.
  package var data: String { folder.url.path }

  /// - Parameter screens: the folder of screens; nil for the shipped ones.
  package init(screens: String? = nil) throws {
    self.screens = screens ?? PackageFolder.screens.path
    folder = try TemporaryFolder()
    (process, url) = try Self.start(port: 0, screens: self.screens, data: folder.url.path)
  }

  /// Starts the server again after ``stop()``, at the same address and with the same data.
  package func start() throws {
    (process, _) = try Self.start(port: url.port ?? 0, screens: screens, data: folder.url.path)
  }

  private static func start(port: Int, screens: String, data: String) throws -> (ChildProcess, URL) {
    let output = Pipe()
    let process = try ChildProcess(
      BuiltProgram.url("marquee"),
      ["serve", "--port", String(port), "--screens", screens, "--data", data, "--admin-token", "t"],
      output: .descriptor(output.fileHandleForWriting.fileDescriptor), errors: .null)
    try output.fileHandleForWriting.close()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    guard let address = line.split(separator: " ").last.flatMap({ URL(string: String($0)) }) else {
      throw Failure(text: "no ready line: \(text)")
    }
    return (process, address)
  }

  deinit { stop() }

  package func stop() {
    process.send(SIGTERM)
    process.waitUntilExit()
  }

  /// Sends a write to the admin API.
  package func put(_ path: String, _ body: Data) throws {
    try send(
      "PUT", path,
      ["-H", "Content-Type: application/json", "--data-binary", String(decoding: body, as: UTF8.self)])
  }

  /// Changes a screen by a JSON Patch.
  package func patch(_ path: String, _ patch: String) throws {
    try send("PATCH", path, ["-H", "Content-Type: application/json-patch+json", "--data-binary", patch])
  }

  package func delete(_ path: String) throws { try send("DELETE", path) }

  /// Returns a response of the admin API.
  package func get(_ path: String) throws -> String { try send("GET", path) }

  @discardableResult
  private func send(_ method: String, _ path: String, _ options: [String] = []) throws -> String {
    let result = try Program.run(
      ["curl", "-sS", "--fail-with-body", "-X", method, "-H", "Authorization: Bearer t"] + options
        + [url.absoluteString + path])
    guard result.status == 0 else { throw Failure(text: result.output) }
    return result.output
  }

  /// The message of the program or of curl.
  package struct Failure: Error {
    package let text: String
  }
}
