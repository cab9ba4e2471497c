import Foundation
import ProgramOutput
import ScreenKit

/// An app in a terminal: it fetches a screen, prints it as a table, and follows its changes.
@main
struct DemoApp {
  private let options: Options
  private let catalog = TextCatalog()
  private let client: ScreenClient
  /// The screen that was printed last.
  private var shown: Screen?

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
        var app = try DemoApp(options)
        try await app.run()
      }
      return 0
    } catch {
      StandardError.write("error: \(error)")
      return 1
    }
  }

  private init(_ options: Options) throws {
    self.options = options
    var settings = ScreenClient.Options()
    settings.seed = try options.seed.map { try ScreenSeed(contentsOf: $0) }
    settings.log = { StandardError.write("warning: \($0)") }
    client = ScreenClient(
      options.server, views: catalog.views, user: options.user,
      cache: options.cache.map { .disk(folder: $0) } ?? .memory(), options: settings)
  }

  private mutating func run() async throws {
    guard options.follows else {
      show(try await client.screen(options.route))
      return
    }
    var changes = 0
    for try await snapshot in client.updates(of: options.route) {
      let isFirst = shown == nil
      show(snapshot)
      if isFirst { continue }
      changes += 1
      if changes == options.changes { return }
    }
  }

  /// Prints a snapshot, followed by the changes since the previous one.
  private mutating func show(_ snapshot: ScreenSnapshot) {
    let facts = [
      snapshot.version.map { "version \($0)" }, snapshot.experiment, snapshot.variant,
      snapshot.source.rawValue,
    ].compactMap { $0 }
    var lines = ["# \(snapshot.screen.name ?? options.route) (\(facts.joined(separator: ", ")))"]
    lines += catalog.lines(of: snapshot.screen)
    if let shown {
      let difference = ScreenDifference(from: shown, to: snapshot.screen)
      lines.append(difference.isEmpty ? "no item changed" : "changes:\n\(difference)")
    }
    shown = snapshot.screen
    // One write, so that a reader of a pipe gets the whole screen at once.
    StandardOutput.write(lines.joined(separator: "\n"))
  }
}
