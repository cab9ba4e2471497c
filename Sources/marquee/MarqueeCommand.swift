import ArgumentParser
import MarqueeServer

/// The program.
@main
struct MarqueeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee",
    abstract: "Serves screens to apps, as data: the order, the text and the experiments of a screen.",
    discussion: """
      Put a definition into screens/home.json, run marquee, and ask for it:

        marquee
        curl 'http://127.0.0.1:8080/screens/home?user=42'

      Every option of serve can be given as an environment variable, too: MARQUEE_PORT for --port.
      Exit codes: 0 done, 1 the answer is no, 64 wrong usage, 70 a fault of Marquee's own.
      """,
    version: Marquee.version,
    subcommands: [
      Serve.self, Validate.self, Compat.self, Assign.self, Export.self, Import.self, Backup.self,
      Codegen.self, ChaosCommand.self,
      Healthcheck.self,
    ],
    groupedSubcommands: [
      CommandGroup(
        name: "Client",
        subcommands: [
          Publish.self, Show.self, History.self, Diff.self, Rollback.self, Reorder.self, DraftCommand.self,
          Status.self, TokenCommand.self, Audit.self,
        ])
    ],
    defaultSubcommand: Serve.self)
}
