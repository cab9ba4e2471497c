import ArgumentParser
import MarqueeServer

/// Access to the admin API.
struct AdminOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Token for the admin API. (MARQUEE_ADMIN_TOKEN, default: generated at the first start, kept in DATA/admin-token)
      """, valueName: "token"))
  var adminToken: String?

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    configuration.adminToken = variables.text(adminToken, "MARQUEE_ADMIN_TOKEN")
    if let token = configuration.adminToken, !AdminToken.isValid(token) {
      throw ValidationError(
        "an admin token consists of \(AdminToken.rule) (--admin-token, MARQUEE_ADMIN_TOKEN)")
    }
  }
}
