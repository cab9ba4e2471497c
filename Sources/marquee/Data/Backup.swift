import ArgumentParser
import MarqueeServer
import ProgramOutput
import Screens

/// `marquee backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy a data folder or database to a file, without exposures.",
    discussion: """
      Works while servers run. The file is an SQLite database, even if the source is PostgreSQL. To restore \
      it, put it into a data folder as marquee.sqlite; 'marquee migrate' copies that folder into a \
      PostgreSQL database. The file contains the digests of tokens and the secrets of webhooks, but no \
      undelivered messages to webhooks.

      EXAMPLES:
        marquee backup marquee-2026-12-24.sqlite
        marquee backup --store postgresql://marquee@db.example/marquee marquee-2026-12-24.sqlite
      """)

  @OptionGroup var source: StoreOption

  @Argument(help: "File to write, which must not exist.", completion: .file())
  var file: String

  func run() throws {
    do {
      try Stores.read(source.location).backUp(to: file)
    } catch let error as StoreError {
      throw CommandError(error.message).exit
    } catch let failure as StoreMigration.MigrationError {
      throw CommandError(failure.message).exit
    } catch let failure as Stores.WriteError {
      StandardError.write("marquee: \(failure.message)")
      throw OutputError.exitCode
    }
  }
}
