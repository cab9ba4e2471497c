import ArgumentParser
import Foundation
import JSONText
import SQLiteStore
import Screens

/// `marquee export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes all that a data folder holds as JSON Lines, also while a server uses it.",
    discussion: "Of tokens there are names and scopes, no secrets.")

  @Option(help: "The data folder. (default: .marquee)")
  var data: String?

  @Option(help: "The file to write, which is replaced. (default: standard output)")
  var output: String?

  func run() throws {
    do {
      let export = try StoreExport(folder: DataOption.folder(data))
      guard let output else {
        _ = try export.write { StandardOutput.write($0.text) }
        return
      }
      // Another name until it is whole.
      let part = output + ".part"
      guard
        FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]),
        let file = FileHandle(forWritingAtPath: part)
      else { throw CommandFailure("cannot write \(output)") }
      defer { try? FileManager.default.removeItem(atPath: part) }
      _ = try export.write { try file.write(contentsOf: Data($0.serialized() + [0x0A])) }
      try file.synchronize()
      try file.close()
      // SAFETY: the C strings that Swift makes of the paths live until the call returns.
      guard unsafe rename(part, output) == 0 else { throw CommandFailure("cannot write \(output)") }
    } catch let error as StoreError {
      throw CommandFailure(error.message).exit
    } catch let error as CommandFailure {
      throw error.exit
    } catch {
      throw CommandFailure("cannot write the export: \(error.localizedDescription)").exit
    }
  }
}

/// The data folder that commands work on.
enum DataOption {
  static func folder(_ option: String?) -> String {
    option ?? ProcessInfo.processInfo.environment["MARQUEE_DATA"] ?? ".marquee"
  }
}

/// Why a command could not do what it is for: a line on standard error, and exit code 1.
struct CommandFailure: Error {
  let text: String

  init(_ text: String) { self.text = text }

  var exit: ExitCode {
    StandardError.write("marquee: \(text)")
    return ExitCode(1)
  }
}
