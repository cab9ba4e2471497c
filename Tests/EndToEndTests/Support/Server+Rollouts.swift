import CurlClient
import JSONText
import TestFolders
import Testing

extension Server {
  /// What a unit got of a screen with a rollout.
  struct Served: Equatable {
    let version: Int
    let text: String
    let report: String?
  }

  /// Publishes a screen of lines with a query such as `guard=50,100`.
  func publish(_ route: String, _ lines: [String], query: String) async throws -> CurlResponse {
    try await write("PUT", "/screens/\(route)?\(query)", body: Lines.definition(lines))
  }

  /// The id of the rollout that a publication has started.
  static func rollout(of response: CurlResponse) throws -> String {
    try #require(
      try JSONParser.parse(response.text)["rollout"]?["id"]?.stringValue, "\(response.text)")
  }

  func rollout(_ id: String) async throws -> JSONValue {
    try JSONParser.parse(try await admin("GET", "/rollouts/\(id)").text)
  }

  func served(_ route: String, _ query: String = "") async throws -> Served {
    let response = try await get("/screens/\(route)\(query)")
    #expect(response.status == 200, "\(response.text)")
    return Served(
      version: try #require(response.value(of: "Screen-Version").flatMap { Int($0) }),
      text: response.text, report: response.value(of: "Screen-Report"))
  }

  /// Reports events of a unit, as if from a network of its own.
  /// - Parameter network: a number below 65,536.
  @discardableResult
  func report(
    _ token: String, _ events: [String], network: Int, release: String? = nil
  ) async throws -> CurlResponse {
    let names = events.map { "\"\($0)\"" }.joined(separator: ",")
    let app = release.map { #","release":"\#($0)""# } ?? ""
    return try await send(
      "POST", "/reports", body: #"{"reports":[{"id":"1","token":"\#(token)","events":[\#(names)]\#(app)}]}"#,
      fields: [CurlField("X-Forwarded-For", "10.\(network >> 8).\(network & 255).1")])
  }
}
