import ArgumentParser
import SQLiteStore
import Screens

/// `marquee backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies the database of a data folder, whole and at rest, also while a server uses it.",
    discussion:
      "To go back to it, put it into a data folder as marquee.sqlite. It holds the digests of tokens.")

  @Option(help: "The data folder. (default: .marquee)")
  var data: String?

  @Argument(help: "The file to write, which must not be there.")
  var file: String

  func run() throws {
    do throws(StoreError) {
      try StoreExport(folder: DataOption.folder(data)).backUp(to: file)
    } catch {
      throw CommandFailure(error.message).exit
    }
  }
}
