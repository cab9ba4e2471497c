import ArgumentParser
import JSONText
import SchemaCompatibility
import Screens

/// `marquee compat`.
struct Compat: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares two versions of a view type's schema.",
    discussion: """
      For screens: is all content that was valid still valid? For apps: can an app built on the old schema
      decode all content of the new one? It ignores members that it does not know, and does not look at bounds
      and patterns.

        marquee compat main/_types/CARD.json screens/_types/CARD.json

      Each answer is compatible, breaking or undecidable. References to other files of the folder are followed.
      Exits with 0 when the versions are compatible, else with 1.
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

  @Argument(help: "The file of the schema that is in force.")
  var old: String

  @Argument(help: "The file of the schema that is to take its place.")
  var new: String

  @Option(name: .customLong("for"), help: "For whom: screens, apps, or both.")
  var audience = Audience.both

  @Option(help: "How reasons are written: text, json, or github for annotations of a workflow.")
  var output = Output.text

  func run() throws {
    let old = try read(old)
    let new = try read(new)
    let comparison = SchemaComparison(old: old.version, new: new.version)
    let reports = audience.directions.map { comparison.report(for: $0) }
    write(reports, DocumentNames(old: old.paths, new: new.paths), files: new.paths)
    if !reports.allSatisfy(\.isCompatible) { throw ExitCode(1) }
  }

  private func read(_ path: String) throws -> SchemaFile {
    do throws(SchemaFile.Failure) {
      return try SchemaFile(reading: path)
    } catch {
      var validation = Validation()
      validation.problems = [error.problem]
      StandardOutput.write((ValidationOutput(rawValue: output.rawValue) ?? .text).write(validation))
      throw ExitCode(1)
    }
  }

  private func write(
    _ reports: [CompatibilityReport], _ names: DocumentNames, files: [String: String]
  ) {
    switch output {
    case .text:
      for line in reports.flatMap({ $0.lines(naming: names) }) { StandardOutput.write(line) }
      for report in reports { StandardOutput.write(report.summary) }
    case .json:
      let answer: JSONValue = [
        "compatible": .bool(reports.allSatisfy(\.isCompatible)), "old": .string(old),
        "new": .string(new),
        "reports": .array(reports.map { $0.json(naming: names) }),
      ]
      StandardOutput.write(answer.text)
    case .github:
      for report in reports {
        for reason in report.reasons {
          let file = files[reason.new.place.document] ?? new
          StandardOutput.write(
            WorkflowCommand.error(file, reason.new.position, reason.text(report.direction)))
        }
      }
    }
  }
}
