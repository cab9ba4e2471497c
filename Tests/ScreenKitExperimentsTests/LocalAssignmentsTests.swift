import BuiltPrograms
import Foundation
import JSONText
import ScreenKit
import ScreenKitExperiments
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Assigning users in the app, compared with a running server.
@Suite struct LocalAssignmentsTests {
  let server: LiveServer
  private let transport = URLSessionTransport()

  init() throws { server = try LiveServer() }

  private static let experiments = [
    #"{"key":"weights","variants":[{"key":"a","weight":1},{"key":"b","weight":2},{"key":"c","weight":0.5}]}"#,
    #"{"key":"covered","coverage":0.3,"seed":"other","hashVersion":1,"variants":[{"key":"a"},{"key":"b"}]}"#,
    #"{"key":"spaced","namespace":["space",0.2,0.7],"variants":[{"key":"a","value":1},{"key":"b","value":2}]}"#,
    #"{"key":"asked","condition":{"$or":[{"country":"KR"},{"age":{"$gte":30}}]},"force":{"user-7":"b"},"variants":[{"key":"a"},{"key":"b"}]}"#,
  ]

  private func get(_ path: String) async throws -> Data {
    let url = try #require(URL(string: server.url.absoluteString + path))
    let response = try await transport.response(to: URLRequest(url: url), maximumBytes: 1 << 20)
    #expect(response.status == 200, "\(path)")
    return response.body
  }

  @Test func `each user has the arm that the server says`() async throws {
    let item = #"{"id":"i","viewType":"ONE_LINE_TEXT","content":{"text1":"t"}}"#
    let definition = #"{"items":[\#(item)],"experiments":[\#(Self.experiments.joined(separator: ","))]}"#
    try server.put("/admin/screens/local", Data(definition.utf8))
    let features = try await get("/api/features/any")
    let screens = try await get("/screens")
    var arms: Set<String> = []
    for number in 0..<400 {
      let attributes = number.isMultiple(of: 3) ? ["country": "KR"] : ["age": "\(number % 60)"]
      let local = try LocalAssignments(
        features: features, screens: screens, user: "user-\(number)", attributes: attributes)
      let query = (["user=user-\(number)"] + attributes.map { "\($0)=\($1)" }).joined(separator: "&")
      let said = try JSONParser.parse(Array(try await get("/screens/local/arm?" + query)))
      #expect(local.arm(of: "local") == said["arm"]?.stringValue, "\(query)")
      arms.insert(local.arm(of: "local") ?? "")
    }
    #expect(arms.count > 10)
    let nobody = try LocalAssignments(features: features, screens: screens, user: nil)
    #expect(nobody.arm(of: "local") == "default")
    #expect(nobody.arm(of: "none") == nil)
  }

  @Test func `a client asks for the arm, and does not send the user`() async throws {
    let assignments = try await LocalAssignments(server: server.url, clientKey: "any", user: "42")
    var options = ScreenClient.Options()
    options.arm = assignments.arm(of:)
    let client = ScreenClient(server.url, views: ViewRegistry(), user: "42", options: options)
    let home = try await client.screen("home")
    #expect(home.variant == "price-first")
    let reporter = ExposureReporter(baseURL: server.url)
    let shown = try #require(assignments.assignments(of: "home"))
    await reporter.add(shown)
    await reporter.add(shown)
    #expect(await reporter.unsentCount == 1)
    try await reporter.flush()
    #expect(await reporter.unsentCount == 0)
    let results = try Program.run([
      "curl", "-sS", "-H", "Authorization: Bearer t",
      server.url.absoluteString + "/admin/experiments/home-price-first/results",
    ])
    #expect(results.output.contains(#""units":1,"#), "\(results.output)")
  }

  @Test(arguments: ["", "[]", "{}", #"{"features":7}"#])
  func `what is not a document of the server is refused`(_ text: String) {
    #expect(throws: LocalAssignments.Failure.self) {
      try LocalAssignments(features: Data(text.utf8), screens: Data(#"{"screens":[]}"#.utf8), user: "1")
    }
    #expect(throws: LocalAssignments.Failure.self) {
      try LocalAssignments(features: Data(#"{"features":{}}"#.utf8), screens: Data(text.utf8), user: "1")
    }
  }
}
