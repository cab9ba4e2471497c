import ArgumentParser
import Foundation
import ProgramOutput

/// `marquee healthcheck`.
struct Healthcheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check whether a server is healthy.",
    discussion: """
      Requests GET /health. Exits with 0 if the server is healthy, else with 1.

      EXAMPLES:
        marquee healthcheck
        marquee healthcheck --url http://127.0.0.1:9000
      """)

  @Option(
    help:
      "Address of the server. (default: http://127.0.0.1 with the port MARQUEE_PORT, or http://127.0.0.1:8080)"
  )
  var url: String?

  /// The address of the server.
  private func server() throws -> (text: String, host: String, port: Int, path: String) {
    // Docker Compose passes unset variables as empty ones.
    let text = url ?? "http://127.0.0.1:\(ConnectionOptions.variable("MARQUEE_PORT") ?? "8080")"
    guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host else {
      throw ValidationError("\(text) is not an http:// URL")
    }
    var path = parts.percentEncodedPath[...]
    // The URL of the resource `/health` is accepted in place of the server's.
    if path.hasSuffix("/health") { path = path.dropLast(7) }
    if path.hasSuffix("/") { path = path.dropLast() }
    return (text, host, parts.port ?? 80, String(path))
  }

  func validate() throws { _ = try server() }

  func run() throws {
    let (text, host, port, path) = try server()
    do throws(TransportError) {
      let status = try HealthProbe.status(host: host, port: port, below: path)
      guard status == 200 else { throw TransportError("it returned the status \(status)") }
    } catch {
      StandardError.write("marquee: \(text) is not healthy: \(error.text)")
      throw ExitCode(1)
    }
  }
}
