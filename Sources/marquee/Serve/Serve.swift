import ArgumentParser
import Dispatch
import Foundation
import LineLog
import Logging
import MarqueeServer
import ProgramOutput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `marquee serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve a folder of screens over HTTP.",
    usage: "marquee serve [<options>]",
    discussion: """
      Publishes new and changed files of the folder, and then serves these screens and everything that was published \
      through the admin API.

      EXAMPLES:
        marquee serve --watch
        marquee serve --port 9000 --data /var/lib/marquee
        MARQUEE_PORT=9000 marquee serve

      Each option has an environment variable, named in brackets. The command line takes precedence. The variable of a \
      flag is 1 or true to set it, and 0 or false not to.
      """)

  @OptionGroup(title: "Content") var content: ContentOptions
  @OptionGroup(title: "Network") var network: NetworkOptions
  @OptionGroup(title: "Admin API") var admin: AdminOptions
  @OptionGroup(title: "Recording") var recording: RecordingOptions
  @OptionGroup(title: "Mock") var mock: MockOptions
  @OptionGroup(title: "Log") var log: LogOptions
  @OptionGroup(title: "Once the server listens") var ready: ReadyOptions

  func validate() throws {
    let variables = ServeVariables()
    _ = try ready.notice(variables)
    _ = try configuration(variables)
    _ = try log.format(variables)
  }

  /// The configuration from options, variables and defaults.
  private func configuration(_ variables: ServeVariables) throws -> Marquee.Configuration {
    var configuration = try content.configuration(variables)
    try network.apply(to: &configuration, variables)
    try admin.apply(to: &configuration, variables)
    try recording.apply(to: &configuration, variables)
    try mock.apply(to: &configuration, variables)
    try log.apply(to: &configuration, variables)
    return configuration
  }

  /// The largest number of screens that the ready message lists.
  private static let maximumListedScreens = 20

  private func announce(_ marquee: Marquee) throws(OutputError) {
    if marquee.isAdminTokenNew {
      try StandardOutput.put("The admin token is \(marquee.adminToken)")
      marquee.didShowAdminToken()
    }
    try StandardOutput.put("Marquee is listening on \(marquee.url)")
    let screens = marquee.screens
    for screen in screens.prefix(Self.maximumListedScreens) {
      try StandardOutput.put("  \(marquee.url)/screens/\(screen.route)  version \(screen.version)")
    }
    let more = screens.count - Self.maximumListedScreens
    if more > 0 { try StandardOutput.put("  and \(Self.grouped(more)) more; GET /screens lists all") }
  }

  /// A number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  func run() throws {
    MemoryArenas.limit()
    let signals = Signals()
    // The server keeps running when the reader of its output or log exits.
    _ = signal(SIGPIPE, SIG_IGN)
    let variables = ServeVariables()
    var configuration = try configuration(variables)
    let (format, level) = try log.format(variables)
    let sink = LineSink.standardError(format)
    defer { sink.flush(within: 2) }
    configuration.logger = Logger(label: "marquee") {
      LineLogHandler(label: $0, format: format, level: level, sink: sink)
    }
    let notice = try ready.notice(variables)
    let marquee: Marquee
    do throws(StartError) {
      marquee = try Marquee(configuration)
      signals.didStart()
    } catch {
      throw CommandError("\(error)").exit
    }
    do throws(OutputError) {
      try notice.send(url: marquee.url.absoluteString, port: marquee.port)
      try announce(marquee)
    } catch {
      if !error.isClosedPipe {
        stop(marquee)
        throw error
      }
    }
    StartupPages.release()
    signals.waitForEnd()
    stop(marquee)
  }

  private func stop(_ marquee: Marquee) {
    let done = DispatchSemaphore(value: 0)
    Task {
      await marquee.stop()
      done.signal()
    }
    done.wait()
  }
}
