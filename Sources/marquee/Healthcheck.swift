import ArgumentParser
import Foundation

/// `marquee healthcheck`.
struct Healthcheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Asks a server whether it can serve. Exits with 0 when it can, else with 1.")

  @Option(help: "The server. (default: http://127.0.0.1:8080, the port from MARQUEE_PORT)")
  var url: String?

  /// The server that is asked.
  private func server() throws -> (text: String, host: String, port: Int) {
    let port = ProcessInfo.processInfo.environment["MARQUEE_PORT"] ?? "8080"
    let text = url ?? "http://127.0.0.1:\(port)"
    guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host else {
      throw ValidationError("\(text) is no http:// URL")
    }
    return (text, host, parts.port ?? 80)
  }

  func validate() throws { _ = try server() }

  func run() throws {
    let (text, host, port) = try server()
    do throws(TransportFailure) {
      let status = try HealthProbe.status(host: host, port: port)
      guard status == 200 else { throw TransportFailure("it answers \(status)") }
    } catch {
      StandardError.write("marquee: \(text) is not healthy: \(error.text)")
      throw ExitCode(1)
    }
  }
}
