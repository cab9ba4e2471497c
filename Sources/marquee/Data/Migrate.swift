import ArgumentParser
import MarqueeServer
import ProgramOutput
import Screens

/// `marquee migrate`.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy everything from one place to another one.",
    discussion: """
      A place is a data folder, or a PostgreSQL database as a connection string. Copies versions, drafts, \
      schedules, view types, formats, previews, groups, releases, client keys, webhooks, change sets, comments, \
      tokens and audit entries byte for byte in one transaction, and then compares the copy with the source. Copies \
      exposures, and what apps have reported, before that transaction. The target must be empty. Stop the servers \
      of the source first: later changes are not copied.

      EXAMPLES:
        marquee migrate --from .marquee --to postgresql://db.example/marquee --dry-run
        marquee migrate --from postgresql://db.example/marquee --to restored
      """)

  @Option(help: ArgumentHelp("The place to read.", valueName: "place"), completion: .directory)
  var from: String

  @Option(help: ArgumentHelp("The empty place to fill.", valueName: "place"), completion: .directory)
  var to: String

  @Flag(help: "Read the source and check the target, and change nothing.")
  var dryRun = false

  func validate() throws {
    guard from != to else { throw ValidationError("--from and --to name the same place") }
    CommandLineSecrets.hide()
  }

  func run() throws {
    do {
      let counts = try Stores.migrate(from: from, to: to, named: StoreLocation.name(to), dryRun: dryRun)
      for (kind, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
        StandardOutput.write("\(count) \(Self.noun(kind, count))")
      }
      StandardOutput.write(
        dryRun
          ? "\(StoreLocation.name(to)) is empty: nothing was changed, because this was a dry run"
          : "everything is in \(StoreLocation.name(to)), and equals what was read")
    } catch let error as StoreError {
      throw CommandError(error.message).exit
    } catch let failure as StoreMigration.MigrationError {
      throw CommandError(failure.message).exit
    }
  }

  private static func noun(_ kind: String, _ count: Int) -> String {
    let (one, several) =
      switch kind {
      case "viewType": ("view type", "view types")
      case "audit": ("audit entry", "audit entries")
      case "imported": ("imported file", "imported files")
      case "reportedEvent": ("reported event", "reported events")
      default: (kind, kind + "s")
      }
    return count == 1 ? one : several
  }
}
