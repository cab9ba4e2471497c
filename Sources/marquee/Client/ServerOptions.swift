import ArgumentParser
import Foundation
import MarqueeServer

/// How answers are written.
enum AnswerOutput: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Which server is asked, and as whom.
struct ServerOptions: ParsableArguments {
  @Option(help: "The server. (default: MARQUEE_SERVER, or http://127.0.0.1:8080)")
  var server: String?

  @Option(
    help: """
      The token. (default: MARQUEE_TOKEN, or MARQUEE_ADMIN_TOKEN; or for a server on this machine the admin token of \
      the data folder)
      """)
  var token: String?

  @Option(help: "text, or json for programs.")
  var output = AnswerOutput.text

  func validate() throws { _ = try client() }

  func client() throws -> AdminClient {
    let address: ServerAddress
    do throws(ServerAddress.Fault) {
      address = try ServerAddress(server ?? Self.variable("MARQUEE_SERVER") ?? "http://127.0.0.1:8080")
    } catch {
      throw ValidationError(error.message)
    }
    var token = token ?? Self.variable("MARQUEE_TOKEN") ?? Self.variable("MARQUEE_ADMIN_TOKEN")
    // What the folder keeps is a secret between it and its own server: no other is told.
    if token == nil, address.isLoopback {
      token = AdminToken.stored(in: Self.variable("MARQUEE_DATA") ?? ".marquee")
    }
    if let token, token.isEmpty || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw ValidationError("the token is visible ASCII without spaces")
    }
    return AdminClient(address: address, token: token)
  }

  /// An environment variable that says something.
  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
