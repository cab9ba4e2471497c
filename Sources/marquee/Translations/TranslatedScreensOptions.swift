import ArgumentParser
import Screens

/// Where the translated screens are: in a folder, or on a server.
struct TranslatedScreensOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Folder of screens.", valueName: "folder"), completion: .directory)
  var screens = "screens"

  @Option(
    help: ArgumentHelp("Address of a server, in place of the folder.", valueName: "url"))
  var server: String?

  @Option(help: "Token for the admin API of the server. (MARQUEE_TOKEN or MARQUEE_ADMIN_TOKEN)")
  var token: String?

  func validate() throws {
    if token != nil, server == nil { throw ValidationError("--token needs --server") }
    try connection.validate()
  }

  private var connection: ConnectionOptions {
    var connection = ConnectionOptions()
    (connection.server, connection.token) = (server, token)
    return connection
  }

  /// - Parameter changeSet: a change set on the server; nil for what is published.
  func open(changeSet: String? = nil) throws -> any TranslatedScreens {
    guard server != nil || changeSet != nil else { return try TranslatedFolder(reading: screens) }
    return try TranslatedServer(connection.client(), changeSet: changeSet)
  }
}
