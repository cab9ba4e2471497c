import ArgumentParser
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
        marquee healthcheck --url https://screens.example
      """)

  @Option(
    help:
      "Address of the server. (default: http://127.0.0.1 with the port MARQUEE_PORT, or http://127.0.0.1:8080)"
  )
  var url: String?

  /// The longest wait for a connection or a byte, in seconds.
  private static let timeout = 5

  /// The URL as given, and the address of the server.
  private func server() throws -> (text: String, address: ServerAddress) {
    // Docker Compose passes unset variables as empty ones.
    let text = url ?? "http://127.0.0.1:\(ConnectionOptions.variable("MARQUEE_PORT") ?? "8080")"
    // The URL of the resource `/health` is accepted in place of the server's.
    let base = text.hasSuffix("/health") ? String(text.dropLast(7)) : text
    do throws(ServerAddress.FormatError) {
      return (text, try ServerAddress(base))
    } catch {
      throw ValidationError(error.message)
    }
  }

  func validate() throws { _ = try server() }

  func run() throws {
    let (text, address) = try server()
    do throws(TransportError) {
      let request = ClientRequest(method: "GET", target: "/health")
      let status = try request.send(to: address, timeout: Self.timeout).status
      guard status == 200 else { throw TransportError("it returned the status \(status)") }
    } catch {
      StandardError.write("marquee: \(text) is not healthy: \(error.text)")
      throw ExitCode(1)
    }
  }
}
