import ArgumentParser
import LineLog
import Logging
import MarqueeServer

/// The log on standard error.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Lowest level to log: trace, debug, info, notice, warning, error or critical. (MARQUEE_LOG_LEVEL, default: info)
      """, valueName: "level"), completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: String?

  @Option(
    help: ArgumentHelp(
      "Format of the log: text or json. (MARQUEE_LOG_FORMAT, default: text)", valueName: "format"),
    completion: .list(LogFormat.allCases.map(\.rawValue)))
  var logFormat: String?

  @Flag(help: "Log every response, at the level info. (MARQUEE_ACCESS_LOG)")
  var accessLog = false

  func format(_ variables: ServeVariables) throws -> (format: LogFormat, level: Logger.Level) {
    let level = variables.text(logLevel, "MARQUEE_LOG_LEVEL") ?? "info"
    guard let knownLevel = Logger.Level(rawValue: level) else {
      let all = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("the log level must be one of \(all), not \(level) (MARQUEE_LOG_LEVEL)")
    }
    let format = variables.text(logFormat, "MARQUEE_LOG_FORMAT") ?? "text"
    guard let knownFormat = LogFormat(rawValue: format) else {
      let all = LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("the log format must be one of \(all), not \(format) (MARQUEE_LOG_FORMAT)")
    }
    return (knownFormat, knownLevel)
  }

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    configuration.logsAccess = try variables.flag(accessLog, "MARQUEE_ACCESS_LOG")
  }
}
