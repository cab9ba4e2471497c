import JSONText
import ScreenCapture
import ScreenMock
import Screens
import Testing

/// A recording that a test makes.
enum Archive {
  /// An archive of GET requests with JSON responses. The URLs are those of one server, unless they begin with `http`.
  static func text(_ responses: [(url: String, response: JSONValue)]) -> [UInt8] {
    text(entries: responses.map { entry($0.url, text: $0.response.text) })
  }

  static func text(entries: [JSONValue]) -> [UInt8] {
    let archive: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
    return archive.serialized()
  }

  static func entry(
    _ url: String, method: String = "GET", text: String, content: JSONObject = [:]
  ) -> JSONValue {
    var body: JSONObject = ["mimeType": "application/json", "text": .string(text)]
    for member in content { body[member.name] = member.value }
    return [
      "request": [
        "method": .string(method), "url": .string(url.hasPrefix("/") ? "https://api.example.com" + url : url),
      ],
      "response": ["status": 200, "content": .object(body)],
    ]
  }

  static func capture(_ responses: (url: String, response: JSONValue)...) throws -> ScreenCapture {
    ScreenCapture(try Recording(text(responses)))
  }
}

extension ScreenCapture {
  /// The document of a new file.
  func file(_ path: String) -> JSONValue? { files.first { $0.path == path }?.json }

  /// The paths of the files for screens.
  var paths: [String] { files.filter { $0.kind != .endpoint }.map(\.path) }
  var words: [String] { outcomes.map(\.word) }
  var reasons: [String] { outcomes.compactMap(\.reason) }

  /// Expects that a server accepts the endpoints, and can tell them apart.
  func expectValidEndpoints(_ location: SourceLocation = #_sourceLocation) throws {
    let routes = files.filter { $0.kind == .screen }.map(\.name)
    var known: [String: [MockEndpointTable.Entry]] = [:]
    for file in files where file.kind == .endpoint {
      let endpoint = try MockEndpoint.read(
        JSONDocument(file.json.serialized()), name: file.name, catalogue: Catalogue(), routes: routes)
      for entry in MockEndpointTable.entries(of: endpoint) {
        #expect(
          !known[entry.key, default: []].contains { $0.isSame(as: entry) }, "\(file.path)",
          sourceLocation: location)
        known[entry.key, default: []].append(entry)
      }
    }
  }
}
