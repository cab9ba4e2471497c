import ArgumentParser
import JSONText
import MarqueeServer
import ProgramOutput
import Screens

/// `marquee doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the place where a server keeps its data.",
    discussion: """
      Checks a data folder, or a PostgreSQL database: version, encoding, rights, notifications, clock and latency. \
      Changes nothing. The exit code is 0 if a server can use the place, and 1 if not.

      EXAMPLES:
        marquee doctor --store postgresql://marquee@db.example/marquee
        marquee doctor --data /var/lib/marquee --output json
      """)

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var source: StoreOption

  @Option(help: ArgumentHelp("Format of the output.", valueName: "format"))
  var output = Output.text

  func run() throws {
    let findings: [StoreFinding]
    do throws(StoreError) {
      findings = try Stores.findings(of: source.location)
    } catch {
      throw CommandError(error.message).exit
    }
    switch output {
    case .text:
      var table = TextTable()
      for finding in findings { table.add([Self.mark(finding.level), finding.topic, finding.message]) }
      table.write()
    case .json:
      let list = findings.map { finding -> JSONValue in
        [
          "level": .string(finding.level.rawValue), "topic": .string(finding.topic),
          "message": .string(finding.message),
        ]
      }
      StandardOutput.write(JSONValue.object(["findings": .array(list)]).text)
    }
    if findings.contains(where: { $0.level == .failure }) { throw ExitCode(1) }
  }

  private static func mark(_ level: StoreFinding.Level) -> String {
    switch level {
    case .ok: "ok"
    case .warning: "warning"
    case .failure: "failure"
    }
  }
}
