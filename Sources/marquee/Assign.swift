import ArgumentParser
import Assignment
import JSONText
import Screens

/// `marquee assign`.
struct Assign: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says which variant of a screen each unit gets, and why.",
    discussion: """
      Reads the definition from the folder of screens; no server is needed.

        marquee assign home --user 42 --user 43
        marquee assign home --simulate 100000
      """)

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  /// Made-up units are hashed one by one: a bound on the time that takes.
  private static let maximumUnits = 100_000_000

  @Argument(help: "The route of the screen.")
  var route: String

  @Option(help: "A unit; may be repeated.")
  var user: [String] = []

  @Option(help: "An attribute for targeting, NAME=VALUE; may be repeated.")
  var attribute: [String] = []

  @Option(help: "Assign so many made-up units, and count.")
  var simulate: Int?

  @Option(help: "The folder of screens.")
  var screens = "screens"

  @Option(help: "text, or json for programs.")
  var output = Output.text

  func validate() throws {
    if user.isEmpty, simulate == nil { throw ValidationError("name units with --user, or give --simulate N") }
    if let simulate, !(1...Self.maximumUnits).contains(simulate) {
      throw ValidationError("--simulate takes a number from 1 to \(Self.maximumUnits)")
    }
    for pair in attribute where !pair.contains("=") {
      throw ValidationError("--attribute takes NAME=VALUE, not \(pair)")
    }
  }

  func run() throws {
    let experiment = try experiment()
    for unit in user { report(unit, experiment) }
    if let simulate { report(simulated: simulate, experiment) }
  }

  private func experiment() throws -> CompiledExperiment {
    let contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      StandardError.write("marquee: the screens folder \(error.path) cannot be read")
      throw ExitCode(1)
    }
    let check = FolderImport(checking: contents)
    guard let screen = check.screens.first(where: { $0.route.name == route }) else {
      for line in check.problems.flatMap(\.lines) { StandardError.write(line) }
      let nearest = NearestName.to(route, among: check.screens.map(\.route.name))
      StandardError.write(
        "marquee: no valid screen has the route \(route)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
      throw ExitCode(1)
    }
    guard let experiment = screen.definition.experiment else {
      StandardError.write("marquee: the screen \(route) has no experiment")
      throw ExitCode(1)
    }
    return experiment.compiled
  }

  private func attributes(_ unit: String) -> Attributes {
    var object: JSONObject = [:]
    for pair in attribute {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      object[parts[0]] =
        switch parts[1] {
        case "true": .bool(true)
        case "false": .bool(false)
        default: JSONNumber(text: parts[1]).map { .number($0) } ?? .string(parts[1])
        }
    }
    object["user"] = .string(unit)
    return Attributes(object)
  }

  private func report(_ unit: String, _ experiment: CompiledExperiment) {
    let explanation = experiment.explain(attributes: attributes(unit))
    switch output {
    case .text:
      let variant = explanation.variant ?? "-"
      let hash = explanation.hashValue.map { "  hash \($0)" } ?? ""
      StandardOutput.write("\(unit)  \(variant)  \(explanation.decision.reason.rawValue)\(hash)")
    case .json:
      let line: JSONValue = [
        "user": .string(unit), "experiment": .string(experiment.experiment.key),
        "variant": explanation.variant.map { .string($0) } ?? JSONValue.null,
        "inExperiment": .bool(explanation.decision.inExperiment),
        "reason": .string(explanation.decision.reason.rawValue),
        "hashValue": explanation.hashValue.flatMap { JSONNumber($0) }.map { .number($0) } ?? JSONValue.null,
      ]
      StandardOutput.write(line.text)
    }
  }

  private func report(simulated count: Int, _ experiment: CompiledExperiment) {
    var counts = [Int](repeating: 0, count: experiment.experiment.variants.count + 1)
    for number in 1...count {
      let variant = experiment.decide(attributes: attributes("user-\(number)")).variant
      counts[variant.map { $0 + 1 } ?? 0] += 1
    }
    let keys = ["-"] + experiment.experiment.variants.map(\.key)
    switch output {
    case .text:
      for (key, found) in zip(keys, counts) where key != "-" || found > 0 {
        let share = Double(found * 10000 / count) / 100
        StandardOutput.write("\(key)  \(found)  \(share) %")
      }
    case .json:
      let pairs = zip(keys, counts).map { (key, found) -> JSONValue in
        [
          "variant": key == "-" ? JSONValue.null : .string(key), "count": .number(JSONNumber(found)),
          "share": JSONNumber(Double(found) / Double(count)).map { .number($0) } ?? JSONValue.null,
        ]
      }
      let report: JSONValue = [
        "experiment": .string(experiment.experiment.key), "units": .number(JSONNumber(count)),
        "variants": .array(pairs),
      ]
      StandardOutput.write(report.text)
    }
  }
}
