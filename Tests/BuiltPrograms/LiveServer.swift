package import Foundation
import TestFolders

/// A running server on a free port, with the shipped screens.
package final class LiveServer {
  package let url: URL
  private let process: ChildProcess
  private let folder: TemporaryFolder
  /// The data folder.
  package var data: String { folder.url.path }

  /// - Parameter screens: the folder of screens; nil for the shipped ones.
  package init(screens: String? = nil) throws {
    let screens = screens ?? PackageFolder.screens.path
    folder = try TemporaryFolder()
    let output = Pipe()
    process = try ChildProcess(
      BuiltProgram.url("marquee"),
      ["serve", "--port", "0", "--screens", screens, "--data", folder.url.path, "--admin-token", "t"],
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
    url = address
  }

  deinit { stop() }

  package func stop() {
    process.send(SIGTERM)
    process.waitUntilExit()
  }

  /// Sends a write to the admin API.
  package func put(_ path: String, _ body: Data) throws { try write("PUT", path, body, "application/json") }

  /// Changes a screen by a JSON Patch.
  package func patch(_ path: String, _ patch: String) throws {
    try write("PATCH", path, Data(patch.utf8), "application/json-patch+json")
  }

  private func write(_ method: String, _ path: String, _ body: Data, _ contentType: String) throws {
    let result = try Program.run([
      "curl", "-sS", "--fail-with-body", "-X", method, "-H", "Authorization: Bearer t", "-H",
      "Content-Type: \(contentType)", "--data-binary",
      String(decoding: body, as: UTF8.self), url.absoluteString + path,
    ])
    guard result.status == 0 else { throw Failure(text: result.output) }
  }

  /// The message of the program or of curl.
  package struct Failure: Error {
    package let text: String
  }
}
