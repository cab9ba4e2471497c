import BuiltPrograms
import Foundation
import TestFolders

/// Scripts that run the built program, for what only a shell sets up: devices, pipes, closed descriptors.
enum Shell {
  /// Runs a script to its end, in a folder. `$MARQUEE` is the program.
  static func run(
    _ script: String, in folder: ScreensFolder, environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    // Files, not pipes: nobody has to read them meanwhile.
    let (output, errors) = ("output-\(UUID().uuidString)", "errors-\(UUID().uuidString)")
    let shell = try ChildProcess(
      URL(filePath: "/bin/sh"), ["-c", script], in: folder.url,
      environment: Program.environment(
        with: ["MARQUEE": BuiltProgram.url("marquee").path(percentEncoded: false)], environment),
      output: .file(folder.url.appending(path: output)), errors: .file(folder.url.appending(path: errors)))
    let status = await shell.exitStatus()
    return Program.Outcome(status: status, output: folder.text(of: output), errors: folder.text(of: errors))
  }
}
