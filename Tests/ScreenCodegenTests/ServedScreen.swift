import BuiltPrograms
import Foundation
import JSONText
import Testing

/// A shipped screen in a shipped wire format, as the server sends it.
struct ServedScreen {
  let format: String
  let body: JSONValue
  /// The view types of its items, in order.
  let viewTypes: [String]

  /// The screens in all formats.
  static func all() throws -> [ServedScreen] {
    let server = try LiveServer()
    defer { server.stop() }
    func body(_ route: String, _ format: String) throws -> JSONValue {
      let response = try Program.run([
        "curl", "-sS", "--fail-with-body", "\(server.url.absoluteString)/screens/\(route)?format=\(format)",
      ])
      try #require(response.status == 0, "\(response.output.prefix(4_000))")
      return try JSONParser.parse(response.output)
    }
    return try ["home", "menu", "welcome", "cafe", "settings", "rich"].flatMap { route in
      let items = (try body(route, "screen")["sections"]?.arrayValue ?? [])
        .flatMap { $0["items"]?.arrayValue ?? [] }
      let viewTypes = items.compactMap { $0["viewType"]?.stringValue }
      try #require(!viewTypes.isEmpty)
      return try ["viewItems", "contents", "responseData", "sections", "screen"].map {
        ServedScreen(format: $0, body: try body(route, $0), viewTypes: viewTypes)
      }
    }
  }

  /// The screens as lines that a program reads: the format and the body.
  static func input(_ screens: [ServedScreen]) -> String {
    screens.map { JSONValue.array([.string($0.format), $0.body]).text }.joined(separator: "\n")
  }

  /// What a program prints for the screen: the number of problems, and the view types.
  var line: String { "0 " + viewTypes.joined(separator: " ") }
}
