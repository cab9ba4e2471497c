import Foundation

/// The command line of the app.
struct Options {
  /// A wrong command line. The message says what is wrong.
  struct Misuse: Error {
    let message: String
  }

  static let usage = """
    usage: marquee-demo-app [--server URL] [--user ID] [--cache DIR] [--seed PATH] [--once | --follow [--changes N]] ROUTE
    """

  /// The text of `--help`.
  static let help = """
    Fetches a screen from a Marquee server and prints it as a table.

    \(usage)

      --server URL   address of the server (default: http://127.0.0.1:8080)
      --user ID      the user, who decides which variants are shown
      --cache DIR    folder that keeps screens for when the server cannot be reached
      --seed PATH    file from 'marquee export --seed', shown until a screen has been fetched
      --once         print the screen and exit (default)
      --follow       print each change, until the process ends
      --changes N    with --follow: exit after N changes
      --help, -h     print this text
    """

  var server = URL(fileURLWithPath: "/")
  var user: String?
  var cache: URL?
  var seed: URL?
  var follows = false
  /// The number of changes after which following ends; nil to follow until the process ends.
  var changes: Int?
  var route = ""

  /// Parses the arguments.
  /// - Throws: ``Misuse``.
  init(_ arguments: [String]) throws(Misuse) {
    var server = "http://127.0.0.1:8080"
    var isOnce = false
    var routes: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--server": server = try Self.value(of: argument, &rest)
      case "--user": user = try Self.value(of: argument, &rest)
      case "--cache": cache = URL(fileURLWithPath: try Self.value(of: argument, &rest))
      case "--seed": seed = URL(fileURLWithPath: try Self.value(of: argument, &rest))
      case "--once": isOnce = true
      case "--follow": follows = true
      case "--changes":
        guard let number = Int(try Self.value(of: argument, &rest)), number > 0 else {
          throw Misuse(message: "--changes needs a number above 0")
        }
        changes = number
      case let other where other.hasPrefix("-"): throw Misuse(message: "unknown option \(other)")
      default: routes.append(argument)
      }
    }
    guard routes.count == 1 else { throw Misuse(message: "name exactly one ROUTE") }
    guard let url = URL(string: server), url.scheme == "http" || url.scheme == "https" else {
      throw Misuse(message: "--server needs an http or https URL, not \(server)")
    }
    if isOnce, follows { throw Misuse(message: "use either --once or --follow, not both") }
    if changes != nil, !follows { throw Misuse(message: "--changes needs --follow") }
    self.server = url
    route = routes[0]
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
    guard let value = rest.popFirst() else { throw Misuse(message: "\(option) needs a value") }
    return value
  }
}
