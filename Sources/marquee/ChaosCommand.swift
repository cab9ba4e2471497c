import ArgumentParser
import Foundation
import JSONText
import ScreenChaos
import Screens

/// `marquee chaos`.
struct ChaosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos",
    abstract:
      "Writes a screen as it breaks apps in the field, a file for each kind, for unit tests of decoders.",
    discussion: """
      Reads the definition from the folder of screens; no server is needed. The same seed writes the same files.

        marquee chaos home --kind all --output Tests/Fixtures/home
        marquee chaos home --kind wrong-type --seed 7

      Kinds: \(ChaosKind.allCases.map(\.rawValue).joined(separator: ", ")). A kind that finds nothing to change in the \
      screen is named on standard error and writes nothing. Exits with 1 when none is written.
      """)

  @Argument(help: "The route of the screen.")
  var route: String

  @Option(help: "The kind, or all.", transform: Self.kinds)
  var kind: [ChaosKind] = ChaosKind.allCases

  @Option(help: "The number that the choices are made from.")
  var seed: UInt64 = 1

  @Option(help: "A wire format. (default: the screen's own)")
  var format: String?

  @Option(
    help: "The folder that the files are written to; it is made. (default: standard output, for one kind)")
  var output: String?

  @Option(help: "The folder of screens.")
  var screens = "screens"

  func validate() throws {
    if output == nil, kind.count > 1 {
      throw ValidationError("--kind all goes with --output; one kind is written to standard output")
    }
  }

  private static func kinds(_ text: String) throws -> [ChaosKind] {
    if text == "all" { return ChaosKind.allCases }
    guard let kind = ChaosKind(rawValue: text) else {
      let known = ChaosKind.allCases.map(\.rawValue)
      let hint = NearestName.hint(for: text, among: known + ["all"])
      throw ValidationError("--kind \(text) is no kind of chaos" + (hint.map { "; \($0)" } ?? ""))
    }
    return [kind]
  }

  func run() throws {
    let check = try folder()
    guard let screen = check.screens.first(where: { $0.route.name == route }) else {
      for line in check.problems.flatMap(\.lines) { StandardError.write(line) }
      let nearest = NearestName.to(route, among: check.screens.map(\.route.name))
      throw CommandFailure(
        "no valid screen has the route \(route)" + (nearest.map { "; did you mean \($0)?" } ?? "")
      ).exit
    }
    let wire = try wireFormat(of: screen, in: check)
    // The arm without a choice is the definition as it is; it is the first when there are experiments, too.
    guard let arm = screen.arms.first(where: \.choices.isEmpty) ?? screen.arms.first else {
      throw CommandFailure("the screen \(route) has nothing to show").exit
    }
    if let output { try make(output) }
    var isWritten = false
    for kind in kind {
      guard let (body, contentType) = changed(screen, arm, by: kind, as: wire, schemas: check.viewTypes)
      else {
        StandardError.write("marquee: the screen \(route) has nothing that \(kind.rawValue) could change")
        continue
      }
      isWritten = true
      try write(body, kind: kind, contentType: contentType)
    }
    if !isWritten { throw ExitCode(1) }
  }

  /// The body; nil when the kind has changed nothing.
  private func changed(
    _ screen: PublishedScreen, _ arm: Arm, by kind: ChaosKind, as wire: WireFormat,
    schemas: [String: JSONValue]
  ) -> (body: [UInt8], contentType: String)? {
    let chaos = Chaos(kind: kind, seed: seed)
    if kind.changesBody {
      let body = wire.render(screen, arm: arm)
      let damaged = chaos.apply(to: body)
      return damaged.body == body ? nil : damaged
    }
    guard let layout = arm.layout.changed(by: chaos, schemas: schemas) else { return nil }
    return (wire.render(screen, arm: Arm(choices: arm.choices, layout: layout)), "application/json")
  }

  private func folder() throws -> FolderImport {
    do throws(FolderError) {
      return FolderImport(checking: try FolderContents(reading: screens))
    } catch {
      throw CommandFailure("the screens folder \(error.path) cannot be read").exit
    }
  }

  private func wireFormat(of screen: PublishedScreen, in check: FolderImport) throws -> WireFormat {
    let name = format ?? screen.definition.format
    guard let wire = check.formats[name] else {
      let hint = NearestName.hint(for: name, among: check.formats.keys.sorted())
      throw CommandFailure("there is no format \(name)" + (hint.map { "; \($0)" } ?? "")).exit
    }
    return wire
  }

  private func make(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("cannot make the folder \(folder)").exit
    }
  }

  /// `home.wrong-type.json`, or `menu-drinks.html-instead.html` for the route `menu/drinks`.
  private func write(_ body: [UInt8], kind: ChaosKind, contentType: String) throws {
    guard let output else { return FileHandle.standardOutput.write(Data(body)) }
    let stem = route.split(separator: "/").joined(separator: "-")
    let path = "\(output)/\(stem).\(kind.rawValue).\(contentType == "text/html" ? "html" : "json")"
    do {
      try Data(body).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure("cannot write \(path)").exit
    }
    StandardOutput.write(path)
  }
}
