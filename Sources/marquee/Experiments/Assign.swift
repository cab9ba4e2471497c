import ArgumentParser
import Assignment
import Foundation
import JSONText
import ProgramOutput
import Screens

/// `marquee assign`.
struct Assign: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print which variant of a screen each unit gets, and why.",
    usage: """
      marquee assign <route> --user <id> … [<options>]
      marquee assign <route> --users <file> [<options>]
      marquee assign <route> --simulate <count> [<options>]
      marquee assign --hash <seed> <unit>
      """,
    discussion: """
      Reads the definition from the folder of screens, without a server.

      EXAMPLES:
        marquee assign home --user 42 --user 43 --attribute country=de
        marquee assign home --users users.txt --output csv
        marquee assign home --simulate 100000
        marquee assign --hash home-price-first 42
      """)

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json, csv
  }

  /// The largest number of simulated units. They are hashed one by one, so this bounds the time.
  private static let maximumUnits = 100_000_000
  /// The largest line in a file of units, in bytes.
  private static let maximumLine = 1 << 20

  @Argument(help: "Route of the screen; with --hash, the unit.")
  var route: String?

  @Option(help: ArgumentHelp("Unit, normally a user id. Can be repeated.", valueName: "id"))
  var user: [String] = []

  @Option(
    help: ArgumentHelp("File of units, one per line; - for standard input.", valueName: "file"),
    completion: .file())
  var users: String?

  @Option(help: ArgumentHelp("Attribute for targeting. Can be repeated.", valueName: "name=value"))
  var attribute: [String] = []

  @Option(
    help: ArgumentHelp("Attributes for targeting, as a JSON object.", valueName: "json"),
    transform: Self.object)
  var attributes: JSONObject = [:]

  @Option(
    help: ArgumentHelp(
      "Print the split of this number of simulated units, and test whether chance explains it.",
      valueName: "count"))
  var simulate: Int?

  @Option(help: ArgumentHelp("Experiment of the screen. (default: all)", valueName: "key"))
  var experiment: String?

  @Option(
    help: ArgumentHelp("Print only the hash value of a unit for this seed, from 0 to 1.", valueName: "seed"))
  var hash: String?

  @Option(
    help: ArgumentHelp("Version of the hash, with --hash: 1 or 2. (default: 2)", valueName: "version"),
    completion: .list(HashVersion.allCases.map { "\($0.rawValue)" }))
  var hashVersion: Int?

  @Option(help: ArgumentHelp("Folder of screens.", valueName: "folder"), completion: .directory)
  var screens = "screens"

  @Option(help: ArgumentHelp("Format of the output; json prints an object per line.", valueName: "format"))
  var output = Output.text

  func validate() throws {
    if hash != nil {
      guard route != nil else {
        throw ValidationError("--hash needs a unit: marquee assign --hash SEED UNIT")
      }
      guard user.isEmpty, users == nil, simulate == nil, attribute.isEmpty, attributes.isEmpty,
        experiment == nil
      else {
        throw ValidationError("--hash can only be combined with a unit and --hash-version")
      }
      guard hashVersion.map({ HashVersion(rawValue: $0) != nil }) ?? true else {
        throw ValidationError("--hash-version must be 1 or 2")
      }
      return
    }
    guard route != nil else { throw ValidationError("give the route of a screen") }
    if hashVersion != nil { throw ValidationError("--hash-version requires --hash") }
    if user.isEmpty, users == nil, simulate == nil {
      throw ValidationError("give units with --user or --users, or a number with --simulate")
    }
    if let simulate, !(1...Self.maximumUnits).contains(simulate) {
      throw ValidationError("--simulate must be a number from 1 to \(Self.maximumUnits)")
    }
    if output == .csv, simulate != nil, !user.isEmpty || users != nil {
      throw ValidationError("--output csv cannot print both units and --simulate")
    }
    for pair in attribute where !pair.utf8.contains(UInt8(ascii: "=")) {
      throw ValidationError("--attribute must be NAME=VALUE, not \(pair)")
    }
  }

  func run() throws {
    let route = route ?? ""
    if let seed = hash {
      let version = hashVersion.flatMap { HashVersion(rawValue: $0) } ?? .two
      let unit = Array(route.utf8)
      return StandardOutput.write("\(UnitHash(seed: seed, version: version).value(of: unit.span))")
    }
    let experiments = try experiments(of: route)
    var report = AssignmentReport(output: output, experiments: experiments)
    for unit in user { report.add(unit, attributes(unit)) }
    defer { report.flush() }
    if let users { try readLines(of: users) { report.add($0, attributes($0)) } }
    report.flush()
    if let simulate {
      for experiment in experiments {
        let simulation = Simulation(of: experiment, units: simulate) { attributes($0) }
        simulation.write(as: output, namesExperiment: experiments.count > 1)
      }
    }
  }

  private static func object(_ text: String) throws -> JSONObject {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(text)
    } catch {
      throw ValidationError("--attributes: \(error.position.line):\(error.position.column): \(error.message)")
    }
    guard case .object(let object) = value else {
      throw ValidationError("--attributes must be an object, not \(value.kind.phrase)")
    }
    return object
  }

  private func readLines(of file: String, _ body: (String) -> Void) throws {
    guard let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file) else {
      throw CommandError.unreadable(file).exit
    }
    var lines = LineReader(handle, limit: Self.maximumLine)
    do {
      var isFirst = true
      while var line = try lines.next() {
        // A byte order mark does not belong to the first unit.
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirst = false
        if line.last == 0x0D { line.removeLast() }
        body(String(decoding: line, as: UTF8.self))
      }
    } catch is LineReader.TooLong {
      StandardError.write("marquee: \(file) has a line of more than \(Self.maximumLine) bytes")
      throw ExitCode(1)
    } catch {
      throw CommandError.unreadable(file).exit
    }
  }

  private func experiments(of route: String) throws -> [CompiledExperiment] {
    let contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      throw CommandError(error).exit
    }
    let check = FolderImport(checking: contents)
    guard let screen = check.screens.first(where: { $0.route.name == route }) else {
      for line in check.problems.flatMap(\.lines) { StandardError.write(line) }
      let nearest = NearestName.to(route, among: check.screens.map(\.route.name))
      StandardError.write(
        "marquee: no valid screen has the route \(route)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
      throw ExitCode(1)
    }
    let all = screen.definition.experiments.map(\.compiled)
    guard !all.isEmpty else {
      StandardError.write("marquee: the screen \(route) has no experiment")
      throw ExitCode(1)
    }
    guard let key = experiment else { return all }
    let named = all.filter { $0.experiment.key == key }
    guard !named.isEmpty else {
      let nearest = NearestName.to(key, among: all.map(\.experiment.key))
      StandardError.write(
        "marquee: the screen \(route) has no experiment \(key)"
          + (nearest.map { "; did you mean \($0)?" } ?? ""))
      throw ExitCode(1)
    }
    return named
  }

  private func attributes(_ unit: String) -> Attributes {
    var object = attributes
    for pair in attribute {
      // By bytes, like the check: an equals sign followed by a combining character is one `Character`.
      let parts = pair.utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      )
      .map { String(Substring($0)) }
      object[parts[0]] =
        switch parts[1] {
        case "true": .bool(true)
        case "false": .bool(false)
        default: JSONNumber(text: parts[1]).map { .number($0) } ?? .string(parts[1])
        }
    }
    if !unit.isEmpty { object["user"] = .string(unit) }
    return Attributes(object)
  }
}
