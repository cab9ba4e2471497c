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

  @Flag(help: "Write the screens in force, as an app with ScreenKit brings them along for its first start.")
  var seed = false

  @Option(help: "With --seed: the wire format. (default: screen, which ScreenKit asks for)")
  var format: String?

  @Option(help: "The file to write, which is replaced. (default: standard output)")
  var output: String?

  func validate() throws {
    if format != nil, !seed { throw ValidationError("--format goes with --seed") }
  }

  func run() throws {
    do {
      let export = try StoreExport(folder: DataOption.folder(data))
      if seed { return try write(try seed(of: export)) }
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

extension Export {
  private func seed(of export: StoreExport) throws -> JSONValue {
    do {
      return try SeedDocument.json(of: try export.contents(), format: format ?? "screen")
    } catch let error as SeedDocument.UnknownFormat {
      let nearest = NearestName.hint(for: error.name, among: error.known)
      throw CommandFailure("unknown format \(printable(error.name))" + (nearest.map { "; \($0)" } ?? ""))
    } catch let error as StoreError {
      throw error
    } catch {
      throw CommandFailure("a stored screen cannot be read: \(error)")
    }
  }

  private func write(_ document: JSONValue) throws {
    guard let output else { return StandardOutput.write(document.text) }
    try Data(document.serialized() + [0x0A]).write(to: URL(fileURLWithPath: output), options: .atomic)
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
