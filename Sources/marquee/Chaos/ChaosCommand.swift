import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import ScreenChaos
import Screens

/// `marquee chaos`.
struct ChaosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos",
    abstract: "Write damaged copies of a screen, or check that a decoder survives them.",
    discussion: """
      Each kind of chaos damages the screen in one way that happens in the field. Reads the definition from the folder \
      of screens, without a server. The same seed writes the same files.

      A kind that cannot change the screen is named on standard error and writes nothing. Exits with 1 if no file is \
      written.

      With --check, a command gets each damaged screen on standard input. The command survives if it exits, and dies if \
      a signal or --timeout ends it. The first screen of each kind that kills it is reduced to the smallest one that \
      still does, and written to --output (default: the current folder). Exits with 1 if the command died.

      EXAMPLES:
        marquee chaos home --kind all --output Tests/Fixtures/home
        marquee chaos home --kind wrong-type --seed 7
        marquee chaos home --count 1000 --seed 7 --check '.build/debug/decode-screen' --junit chaos.xml

      KINDS:
        \(ChaosKind.allCases.map(\.rawValue).joined(separator: ", "))
      """)

  @Argument(help: "Route of the screen.")
  var route: String

  @Option(
    help: "Kind of chaos, or all. (default: all)",
    completion: .list(ChaosKind.allCases.map(\.rawValue) + ["all"]),
    transform: Self.kinds)
  var kind: [ChaosKind] = ChaosKind.allCases

  @Option(help: ArgumentHelp("Seed of the random choices.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Wire format. (default: the screen's own)", valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Folder for the files; created if missing. (default: standard output, for one kind)",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(help: ArgumentHelp("Folder of screens.", valueName: "folder"), completion: .directory)
  var screens = "screens"

  @OptionGroup(title: "Check") var check: ChaosCheckOptions

  func validate() throws {
    if output == nil, kind.count > 1, check.command == nil {
      throw ValidationError("--kind all requires --output; only one kind can be written to standard output")
    }
  }

  private static func kinds(_ text: String) throws -> [ChaosKind] {
    if text == "all" { return ChaosKind.allCases }
    guard let kind = ChaosKind(rawValue: text) else {
      let known = ChaosKind.allCases.map(\.rawValue)
      let hint =
        NearestName.to(text, among: known + ["all"]).map { "did you mean \($0)?" }
        ?? "known: all, \(known.joined(separator: ", "))"
      throw ValidationError("\(text) is not a kind of chaos; \(hint)")
    }
    return [kind]
  }

  func run() throws {
    let contents = try folder()
    guard let screen = contents.screens.first(where: { $0.route.name == route }) else {
      for line in contents.problems.flatMap(\.lines) { StandardError.write(line) }
      let nearest = NearestName.to(route, among: contents.screens.map(\.route.name))
      throw CommandError(
        "no valid screen has the route \(route)" + (nearest.map { "; did you mean \($0)?" } ?? "")
      ).exit
    }
    let wire = try wireFormat(of: screen, in: contents)
    // The combination without choices is the definition without experiments.
    guard let combination = screen.combinations.first(where: \.choices.isEmpty) ?? screen.combinations.first
    else {
      throw CommandError("the screen \(route) has no content").exit
    }
    if let output { try make(output) }
    if let command = check.command {
      let run = ChaosRun(
        command: CheckedCommand(text: command, timeout: check.timeout), kinds: kind, seed: seed,
        options: check,
        stem: stem, folder: output
      ) { chaos in
        screen.damaged(by: chaos, combination, as: wire, schemas: contents.documents[.viewType])?.body
      }
      return try run.report()
    }
    var isWritten = false
    for kind in kind {
      let chaos = Chaos(kind: kind, seed: seed)
      guard
        let (body, contentType) = screen.damaged(
          by: chaos, combination, as: wire, schemas: contents.documents[.viewType])
      else {
        StandardError.write("marquee: the screen \(route) cannot be changed by \(kind.rawValue)")
        continue
      }
      isWritten = true
      try write(body, kind: kind, contentType: contentType)
    }
    if !isWritten { throw ExitCode(1) }
  }

  private func folder() throws -> FolderImport {
    do throws(FolderError) {
      return FolderImport(checking: try FolderContents(reading: screens))
    } catch {
      throw CommandError(error).exit
    }
  }

  private func wireFormat(of screen: PublishedScreen, in check: FolderImport) throws -> WireFormat {
    let name = format ?? screen.definition.format
    guard let wire = check.catalogue.format(name) else {
      let hint = NearestName.hint(for: name, among: check.documents[.format].keys.sorted())
      throw CommandError("there is no format \(name)" + (hint.map { "; \($0)" } ?? "")).exit
    }
    return wire
  }

  private func make(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      StandardError.write("marquee: cannot create the folder \(folder): \(error.localizedDescription)")
      throw OutputError.exitCode
    }
  }

  /// The route as a part of file names.
  private var stem: String { route.split(separator: "/").joined(separator: "-") }

  /// `home.wrong-type.json`, or `menu-drinks.html-instead.html` for the route `menu/drinks`.
  private func write(_ body: [UInt8], kind: ChaosKind, contentType: String) throws {
    guard let output else { return StandardOutput.write(body) }
    let path = "\(output)/\(stem).\(kind.rawValue).\(contentType == "text/html" ? "html" : "json")"
    try OutputFile.write(body, to: path)
    StandardOutput.write(path)
  }
}
