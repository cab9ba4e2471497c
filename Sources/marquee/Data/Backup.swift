import ArgumentParser
import MarqueeServer
import Screens

/// `marquee backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the database of a data folder.",
    discussion: """
      Works while a server uses the folder. To restore a backup, put it into a data folder as marquee.sqlite. It \
      contains the digests of tokens.

      EXAMPLE:
        marquee backup marquee-2026-12-24.sqlite
      """)

  @OptionGroup var source: DataOption

  @Argument(help: "File to write, which must not exist.", completion: .file())
  var file: String

  func run() throws {
    do {
      try Stores.read(source.folder).backUp(to: file)
    } catch let error as StoreError {
      throw CommandFailure(error.message).exit
    } catch let failure as Stores.WriteFailure {
      StandardError.write("marquee: \(failure.message)")
      throw OutputFailure.exitCode
    }
  }
}
