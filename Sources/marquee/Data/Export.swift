import ArgumentParser
import Foundation
import JSONText
import MarqueeServer
import ProgramOutput
import Screens

/// `marquee export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a data folder or database as JSON Lines, without exposures.",
    discussion: """
      Works while servers run. Exports the names and scopes of tokens, but not the tokens themselves. \
      Exports the secrets of webhooks: keep the file secret.

      EXAMPLES:
        marquee export --output marquee.jsonl
        marquee export --seed --output App/seed.json
      """)

  @OptionGroup var source: StoreOption

  @Flag(
    help: "Write only the current screens, as a seed file that an app with ScreenKit bundles."
  )
  var seed = false

  @Option(
    help: ArgumentHelp("Wire format, with --seed. (default: screen, which ScreenKit uses)", valueName: "name")
  )
  var format: String?

  @Option(
    help: ArgumentHelp(
      "File to write; a regular file is replaced atomically. (default: standard output)", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws {
    if format != nil, !seed { throw ValidationError("--format requires --seed") }
  }

  func run() throws {
    do {
      let reader = try Stores.read(source.location)
      if seed { return try write(try seed(of: reader)) }
      guard let output else { return try reader.export { StandardOutput.write($0.text) } }
      try OutputFile.write(output, permissions: 0o600) { file in
        try reader.export { try file.add($0.serialized() + [0x0A]) }
      }
    } catch let error as StoreError {
      throw CommandError(error.message).exit
    } catch let error as CommandError {
      throw error.exit
    }
  }
}

extension Export {
  private func seed(of reader: Stores.Reader) throws -> JSONValue {
    do {
      return try SeedDocument.json(of: try reader.contents(), format: format ?? "screen")
    } catch let error as SeedDocument.UnknownFormat {
      let nearest = NearestName.hint(for: error.name, among: error.known)
      throw CommandError("unknown format \(printable(error.name))" + (nearest.map { "; \($0)" } ?? ""))
    } catch let error as StoreError {
      throw error
    } catch let error as DamagedVersion {
      throw CommandError(error.description)
    } catch {
      throw CommandError("a stored screen cannot be read: \(error)")
    }
  }

  private func write(_ document: JSONValue) throws {
    guard let output else { return StandardOutput.write(document.text) }
    try OutputFile.write(document.serialized() + [0x0A], to: output)
  }
}
