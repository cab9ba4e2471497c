import ArgumentParser
import JSONText
import ProgramOutput
import SchemaCompatibility
import Screens

/// `marquee compat`.
struct Compat: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check whether a change of a view type is compatible.",
    discussion: """
      For screens: is all content that was valid still valid? For apps: can an app that was built for the old schema \
      decode all content of the new one? The second check assumes that apps ignore unknown members, and does not look \
      at bounds and patterns.

      Each change is compatible, breaking or undecidable. References to other files of the folder are followed. Exits \
      with 0 if the schemas are compatible, else with 1.

      EXAMPLE:
        marquee compat main/_types/CARD.json screens/_types/CARD.json
      """)

  enum Audience: String, ExpressibleByArgument, CaseIterable {
    case screens, apps, both

    var directions: [CompatibilityDirection] {
      switch self {
      case .screens: [.screens]
      case .apps: [.apps]
      case .both: CompatibilityDirection.allCases
      }
    }
  }

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json, github
  }

  @Argument(
    help: "File of the old schema.", completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: "File of the new schema.", completion: .file(extensions: ["json"]))
  var new: String

  @Option(
    name: .customLong("for"), help: ArgumentHelp("Whose compatibility to check.", valueName: "audience"))
  var audience = Audience.both

  @Option(
    help: ArgumentHelp("Format of the output; github prints annotations for a workflow.", valueName: "format")
  )
  var output = Output.text

  func run() throws {
    // Both files are read before an error is reported, so that two wrong paths give two lines.
    let (earlier, later) = (read(old), read(new))
    guard case .success(let old) = earlier, case .success(let new) = later else {
      report([earlier, later].compactMap { if case .failure(let failure) = $0 { failure } else { nil } })
      throw ExitCode(1)
    }
    let comparison = SchemaComparison(old: old.version, new: new.version)
    let reports = audience.directions.map { comparison.report(for: $0) }
    write(reports, DocumentNames(old: old.paths, new: new.paths), files: new.paths)
    if !reports.allSatisfy(\.isCompatible) { throw ExitCode(1) }
  }

  private func read(_ path: String) -> Result<SchemaFile, SchemaFile.ReadError> {
    Result { () throws(SchemaFile.ReadError) in try SchemaFile(reading: path) }
  }

  /// Prints the errors in schemas on standard output, like `validate`, and those of reading files on standard error.
  private func report(_ failures: [SchemaFile.ReadError]) {
    for failure in failures where failure.isUnread {
      for finding in failure.problem.diagnostics.kept {
        StandardError.write("marquee: \(failure.problem.path): \(finding.text)")
      }
    }
    var validation = Validation()
    validation.problems = failures.filter { !$0.isUnread }.map(\.problem)
    guard !validation.problems.isEmpty else { return }
    StandardOutput.write((ValidationOutput(rawValue: output.rawValue) ?? .text).write(validation))
  }

  private func write(
    _ reports: [CompatibilityReport], _ names: DocumentNames, files: [String: String]
  ) {
    switch output {
    case .text:
      for line in reports.flatMap({ $0.lines(naming: names) }) { StandardOutput.write(line) }
      for report in reports { StandardOutput.write(report.summary) }
    case .json:
      let response: JSONValue = [
        "compatible": .bool(reports.allSatisfy(\.isCompatible)), "old": .string(old),
        "new": .string(new),
        "reports": .array(reports.map { $0.json(naming: names) }),
      ]
      StandardOutput.write(response.text)
    case .github:
      for report in reports {
        for reason in report.reasons {
          let file = files[reason.new.document] ?? new
          StandardOutput.write(
            WorkflowCommand.finding(.error, file, reason.new.position, reason.text(report.direction)))
        }
      }
    }
  }
}
