import Foundation
import ProgramOutput
import ScreenKit

/// An app in a terminal: it fetches a screen, prints it as a table, and follows its changes.
@main
@MainActor
struct DemoApp {
  private let options: Options
  private let client: ScreenClient<AnyContent>
  private let table = TerminalTable()
  private let driver: TableDriver<AnyContent, TerminalTable>

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      StandardOutput.write(Options.help)
      exit(0)
    }
    do throws(Options.Misuse) {
      let options = try Options(Array(arguments))
      exit(await run(options))
    } catch {
      StandardError.write("error: \(error.message)\n\(Options.usage)")
      exit(64)
    }
  }

  private static func run(_ options: Options) async -> Int32 {
    do {
      if options.isWeb {
        try await WebDemo.run(port: options.port, server: options.server, user: options.user)
      } else {
        try await DemoApp(options).run()
      }
      return 0
    } catch {
      StandardError.write("error: \(error)")
      return 1
    }
  }

  private init(_ options: Options) throws {
    self.options = options
    let warn: WarningSink = { StandardError.write("warning: \($0)") }
    let cells = TextCells.registry(onWarning: warn)
    client = try ScreenClient(
      ScreenClientConfiguration(baseURL: options.server, user: options.user), registry: cells.views,
      cache: options.cache.map { DiskCache(folder: $0) } ?? MemoryCache(),
      seed: options.seed.map { try ScreenSeed(contentsOf: $0) }, onWarning: warn)
    driver = TableDriver(registry: cells, surface: table)
  }

  private func run() async throws {
    guard options.follows else {
      show(try await client.screen(options.route))
      return
    }
    var changes = 0
    for try await snapshot in client.updates(of: options.route) {
      let isFirst = driver.model == TableModel()
      show(snapshot)
      if isFirst { continue }
      changes += 1
      if changes == options.changes { return }
    }
  }

  /// Prints a snapshot, followed by the changes since the previous one.
  private func show(_ snapshot: ScreenSnapshot<AnyContent>) {
    let isFirst = driver.model == TableModel()
    let changeset = driver.apply(snapshot.screen)
    let facts = [
      snapshot.version.map { "version \($0)" }, snapshot.experiment, snapshot.variant,
      snapshot.source.rawValue,
    ].compactMap { $0 }
    var lines = ["# \(snapshot.screen.name ?? options.route) (\(facts.joined(separator: ", ")))"]
    lines += table.lines(driver)
    if !isFirst {
      lines.append(changeset.isEmpty ? "no cell changed" : "changes:\n\(changeset)")
    }
    // One write, so that a reader of a pipe gets the whole screen at once.
    StandardOutput.write(lines.joined(separator: "\n"))
  }
}
