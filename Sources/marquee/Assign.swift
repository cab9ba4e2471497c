import ArgumentParser
import Assignment
import Foundation
import JSONText
import Screens

/// `marquee assign`.
struct Assign: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says which variant of a screen each unit gets, and why.",
    discussion: """
      Reads the definition from the folder of screens; no server is needed.

        marquee assign home --user 42 --user 43
        marquee assign home --users users.txt --output csv
        marquee assign home --simulate 100000
        marquee assign --hash home-price-first 42
      """)

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json, csv
  }

  /// Made-up units are hashed one by one: a bound on the time that takes.
  private static let maximumUnits = 100_000_000
  /// Bytes of a line of units.
  private static let maximumLine = 1 << 20

  @Argument(help: "The route of the screen; with --hash the unit.")
  var route: String?

  @Option(help: "A unit; may be repeated.")
  var user: [String] = []

  @Option(help: "A file of units, one a line; - is standard input.")
  var users: String?

  @Option(help: "An attribute for targeting, NAME=VALUE; may be repeated.")
  var attribute: [String] = []

  @Option(help: "Attributes for targeting as a JSON object.", transform: Self.object)
  var attributes: JSONObject = [:]

  @Option(help: "Assign so many made-up units, and count.")
  var simulate: Int?

  @Option(help: "Only this experiment of the screen. (default: all)")
  var experiment: String?

  @Option(
    help: ArgumentHelp("Print where the hash of this seed puts a unit, and nothing else.", valueName: "seed"))
  var hash: String?

  @Option(help: "With --hash: 1 or 2.")
  var hashVersion: Int?

  @Option(help: "The folder of screens.")
  var screens = "screens"

  @Option(help: "text, or json (a line each) or csv for programs.")
  var output = Output.text

  func validate() throws {
    if hash != nil {
      guard route != nil else {
        throw ValidationError("--hash needs a unit: marquee assign --hash SEED UNIT")
      }
      guard user.isEmpty, users == nil, simulate == nil, attribute.isEmpty, attributes.isEmpty,
        experiment == nil
      else {
        throw ValidationError("--hash goes with a unit and --hash-version alone")
      }
      guard hashVersion.map({ HashVersion(rawValue: $0) != nil }) ?? true else {
        throw ValidationError("--hash-version is 1 or 2")
      }
      return
    }
    guard route != nil else { throw ValidationError("name the route of a screen") }
    if hashVersion != nil { throw ValidationError("--hash-version goes with --hash") }
    if user.isEmpty, users == nil, simulate == nil {
      throw ValidationError("name units with --user or --users, or give --simulate N")
    }
    if let simulate, !(1...Self.maximumUnits).contains(simulate) {
      throw ValidationError("--simulate takes a number from 1 to \(Self.maximumUnits)")
    }
    if output == .csv, simulate != nil, !user.isEmpty || users != nil {
      throw ValidationError("--output csv is of units or of --simulate, not of both")
    }
    for pair in attribute where !pair.contains("=") {
      throw ValidationError("--attribute takes NAME=VALUE, not \(pair)")
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
      throw ValidationError("--attributes takes an object, not \(value.kind.phrase)")
    }
    return object
  }

  private func readLines(of file: String, _ body: (String) -> Void) throws {
    guard let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file) else {
      StandardError.write("marquee: \(file) cannot be read")
      throw ExitCode(1)
    }
    var lines = LineReader(handle, limit: Self.maximumLine)
    do {
      var isFirst = true
      while var line = try lines.next() {
        // A byte order mark is no part of a unit.
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirst = false
        if line.last == 0x0D { line.removeLast() }
        body(String(decoding: line, as: UTF8.self))
      }
    } catch is LineReader.TooLong {
      StandardError.write("marquee: \(file) has a line of more than \(Self.maximumLine) bytes")
      throw ExitCode(1)
    } catch {
      StandardError.write("marquee: \(file) cannot be read")
      throw ExitCode(1)
    }
  }

  private func experiments(of route: String) throws -> [CompiledExperiment] {
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
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
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
