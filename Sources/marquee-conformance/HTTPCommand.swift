import ArgumentParser
import ProgramOutput
import SocketServer

/// `http`: a server for testing HTTP itself.
struct HTTPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "http",
    abstract: "Serve plain responses to a client that tests the HTTP implementation.",
    discussion: """
      EXAMPLE:
        marquee-conformance http --port 8081
      """)

  @Option(help: "The name or address to listen on.") var host = "127.0.0.1"
  @Option(help: "The port; 0 selects a free one.") var port = 0

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be a number from 0 to 65535")
    }
  }

  func run() async throws {
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = port
    let server = SocketServer(configuration: configuration, handler: PlainHandler())
    let signals = TerminationSignals()
    let bound = try server.start()
    let name = host.contains(":") ? "[\(host)]" : host
    StandardOutput.write("Marquee is listening on http://\(name):\(bound)")
    await signals.arrival()
    await server.drain(deadline: .seconds(5))
  }
}
