import ArgumentParser
import Foundation

/// The format of the output.
enum ResponseOutput: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The options of a command that uses a server.
struct ServerOptions: ParsableArguments {
  @OptionGroup(title: "Server") var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Format of the output.", valueName: "format"))
  var output = ResponseOutput.text

  /// The client for the server and the token.
  /// - Throws: `ExitCode` if the data folder's token cannot be used, after an error message.
  func client() throws -> AdminClient { try connection.client() }
}
