import ArgumentParser
import Foundation
import MarqueeServer
import ProgramOutput

/// The command line of Marquee.
@main
struct MarqueeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee",
    abstract: "Serve screens to apps as data: their order, their text and their experiments.",
    usage: """
      marquee [<serve options>]
      marquee <subcommand>
      """,
    discussion: """
      Put a definition into screens/home.json, run marquee, and request the screen:

        marquee
        curl 'http://127.0.0.1:8080/screens/home?user=42'

      ENVIRONMENT VARIABLES:
        MARQUEE_SERVER     address of the server for commands that use one
        MARQUEE_TOKEN      token for these commands
        MARQUEE_DATA       the data folder
        MARQUEE_STORE      the database that several nodes share
        MARQUEE_PORT, …    the options of serve, see 'marquee help serve'
        NO_COLOR           disables colours, unless it is empty

      EXIT CODES:
        0    done
        1    failure: invalid files, a refused request, a failed start
        64   wrong usage
        70   an internal error of Marquee
        74   the output could not be written
      """,
    version: Marquee.version,
    groupedSubcommands: [
      CommandGroup(name: "Server", subcommands: [Serve.self, Healthcheck.self]),
      CommandGroup(
        name: "Author",
        subcommands: [
          Validate.self, Capture.self, ConvertCommand.self, Render.self, Compat.self, ReportCommand.self,
          Assign.self,
          ChaosCommand.self, Codegen.self,
          SchemaCommand.self, LanguageServerCommand.self,
        ]),
      CommandGroup(
        name: "Publish",
        subcommands: [
          Status.self, Show.self, Publish.self, Propose.self, ReplayCommand.self, Reorder.self,
          DraftCommand.self, History.self,
          Diff.self,
          Rollback.self, RolloutCommand.self, TranslationsCommand.self,
        ]),
      CommandGroup(name: "Access", subcommands: [TokenCommand.self, Audit.self]),
      CommandGroup(
        name: "Data", subcommands: [Export.self, Import.self, Backup.self, Migrate.self, Doctor.self]),
    ],
    defaultSubcommand: Serve.self)

  /// Runs the command. Unlike the default implementation, it reports when help cannot be written.
  static func main() {
    StandardStreams.reserve()
    // A write beyond the limit of file size then fails with an error, as on a full disk (setrlimit(2)).
    _ = signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      do {
        try command.run()
      } catch let error as ValidationError {
        // ArgumentParser no longer knows the command, and would print the usage of the program.
        let words = words(of: type(of: command), below: self).joined(separator: " ")
        StandardError.write("Error: \(error.message)\n  See '\(words) --help' for more information.")
        throw ExitCode.validationFailure
      }
    } catch let failure as OutputError {
      failure.end()
    } catch {
      let status = exitCode(for: error)
      let text = text(of: fullMessage(for: error))
      if !text.isEmpty {
        if status.isSuccess { StandardOutput.write(text) } else { StandardError.write(text) }
      }
      StandardOutput.finish()
      Foundation.exit(status.rawValue)
    }
    StandardOutput.finish()
  }

  /// The words of a command as typed, from `other` down to it, such as `marquee token list`; empty if the
  /// command is not below `other`.
  private static func words(
    of command: any ParsableCommand.Type, below other: any ParsableCommand.Type
  ) -> [String] {
    if command == other { return [other._commandName] }
    for next in other.configuration.subcommands {
      let rest = words(of: command, below: next)
      if !rest.isEmpty { return [other._commandName] + rest }
    }
    return []
  }

  /// The message to print. The help of a command with its own option `--version` leaves out the program's.
  static func text(of message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    func isOfProgram(_ line: Substring) -> Bool {
      line.hasPrefix("  --version ") && line.hasSuffix("Show the version.")
    }
    guard lines.contains(where: { $0.hasPrefix("  --version ") && !isOfProgram($0) }) else { return message }
    return lines.filter { !isOfProgram($0) }.joined(separator: "\n")
  }
}
