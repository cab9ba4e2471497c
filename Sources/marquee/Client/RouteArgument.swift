import ArgumentParser
import Screens

extension Route {
  /// Reads a route from the command line.
  static func argument(_ text: String) throws -> Route {
    do throws(Route.NameError) {
      return try Route(text)
    } catch {
      throw ValidationError(error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }

  /// The path of the screen in the admin API.
  var adminPath: String { "/admin/screens/\(name)" }
}
