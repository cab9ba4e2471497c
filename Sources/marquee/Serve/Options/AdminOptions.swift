import AdminTokenFile
import ArgumentParser
import MarqueeServer

/// Access to the admin API, and the console.
struct AdminOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Token for the admin API. (MARQUEE_ADMIN_TOKEN, default: generated at the first start, kept in DATA/admin-token)
      """, valueName: "token"))
  var adminToken: String?

  @Flag(help: "Disable the console at /console/ and its sign-in. (MARQUEE_NO_CONSOLE)")
  var noConsole = false

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    configuration.hasConsole = try !variables.flag(noConsole, "MARQUEE_NO_CONSOLE")
    configuration.adminToken = variables.text(adminToken, "MARQUEE_ADMIN_TOKEN")
    if let token = configuration.adminToken, !AdminToken.isValid(token) {
      throw ValidationError(
        "an admin token consists of \(AdminToken.rule) (--admin-token, MARQUEE_ADMIN_TOKEN)")
    }
  }
}
