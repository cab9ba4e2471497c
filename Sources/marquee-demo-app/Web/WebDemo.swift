import Foundation
import ProgramOutput
import SocketServer

/// The web page that shows the screens of a server with `<marquee-screen>`.
enum WebDemo {
  /// Serves the page on the loopback interface until the task is cancelled.
  static func run(port: Int, server: URL, user: String?) async throws {
    var configuration = ServerConfiguration()
    configuration.host = "127.0.0.1"
    configuration.port = port
    let pages = SocketServer(
      configuration: configuration, handler: DemoPages(address: address(server: server, user: user)))
    let bound = try pages.start()
    StandardOutput.write("The demo is on http://127.0.0.1:\(bound) and shows the screens of \(server)")
    // Other threads serve the page. A stream without elements ends when the task is cancelled.
    let (never, source) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    source.finish()
    await pages.drain(deadline: .zero)
  }

  /// The address of the page, with what it shows.
  private static func address(server: URL, user: String?) -> String {
    var components = URLComponents()
    components.path = "/index.html"
    components.queryItems = [URLQueryItem(name: "server", value: server.absoluteString)]
    if let user { components.queryItems?.append(URLQueryItem(name: "user", value: user)) }
    // Form decoding would turn it into a space.
    return components.string?.replacing("+", with: "%2B") ?? "/index.html"
  }
}
