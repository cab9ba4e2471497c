import Foundation

/// The command line of the app.
struct Options {
  /// A wrong command line. The message says what is wrong.
  struct Misuse: Error {
    let message: String
  }

  static let usage = """
    usage: marquee-demo-app [--server URL] [--user ID] [--cache DIR] [--seed PATH] [--once | --follow [--changes N]] ROUTE
           marquee-demo-app --web [--port N] [--server URL] [--user ID]
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
      --web          serve a web page that shows the screens, until the process ends
      --port N       with --web: the port of the page (default: a free one)
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
  /// Whether to serve a web page.
  var isWeb = false
  /// The port of the page; 0 for a free one.
  var port = 0

  /// Parses the arguments.
  /// - Throws: ``Misuse``.
  init(_ arguments: [String]) throws(Misuse) {
    var server = "http://127.0.0.1:8080"
    var isOnce = false
    var routes: [String] = []
    var hasPort = false
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
      case "--web": isWeb = true
      case "--port":
        guard let number = Int(try Self.value(of: argument, &rest)), (0...65_535).contains(number) else {
          throw Misuse(message: "--port needs a number from 0 to 65535")
        }
        port = number
        hasPort = true
      case let other where other.hasPrefix("-"): throw Misuse(message: "unknown option \(other)")
      default: routes.append(argument)
      }
    }
    guard routes.count == (isWeb ? 0 : 1) else {
      throw Misuse(message: isWeb ? "--web takes no ROUTE" : "name exactly one ROUTE")
    }
    guard let url = URL(string: server), url.scheme == "http" || url.scheme == "https" else {
      throw Misuse(message: "--server needs an http or https URL, not \(server)")
    }
    if isOnce, follows { throw Misuse(message: "use either --once or --follow, not both") }
    if changes != nil, !follows { throw Misuse(message: "--changes needs --follow") }
    if hasPort, !isWeb { throw Misuse(message: "--port needs --web") }
    if isWeb, isOnce || follows || cache != nil || seed != nil {
      throw Misuse(message: "--web takes only --port, --server and --user")
    }
    self.server = url
    route = routes.first ?? ""
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
    guard let value = rest.popFirst() else { throw Misuse(message: "\(option) needs a value") }
    return value
  }
}
