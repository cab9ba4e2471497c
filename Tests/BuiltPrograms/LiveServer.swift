package import Foundation

/// A server of its own, on a free port, with the shipped screens.
package final class LiveServer {
  package let url: URL
  private let process: Process
  private let folder: TemporaryFolder
  /// The data folder.
  package var data: String { folder.url.path }

  /// - Parameter screens: the folder of screens; nil for the shipped ones.
  package init(screens: String? = nil) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let screens = screens ?? root.appendingPathComponent("screens").path
    folder = try TemporaryFolder()
    process = Process()
    process.executableURL = try BuiltProgram.url("marquee")
    process.arguments = [
      "serve", "--port", "0", "--screens", screens, "--data", folder.url.path, "--admin-token", "t",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
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
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// A write of an admin.
  package func put(_ path: String, _ body: Data) throws { try write("PUT", path, body, "application/json") }

  /// A change by an admin, as a JSON Patch.
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

  /// What the program, or curl, said.
  package struct Failure: Error {
    package let text: String
  }
}
