import ArgumentParser
import Dispatch
import Foundation
import LineLog
import Logging
import MarqueeServer

/// `marquee serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves the screens of a folder and what admins have published since. The default command.")

  @Option(help: "The folder of screens. (default: screens)")
  var screens: String?

  @Option(help: "The folder that keeps versions and the admin token. (default: .marquee)")
  var data: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on; 0 takes a free one. (default: 8080)")
  var port: Int?

  @Option(help: "A file that the port is written to once it is listened on.")
  var portFile: String?

  @Option(help: "An open descriptor that the address is written to, a line, once it is listened on.")
  var readyFd: Int32?

  @Option(help: "What writes need. (default: made at the first start and kept in the data folder)")
  var adminToken: String?

  @Option(help: "Event loops; 0 for one per core. (default: 0)")
  var loops: Int?

  @Option(help: "How many versions of a screen are kept, the newest ones. (default: all)")
  var keepVersions: Int?

  @Option(
    help:
      "What becomes of a definition of which a supported release drops items: refuse. (default: it is published)"
  )
  var gate: GateOption?

  @Option(help: "Whether it is kept which units were shown which variants: on or off. (default: on)")
  var exposures: String?

  @Option(help: "Keep units as hashes under this key, not as they are. (default: as they are)")
  var exposureSalt: String?

  @Option(help: "How many of the last requests for screens are kept; 0 for none. (default: 1000)")
  var journal: Int?

  @Flag(help: "Keep the bodies of answers with them, as far as 8 MiB go.")
  var journalBodies = false

  @Option(
    help: "Where apps reach the server, for the assets that content names. (default: the address served)")
  var publicURL: String?

  @Option(
    help: "Hold the answers of all screens back: milliseconds, or a range such as 200..800. (default: no)")
  var delay: String?

  @Flag(help: "Turn delays, faults and all else of the mock off for good.")
  var noMock = false

  @Flag(help: "Publish files when they change.")
  var watch = false

  @Option(
    help:
      "What is logged to standard error: trace, debug, info, notice, warning, error or critical. (default: info)"
  )
  var logLevel: String?

  @Option(help: "How it is written: text or json. (default: text)")
  var logFormat: String?

  @Flag(help: "Log every answer, at info.")
  var accessLog = false

  func validate() throws {
    if let readyFd, readyFd < 0 { throw ValidationError("--ready-fd takes the number of a descriptor") }
    _ = try resolved()
    _ = try logging()
  }

  private func logging() throws -> (format: LogFormat, level: Logger.Level) {
    let environment = ProcessInfo.processInfo.environment
    let level = logLevel ?? environment["MARQUEE_LOG_LEVEL"] ?? "info"
    let format = logFormat ?? environment["MARQUEE_LOG_FORMAT"] ?? "text"
    guard let known = Logger.Level(rawValue: level) else {
      let all = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\(level) is no log level; those are \(all) (MARQUEE_LOG_LEVEL)")
    }
    guard let form = LogFormat(rawValue: format) else {
      let all = LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\(format) is no log format; those are \(all) (MARQUEE_LOG_FORMAT)")
    }
    return (form, known)
  }

  /// The options, or else their environment variables, or else the defaults.
  private func resolved() throws -> Marquee.Configuration {
    let environment = ProcessInfo.processInfo.environment
    func number(_ option: Int?, _ name: String, _ standard: Int, _ range: ClosedRange<Int>) throws -> Int {
      var value = option ?? standard
      if option == nil, let text = environment[name] {
        guard let number = Int(text) else { throw ValidationError("\(name) is no number: \(text)") }
        value = number
      }
      guard range.contains(value) else {
        throw ValidationError("\(value) is not from \(range.lowerBound) to \(range.upperBound) (\(name))")
      }
      return value
    }
    var configuration = Marquee.Configuration(
      screens: screens ?? environment["MARQUEE_SCREENS"] ?? "screens",
      data: data ?? environment["MARQUEE_DATA"] ?? ".marquee")
    configuration.host = host ?? environment["MARQUEE_HOST"] ?? "127.0.0.1"
    configuration.port = try number(port, "MARQUEE_PORT", 8080, 0...65535)
    configuration.loops = try number(loops, "MARQUEE_LOOPS", 0, 0...64)
    configuration.watch = watch || ["1", "true"].contains(environment["MARQUEE_WATCH"])
    if keepVersions != nil || environment["MARQUEE_KEEP_VERSIONS"] != nil {
      configuration.keepVersions = try number(keepVersions, "MARQUEE_KEEP_VERSIONS", 1, 1...Int.max)
    }
    let gate = gate?.rawValue ?? environment["MARQUEE_GATE"]
    guard gate == nil || gate == "refuse" else {
      throw ValidationError("\(gate ?? "") is no gate; the one there is, is refuse (MARQUEE_GATE)")
    }
    configuration.refusesDrops = gate != nil
    let kept = exposures ?? environment["MARQUEE_EXPOSURES"] ?? "on"
    guard kept == "on" || kept == "off" else {
      throw ValidationError("exposures are on or off, not \(kept) (MARQUEE_EXPOSURES)")
    }
    configuration.keepsExposures = kept == "on"
    configuration.exposureSalt = exposureSalt ?? environment["MARQUEE_EXPOSURE_SALT"]
    guard configuration.exposureSalt != "" else {
      throw ValidationError("an empty salt hides nothing (MARQUEE_EXPOSURE_SALT)")
    }
    configuration.publicURL = publicURL ?? environment["MARQUEE_PUBLIC_URL"]
    if let text = configuration.publicURL {
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil,
        !text.hasSuffix("/"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else {
        throw ValidationError("\(text) is no address such as https://screens.example (MARQUEE_PUBLIC_URL)")
      }
    }
    configuration.journal = try number(journal, "MARQUEE_JOURNAL", 1000, 0...100_000)
    configuration.keepsJournalBodies =
      journalBodies || ["1", "true"].contains(environment["MARQUEE_JOURNAL_BODIES"])
    configuration.disablesMock = noMock || ["1", "true"].contains(environment["MARQUEE_NO_MOCK"])
    configuration.delay = delay ?? environment["MARQUEE_DELAY"]
    if let delay = configuration.delay, !Marquee.Configuration.isDelay(delay) {
      throw ValidationError("\(delay) is no delay: milliseconds, or a range such as 200..800 (MARQUEE_DELAY)")
    }
    configuration.accessLog = accessLog || ["1", "true"].contains(environment["MARQUEE_ACCESS_LOG"])
    configuration.adminToken = adminToken ?? environment["MARQUEE_ADMIN_TOKEN"]
    if let token = configuration.adminToken,
      token.isEmpty || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    {
      throw ValidationError("the admin token is visible ASCII without spaces")
    }
    return configuration
  }

  func run() throws {
    let signals = Signals()
    var configuration = try resolved()
    let (format, level) = try logging()
    let sink = LineSink.standardError(format)
    defer { sink.flush(within: 2) }
    configuration.logger = Logger(label: "marquee") {
      LineLogHandler(label: $0, format: format, level: level, sink: sink)
    }
    let marquee: Marquee
    do throws(StartError) {
      marquee = try Marquee(configuration)
    } catch {
      StandardError.write("marquee: \(error)")
      throw ExitCode(1)
    }
    do {
      try ReadyNotice(portFile: portFile, descriptor: readyFd).send(url: marquee.url, port: marquee.port)
    } catch let failure as CommandFailure {
      throw failure.exit
    }
    if marquee.isAdminTokenNew { StandardOutput.write("The admin token is \(marquee.adminToken)") }
    StandardOutput.write("Marquee is listening on \(marquee.url)")
    for screen in marquee.screens {
      StandardOutput.write("  \(marquee.url)/screens/\(screen.route)  version \(screen.version)")
    }
    StartupPages.release()
    signals.waitForEnd()
    let done = DispatchSemaphore(value: 0)
    Task {
      await marquee.stop()
      done.signal()
    }
    done.wait()
  }
}
