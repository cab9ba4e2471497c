import ArgumentParser
import Screens

extension Route {
  /// A route on the command line.
  static func argument(_ text: String) throws -> Route {
    do throws(Route.Fault) {
      return try Route(text)
    } catch {
      throw ValidationError(error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }

  /// Where the admin API has it.
  var adminPath: String { "/admin/screens/\(name)" }
}
